/** The text when it is an http(s) address, else null: texts of other sites may hold `javascript:` and the like. */
export function webAddress(text: string | null | undefined): string | null {
  return text && /^https?:\/\//iu.test(text) && URL.canParse(text) ? text : null
}
