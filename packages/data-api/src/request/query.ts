import { ApiError, parseError, rangeNotSatisfiable, tooComplex } from '../api-error.ts'
import { type Field, parseField, parseName } from './field.ts'
import { type Filter, type LogicNode, LOGIC_LIMITS, parseFilter, parseLogic } from './filter.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { Scanner } from './scanner.ts'
import { parseSelect, type SelectItem } from './select.ts'

/** The names of the embeds that lead to the node of a parameter; empty for the root. */
export type EmbedPath = readonly string[]
export interface Slice {
  readonly limit: number | undefined
  readonly offset: number
}

export interface Query {
  readonly select: readonly SelectItem[]
  readonly columns: readonly string[] | undefined
  readonly onConflict: readonly string[]
  readonly filters: readonly { readonly path: EmbedPath; readonly filter: Filter }[]
  readonly logic: readonly { readonly path: EmbedPath; readonly node: LogicNode }[]
  readonly orders: readonly { readonly path: EmbedPath; readonly terms: readonly OrderTerm[] }[]
  readonly slices: readonly { readonly path: EmbedPath; readonly slice: Partial<Slice> }[]
  /** Arguments of a function called by GET, in order; a variadic argument occurs several times. */
  readonly arguments: readonly (readonly [string, string])[]
}

export type Pairs = readonly (readonly [string, string])[]

/**
 * Splits a query string in the format of URLSearchParams (`+` is a space).
 * A percent sign without two hex digits stands for itself. A NUL character or an escape that is not UTF-8 is refused,
 * because Postgres cannot store either.
 */
export function splitQuery(text: string): Pairs {
  if (text === '') return []
  const pairs = text
    .split('&')
    .filter((part) => part !== '')
    .map((part): readonly [string, string] => {
      const equals = part.indexOf('=')
      if (equals < 0) return [decode(part), '']
      return [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    })
  if (pairs.length > LOGIC_LIMITS.filters) throw tooComplex('query parameters', LOGIC_LIMITS.filters)
  return pairs
}

function decode(part: string): string {
  let text: string
  try {
    text = decodeURIComponent(part.replaceAll('+', ' ').replaceAll(/%(?![\da-f]{2})/giu, '%25'))
  } catch {
    throw new ApiError(400, 'PGRST100', 'The query string is not valid percent-encoded UTF-8')
  }
  if (text.includes('\0')) throw new ApiError(400, 'PGRST100', 'The query string contains a NUL character')
  return text
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] }
type Builder = Mutable<Omit<Query, 'select'>> & { select: readonly SelectItem[] | undefined }

/** Parses every parameter; `isArgument` is true for arguments of the called function. */
export function parseQuery(pairs: Pairs, isArgument: (key: string, value: string) => boolean): Query {
  const builder: Builder = {
    select: undefined,
    columns: undefined,
    onConflict: [],
    filters: [],
    logic: [],
    orders: [],
    slices: [],
    arguments: [],
  }
  for (const [key, value] of pairs) {
    if (isArgument(key, value)) builder.arguments.push([key, value])
    else addParameter(builder, key, value)
  }
  return { ...builder, select: builder.select ?? [{ kind: 'star' }] }
}

function addParameter(builder: Builder, key: string, value: string): void {
  switch (key) {
    case 'select':
      builder.select = parseSelect(value)
      return
    case 'columns':
      if (value === '') throw parseError('columns parameter', value, 1, 'unexpected end of input')
      builder.columns = [...new Set(parseNames(value, 'columns parameter'))]
      return
    case 'on_conflict':
      builder.onConflict = parseNames(value, 'on_conflict parameter')
      return
    default:
      addNodeParameter(builder, key, value)
  }
}

function addNodeParameter(builder: Builder, key: string, value: string): void {
  const { path, last } = parseKey(key)
  if (last.kind === 'field') {
    builder.filters.push({ path, filter: parseFilter(last.field, value) })
    return
  }
  switch (last.word) {
    case 'order':
      if (value !== '') builder.orders.push({ path, terms: parseOrder(value) })
      return
    case 'limit':
      builder.slices.push({ path, slice: { limit: parseLimit(value) } })
      return
    case 'offset':
      builder.slices.push({ path, slice: { offset: parseCount(value) ?? 0 } })
      return
    case 'and':
    case 'or':
      builder.logic.push({ path, node: parseLogic(last.word, last.negated, value) })
  }
}

type LastPart =
  | { readonly kind: 'field'; readonly field: Field }
  | {
      readonly kind: 'word'
      readonly word: 'order' | 'limit' | 'offset' | 'and' | 'or'
      readonly negated: boolean
    }

/** `embed.embed.column`, `embed.order`, `embed.not.or`, … */
function parseKey(key: string): { readonly path: EmbedPath; readonly last: LastPart } {
  const scanner = new Scanner(key, 'tree path')
  const path: string[] = []
  for (;;) {
    const word = scanner.takeMatch(/(?:(not)\.)?(and|or)$|(order|limit|offset)$/y)
    if (word) return { path, last: toWord(word) }
    const field = parseField(scanner)
    if (scanner.done) return { path, last: { kind: 'field', field } }
    if (field.path.length > 0) scanner.fail('expecting end of input')
    scanner.expect('.')
    path.push(field.name)
  }
}

function toWord(match: RegExpExecArray): LastPart {
  const word = match[2] ?? match[3]
  const negated = match[1] !== undefined
  switch (word) {
    case 'and':
    case 'or':
    case 'order':
    case 'limit':
    case 'offset':
      return { kind: 'word', word, negated }
    default:
      throw parseError('tree path', match[0], 1, 'unexpected word')
  }
}

/** A comma-separated list of column names, quoted or bare. */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  if (scanner.done) return []
  const names = [parseName(scanner)]
  while (scanner.take(',')) names.push(parseName(scanner))
  if (!scanner.done) scanner.fail('expecting "," or end of input')
  return names
}

const MAX_SLICE = 2_147_483_647

function parseLimit(text: string): number | undefined {
  if (/^-\d+$/.test(text)) throw rangeNotSatisfiable('Limit should be greater than or equal to zero.')
  return parseCount(text)
}

/** A non-negative integer; anything else is ignored, as clients of the wire format expect. */
function parseCount(text: string): number | undefined {
  return /^\d{1,18}$/.test(text) ? Math.min(Number(text), MAX_SLICE) : undefined
}
