import { tooComplex } from '../api-error.ts'
import { type Field, parseJsonPath, parseName } from './field.ts'
import { Scanner } from './scanner.ts'

const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count'] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** A selected column. `field` is undefined for a bare `count()`. */
export interface ColumnItem {
  readonly kind: 'column'
  readonly field: Field | undefined
  readonly alias: string | undefined
  readonly cast: string | undefined
  readonly aggregate: Aggregate | undefined
  readonly aggregateCast: string | undefined
}

/** An embedded resource `alias:target!hint!inner(…)` or a spread `...target(…)`. */
export interface EmbedItem {
  readonly kind: 'embed'
  readonly target: string
  readonly alias: string | undefined
  readonly hint: string | undefined
  readonly join: 'inner' | 'left' | undefined
  readonly spread: boolean
  readonly items: readonly SelectItem[]
}

export type SelectItem = { readonly kind: 'star' } | ColumnItem | EmbedItem

/** Limits of one request, so that no URL keeps the planner of the database busy for seconds. */
export const SELECT_LIMITS = { depth: 8, embeds: 30, items: 400 } as const

interface Budget {
  embeds: number
  items: number
}

/** Parses the `select` parameter; an empty text selects all columns. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  scanner.skipSpaces()
  if (scanner.done) return [{ kind: 'star' }]
  const items = parseItems(scanner, 0, { embeds: 0, items: 0 })
  if (!scanner.done) scanner.fail('expecting "," or end of input')
  return items
}

function parseItems(scanner: Scanner, depth: number, budget: Budget): SelectItem[] {
  if (depth > SELECT_LIMITS.depth) throw tooComplex('levels of embedding', SELECT_LIMITS.depth)
  const items: SelectItem[] = []
  do {
    budget.items += 1
    if (budget.items > SELECT_LIMITS.items) throw tooComplex('selected items', SELECT_LIMITS.items)
    scanner.skipSpaces()
    items.push(parseItem(scanner, depth, budget))
    scanner.skipSpaces()
  } while (scanner.take(','))
  return items
}

function parseItem(scanner: Scanner, depth: number, budget: Budget): SelectItem {
  if (scanner.take('...')) {
    const { alias, name } = parseAliasedName(scanner)
    return parseEmbed(scanner, { depth, budget, alias, target: name, spread: true })
  }
  if (scanner.take('*')) return { kind: 'star' }
  const { alias, name } = parseAliasedName(scanner)
  if (scanner.startsWith('!') || (scanner.startsWith('(') && !isBareCount(scanner, name)))
    return parseEmbed(scanner, { depth, budget, alias, target: name, spread: false })
  return parseColumn(scanner, alias, name)
}

function isBareCount(scanner: Scanner, name: string): boolean {
  return name === 'count' && scanner.startsWith('()')
}

function parseAliasedName(scanner: Scanner): { readonly alias: string | undefined; readonly name: string } {
  const first = parseName(scanner)
  if (scanner.peek() !== ':' || scanner.peek(1) === ':') return { alias: undefined, name: first }
  scanner.position += 1
  return { alias: first, name: parseName(scanner) }
}

interface EmbedStart {
  readonly depth: number
  readonly budget: Budget
  readonly alias: string | undefined
  readonly target: string
  readonly spread: boolean
}

function parseEmbed(scanner: Scanner, start: EmbedStart): EmbedItem {
  start.budget.embeds += 1
  if (start.budget.embeds > SELECT_LIMITS.embeds) throw tooComplex('embedded resources', SELECT_LIMITS.embeds)
  let hint: string | undefined
  let join: EmbedItem['join']
  while (scanner.take('!')) {
    const parameter = parseName(scanner)
    if (parameter === 'inner' || parameter === 'left') join = parameter
    else hint = parameter
  }
  scanner.expect('(')
  scanner.skipSpaces()
  const items = scanner.peek() === ')' ? [] : parseItems(scanner, start.depth + 1, start.budget)
  scanner.expect(')')
  return { kind: 'embed', target: start.target, alias: start.alias, hint, join, spread: start.spread, items }
}

const AGGREGATE_PATTERN = /\.(sum|avg|min|max|count)\(\)/y
const CAST_PATTERN = /::([\p{L}_][\p{L}\p{N}_$ ]*(?:\[\])*)/uy

function parseColumn(scanner: Scanner, alias: string | undefined, name: string): ColumnItem {
  if (isBareCount(scanner, name)) {
    scanner.position += 2
    return {
      kind: 'column',
      field: undefined,
      alias,
      cast: undefined,
      aggregate: 'count',
      aggregateCast: parseCast(scanner),
    }
  }
  const field = { name, path: parseJsonPath(scanner) }
  scanner.skipSpaces()
  const cast = parseCast(scanner)
  const aggregate = parseAggregate(scanner)
  const aggregateCast = aggregate ? parseCast(scanner) : undefined
  return { kind: 'column', field, alias, cast, aggregate, aggregateCast }
}

function parseCast(scanner: Scanner): string | undefined {
  return scanner.takeMatch(CAST_PATTERN)?.[1]?.trim()
}

function parseAggregate(scanner: Scanner): Aggregate | undefined {
  const name = scanner.takeMatch(AGGREGATE_PATTERN)?.[1]
  return AGGREGATES.find((known) => known === name)
}
