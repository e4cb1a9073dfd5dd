/** Character codes that JSON can have outside of strings. */
const OUTSIDE_TEXTS = codesOf('[]{}:,"-+.0123456789eEtrufalsn \t\r\n')
const OPENING = codesOf('[{')
const CLOSING = codesOf(']}')
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Deeper than the answer of any service. */
export const MAX_JSON_DEPTH = 64

/**
 * True for JSON that is nested more than `maxDepth` levels deep. A parser takes sixty bytes for each open bracket, a
 * hundred times the memory of the text, so foreign JSON is checked before it is parsed. Text that is not JSON counts as
 * not nested.
 */
export function isDeeperThan(json: string, maxDepth = MAX_JSON_DEPTH): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfText(json, at)
    else if (OPENING.has(character)) depth += 1
    else if (CLOSING.has(character)) depth -= 1
    else if (!OUTSIDE_TEXTS.has(character)) return false
    if (depth > maxDepth) return true
  }
  return false
}

/** The position of the quote that ends the string begun at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at)
    if (character === BACKSLASH) at += 1
    else if (character === QUOTE) return at
  }
  return json.length
}

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (each) => each.charCodeAt(0)))
}
