import { ApiError, tooComplex } from '../api-error.ts'
import type { Filter, Logic, Test } from './filter.ts'
import type { Query } from './query.ts'
import type { Field } from './field.ts'
import type { ColumnItem, SelectItem } from './select.ts'

/**
 * Limits of one request, which bound its cost for the database. They can only be stricter than the parser's own limits.
 */
export const DEFAULT_LIMITS = {
  maxDepth: 8,
  maxEmbeds: 30,
  maxItems: 400,
  /** Number of `->` and `->>` in the whole request: each parses a JSON value again for every row. */
  maxJsonSteps: 100,
  /** Number of `column::type` in the select. */
  maxCasts: 100,
  /** Number of filters, including those within `and` and `or`. */
  maxFilters: 400,
  maxOrderTerms: 50,
  maxOffset: 1_000_000,
  /** Number of values in one `in` list. */
  maxListValues: 4_000,
  /** Characters in the pattern of `like`, `ilike`, `match` and `imatch`. */
  maxPatternLength: 400,
  /** Number of `*` and `%` in the pattern of `like` and `ilike`. */
  maxWildcards: 20,
  /** Whether operators are allowed that read whole texts for every row: `match`, `imatch` and the text searches. */
  slowOperators: true,
  /** The most rows of one body. */
  maxBodyRows: 2_500,
  /** The largest answer in bytes. */
  maxAnswerBytes: 16 * 1024 * 1024,
  /** The size of each row is measured in levels that may have more rows than this; 0: in all levels. */
  maxUncountedRows: 200,
}

export interface RequestLimits extends Readonly<typeof DEFAULT_LIMITS> {
  /** The most rows that a count may read; the total of more rows is unknown. Undefined: no limit. */
  readonly maxCountedRows?: number
}

/** Throws PGRST100 for a query that exceeds the limits. */
export function checkQuery(query: Query, limits: RequestLimits): void {
  checkSelect(query.select, limits)
  const filters = [
    ...query.filters.map(({ filter }) => filter),
    ...query.logic.map(({ node }) => node),
  ].flatMap(filtersOf)
  if (filters.length > limits.maxFilters) throw tooComplex('filters', limits.maxFilters)
  for (const { test } of filters) checkTest(test, limits)
  const terms = query.orders.flatMap((order) => order.terms)
  if (terms.length > limits.maxOrderTerms) throw tooComplex('order terms', limits.maxOrderTerms)
  const columns = columnsOf(query.select)
  checkCasts(columns, limits)
  const fields = [...columns, ...filters, ...terms].flatMap(({ field }) => field ?? [])
  checkJsonSteps(fields, limits)
  for (const { slice } of query.slices)
    if ((slice.offset ?? 0) > limits.maxOffset) throw tooComplex('skipped rows', limits.maxOffset)
}

function checkSelect(select: readonly SelectItem[], limits: RequestLimits): void {
  let items = 0
  let embeds = 0
  const visit = (list: readonly SelectItem[], depth: number): void => {
    if (depth > limits.maxDepth) throw tooComplex('levels of embedding', limits.maxDepth)
    items += list.length
    for (const item of list) {
      if (item.kind !== 'embed') continue
      embeds += 1
      visit(item.items, depth + 1)
    }
  }
  visit(select, 0)
  if (items > limits.maxItems) throw tooComplex('selected items', limits.maxItems)
  if (embeds > limits.maxEmbeds) throw tooComplex('embedded resources', limits.maxEmbeds)
}

function filtersOf(logic: Logic): readonly Filter[] {
  return logic.kind === 'filter' ? [logic] : logic.items.flatMap(filtersOf)
}

function columnsOf(items: readonly SelectItem[]): readonly ColumnItem[] {
  return items.flatMap((item) => {
    if (item.kind === 'star') return []
    return item.kind === 'embed' ? columnsOf(item.items) : [item]
  })
}

function checkCasts(columns: readonly ColumnItem[], { maxCasts }: RequestLimits): void {
  const casts = columns.flatMap(({ cast, aggregateCast }) => [cast, aggregateCast])
  if (casts.filter((cast) => cast !== undefined).length > maxCasts) throw tooComplex('casts', maxCasts)
}

function checkJsonSteps(fields: readonly Field[], { maxJsonSteps }: RequestLimits): void {
  const steps = fields.reduce((sum, { path }) => sum + path.length, 0)
  if (steps > maxJsonSteps) throw tooComplex('steps into JSON values', maxJsonSteps)
}

function checkTest(test: Test, limits: RequestLimits): void {
  if (test.kind === 'in' && test.values.length > limits.maxListValues)
    throw tooComplex('values in a list', limits.maxListValues)
  if (test.kind === 'search' && !limits.slowOperators) throw notAvailable(test.operator)
  if (test.kind !== 'compare') return
  const { operator, value } = test
  const isExpression = operator === 'match' || operator === 'imatch'
  if (!isExpression && operator !== 'like' && operator !== 'ilike') return
  if (isExpression && !limits.slowOperators) throw notAvailable(operator)
  if (value.length > limits.maxPatternLength)
    throw tooComplex('characters in a pattern', limits.maxPatternLength)
  if (isExpression) checkRegularExpression(value)
  else if (value.split(/[*%]/u).length > limits.maxWildcards + 1)
    throw tooComplex('wildcards in a pattern', limits.maxWildcards)
}

function notAvailable(operator: string): ApiError {
  return new ApiError(400, 'PGRST100', `The operator "${operator}" is not available to this role`)
}

const MAX_QUANTIFIERS = 10
const MAX_REPETITIONS = 50

/**
 * Refuses patterns that can keep Postgres busy for seconds: back-references, which turn its automaton into
 * backtracking, look-around, quantifiers within quantified groups, large counts, and prefixes that change the notation.
 */
function checkRegularExpression(pattern: string): void {
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
