const MAX_SEARCH_LENGTH = 200

/** Search text for a filter (spec §5): no ( ) , " ' or control characters, single spaces, ≤ 200 characters. */
export function sanitizeSearch(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[(),"']/gu, '')
    .replace(/ {2,}/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .trim()
}

/** A text that starts with http is a link to add, so it is not searched for. */
export function isSearchable(text: string): boolean {
  return !/^\s*http/iu.test(text)
}
