import { tooComplex } from '../api-error.ts'
import { type Field, parseField } from './field.ts'
import { Scanner } from './scanner.ts'

/** The operators that may stand before `any` or `all`, in SQL. */
const QUANTIFIABLE = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
}
/** The operators of a comparison, in SQL. */
export const COMPARISONS = {
  ...QUANTIFIABLE,
  neq: '<>',
  isdistinct: 'IS DISTINCT FROM',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}
/** The functions that make the query of a text search. */
export const SEARCHES = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}
/** The values of `is`, in SQL. */
export const IS_VALUES = {
  null: 'NULL',
  not_null: 'NOT NULL',
  true: 'TRUE',
  false: 'FALSE',
  unknown: 'UNKNOWN',
}

export type Test =
  | {
      readonly kind: 'compare'
      readonly operator: keyof typeof COMPARISONS
      readonly quantifier: 'any' | 'all' | undefined
      readonly value: string
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: keyof typeof IS_VALUES }
  | {
      readonly kind: 'search'
      readonly operator: keyof typeof SEARCHES
      readonly language: string | undefined
      readonly value: string
    }

export interface Filter {
  readonly kind: 'filter'
  readonly field: Field
  readonly negated: boolean
  readonly test: Test
}
export interface LogicNode {
  readonly kind: 'and' | 'or'
  readonly negated: boolean
  readonly items: readonly Logic[]
}
export type Logic = Filter | LogicNode

/** Limits of a logic tree. */
export const LOGIC_LIMITS = { depth: 12, filters: 400 } as const

function isOneOf<T extends object>(table: T, name: string): name is keyof T & string {
  return Object.hasOwn(table, name)
}

/** Reads a value up to the end (plain filters) or up to `,` or `)` (inside a logic tree). */
type ReadValue = (scanner: Scanner) => string

const restOfText: ReadValue = (scanner) => {
  const value = scanner.text.slice(scanner.position)
  scanner.position = scanner.text.length
  return value
}

const BRACED = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})*\}(?=[,)])/y
const UNTIL_DELIMITER = /[^,)]*/y

const logicValue: ReadValue = (scanner) =>
  takeQuoted(scanner) ?? scanner.takeMatch(BRACED)?.[0] ?? scanner.takeMatch(UNTIL_DELIMITER)?.[0] ?? ''

const QUOTED_VALUE = /"((?:[^"\\]|\\.)*)"(?=[,)]|$)/suy

/** A value in quotes. Quotes that do not enclose the whole value belong to the value. */
function takeQuoted(scanner: Scanner): string | undefined {
  return scanner.takeMatch(QUOTED_VALUE)?.[1]?.replaceAll(/\\(.)/gsu, '$1')
}

/** Parses the right side of `column=[not.]operator.value`. */
export function parseFilter(field: Field, text: string): Filter {
  const scanner = new Scanner(text, 'filter')
  const filter = parseOperation(scanner, field, restOfText)
  if (!scanner.done) scanner.fail('expecting end of input')
  return filter
}

/** True when a parameter value starts like an operation, which distinguishes filters from arguments in calls by GET. */
export function looksLikeFilter(text: string): boolean {
  const name = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text)?.[1]
  return (
    name !== undefined &&
    (isOneOf(COMPARISONS, name) || isOneOf(SEARCHES, name) || name === 'in' || name === 'is')
  )
}

const OPERATOR_HEAD = /([a-z]+)(?:\(([\p{L}\p{N}_]+)\))?\./uy

function parseOperation(scanner: Scanner, field: Field, readValue: ReadValue): Filter {
  const start = scanner.position
  const negated = scanner.take('not.')
  const head = scanner.takeMatch(OPERATOR_HEAD)
  const test = head ? parseTest(scanner, head[1] ?? '', { argument: head[2], readValue }) : undefined
  if (!test) {
    scanner.position = start
    scanner.fail('expecting "not" or operator (eq, gt, ...)')
  }
  return { kind: 'filter', field, negated, test }
}

interface TestRest {
  readonly argument: string | undefined
  readonly readValue: ReadValue
}

function parseTest(scanner: Scanner, operator: string, rest: TestRest): Test | undefined {
  const { argument, readValue } = rest
  if (isOneOf(COMPARISONS, operator)) {
    if (argument === undefined)
      return { kind: 'compare', operator, quantifier: undefined, value: readValue(scanner) }
    if (!isOneOf(QUANTIFIABLE, operator) || (argument !== 'any' && argument !== 'all')) return undefined
    return { kind: 'compare', operator, quantifier: argument, value: readValue(scanner) }
  }
  if (isOneOf(SEARCHES, operator)) {
    const value = readValue(scanner)
    // Postgres keeps pending negations on a small stack, and fails with an internal error when it is full.
    if (/(?:!\s*){16}/.test(value)) scanner.fail('expecting fewer negations in a row')
    return { kind: 'search', operator, language: argument, value }
  }
  if (argument !== undefined) return undefined
  if (operator === 'in') return { kind: 'in', values: parseList(scanner) }
  if (operator === 'is') {
    const value = readValue(scanner).toLowerCase()
    if (!isOneOf(IS_VALUES, value)) scanner.fail('expecting null, not_null, true, false or unknown')
    return { kind: 'is', value }
  }
  return undefined
}

function parseList(scanner: Scanner): string[] {
  scanner.expect('(')
  scanner.skipSpaces()
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(takeQuoted(scanner) ?? scanner.takeMatch(UNTIL_DELIMITER)?.[0] ?? '')
  while (scanner.take(','))
  scanner.expect(')')
  return values
}

interface LogicBudget {
  filters: number
}

/** Parses `or=(…)`, `and=(…)` and their negated forms. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): LogicNode {
  const scanner = new Scanner(text, 'logic tree')
  scanner.skipSpaces()
  const node: LogicNode = { kind, negated, items: parseLogicItems(scanner, 0, { filters: 0 }) }
  scanner.skipSpaces()
  if (!scanner.done) scanner.fail('expecting end of input')
  return node
}

function parseLogicItems(scanner: Scanner, depth: number, budget: LogicBudget): Logic[] {
  if (depth > LOGIC_LIMITS.depth) throw tooComplex('levels of logic', LOGIC_LIMITS.depth)
  scanner.expect('(')
  const items: Logic[] = []
  do {
    budget.filters += 1
    if (budget.filters > LOGIC_LIMITS.filters) throw tooComplex('filters', LOGIC_LIMITS.filters)
    scanner.skipSpaces()
    items.push(parseLogicItem(scanner, depth, budget))
    scanner.skipSpaces()
  } while (scanner.take(','))
  scanner.expect(')')
  return items
}

const NESTED_HEAD = /(not\.)?(and|or) *(?=\()/y

function parseLogicItem(scanner: Scanner, depth: number, budget: LogicBudget): Logic {
  const nested = scanner.takeMatch(NESTED_HEAD)
  if (nested)
    return {
      kind: nested[2] === 'or' ? 'or' : 'and',
      negated: nested[1] !== undefined,
      items: parseLogicItems(scanner, depth + 1, budget),
    }
  const field = parseField(scanner)
  scanner.expect('.')
  return parseOperation(scanner, field, logicValue)
}
