import { ApiError } from '../api-error.ts'

const MAX_QUANTIFIERS = 10
const MAX_REPETITIONS = 50

/**
 * Refuses patterns that can keep Postgres busy for seconds: back-references, which turn its automaton into
 * backtracking, look-around, quantifiers within quantified groups, large counts, and prefixes that change the notation.
 */
export function checkRegularExpression(pattern: string): void {
  if (pattern.startsWith('***') || pattern.includes('(?')) throw refused('(? and *** have no place in it')
  // After a backslash, a letter or mark is a class or a literal; a digit is a back-reference.
  if (/\\[0-9]/u.test(pattern)) throw refused('it may not refer back to a group')
  const plain = pattern.replace(/\\./gsu, 'x').replace(/\[\^?\]?[^\]]*\]?/gsu, 'x')
  const quantifiers = plain.match(/[*+?]|\{/gu) ?? []
  if (quantifiers.length > MAX_QUANTIFIERS)
    throw refused(`at most ${MAX_QUANTIFIERS} quantifiers are accepted`)
  for (const [, low = '', high = ''] of plain.matchAll(/\{(\d*),?(\d*)/gu))
    if (Number(low) > MAX_REPETITIONS || Number(high) > MAX_REPETITIONS)
      throw refused(`at most ${MAX_REPETITIONS} repetitions are accepted`)
  if (hasNestedQuantifier(plain)) throw refused('a quantified group may not contain a quantifier')
}

/** Walks through the groups and records for each whether it contains a quantifier. */
function hasNestedQuantifier(plain: string): boolean {
  const open: boolean[] = []
  let closed = false
  for (const character of plain) {
    const quantifies = '*+?{'.includes(character)
    if (quantifies && closed) return true
    if (quantifies && open.length > 0) open[open.length - 1] = true
    if (character === '(') open.push(false)
    closed = false
    if (character !== ')') continue
    closed = open.pop() ?? false
    if (closed && open.length > 0) open[open.length - 1] = true
  }
  return false
}

function refused(why: string): ApiError {
  return new ApiError(400, 'PGRST100', 'The regular expression is too complex', { details: why })
}
