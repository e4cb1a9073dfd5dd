import { ApiError } from '../api-error.ts'
import type { QualifiedName } from '../catalog/model.ts'

/** The values of a statement, in the order of their placeholders `$n`. */
export class Parameters {
  readonly values: (string | null)[] = []

  /** Adds a value and returns its placeholder. Postgres infers the type. */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

export function quoteName(name: QualifiedName): string {
  return `${quote(name.schema)}.${quote(name.name)}`
}

/** A string literal. Only for JSON keys, so that expression indexes on them can be used. */
export function literal(text: string): string {
  const doubled = text.replaceAll("'", "''")
  return text.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/** An array literal in Postgres's input form. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}

/** Types whose SQL names must not be quoted. Any other cast target is an identifier. */
const sqlTypes: ReadonlySet<string> = new Set(
  'int|integer|smallint|bigint|decimal|real|float|double precision|boolean|character|char|character varying|time with time zone|time without time zone|timestamp with time zone|timestamp without time zone|bit varying'.split(
    '|',
  ),
)

/** The SQL of a cast's target. Refuses `unknown`, which would make Postgres fail internally later. */
export function castType(name: string): string {
  const arrays = /(?<!\[\])(?:\[\])*$/.exec(name)?.[0] ?? ''
  const base = name.slice(0, name.length - arrays.length).trim()
  if (base === 'unknown') throw new ApiError(400, '42846', 'cannot cast to type unknown')
  return `${sqlTypes.has(base.toLowerCase()) ? base.toLowerCase() : quote(base)}${arrays}`
}
