import { tooComplex } from '../api-error.ts'
import { type Field, parseField, parseName } from './field.ts'
import { Scanner } from './scanner.ts'

/** One term of `order=`; `relation` is set for `embed(column)`. */
export interface OrderTerm {
  readonly relation: string | undefined
  readonly field: Field
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

const MAX_TERMS = 50

/** Parses an `order` parameter. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    if (terms.length >= MAX_TERMS) throw tooComplex('order terms', MAX_TERMS)
    scanner.skipSpaces()
    terms.push(parseTerm(scanner))
    scanner.skipSpaces()
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('expecting "," or end of input')
  return terms
}

function parseTerm(scanner: Scanner): OrderTerm {
  const { relation, field } = parseTarget(scanner)
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : undefined
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : undefined
  if (!scanner.done && scanner.peek() !== ',')
    scanner.fail('expecting "asc", "desc", "nullsfirst" or "nullslast"')
  return { relation, field, direction, nulls }
}

function parseTarget(scanner: Scanner): { readonly relation: string | undefined; readonly field: Field } {
  const start = scanner.position
  const name = parseName(scanner)
  if (scanner.take('(')) {
    const field = parseField(scanner)
    scanner.expect(')')
    return { relation: name, field }
  }
  scanner.position = start
  return { relation: undefined, field: parseField(scanner) }
}
