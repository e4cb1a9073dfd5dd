import type { Scanner } from './scanner.ts'

/** One step into a JSON value: `->key`, `->>key`, `->0`; `asText` is the double arrow. */
export interface JsonStep {
  readonly key: string
  readonly isIndex: boolean
  readonly asText: boolean
}

/** A column, possibly with a path into its JSON. */
export interface Field {
  readonly name: string
  readonly path: readonly JsonStep[]
}

const PLAIN_NAME = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]*)*/uy

/** A column, table or alias name: bare (letters, digits, `_ $`, inner spaces and `-`) or double-quoted. */
export function parseName(scanner: Scanner): string {
  scanner.skipSpaces()
  if (scanner.peek() === '"') {
    const name = scanner.quoted()
    scanner.skipSpaces()
    return name
  }
  const name = scanner.takeMatch(PLAIN_NAME)?.[0].trim() ?? ''
  if (name === '') scanner.fail('expecting field name (* or [a..z0..9_$])')
  return name
}

const ARRAY_INDEX = /-?\d+(?=->|::|[,.)= ]|$)/y
/** A dash may only stand between other characters: at the start it would be the sign of an index. */
const PATH_KEY = /(?:[^\->:.,()"]|:(?!:))+(?:-(?!>)(?:[^\->:.,()"]|:(?!:))+)*/y

/** Any number of `->key` and `->>key` steps. */
export function parseJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  while (scanner.startsWith('->')) {
    const asText = scanner.startsWith('->>')
    scanner.position += asText ? 3 : 2
    const index = scanner.takeMatch(ARRAY_INDEX)
    if (index) path.push({ key: index[0], isIndex: true, asText })
    else if (scanner.peek() === '"') path.push({ key: scanner.quoted(), isIndex: false, asText })
    else {
      if (scanner.take('-')) scanner.fail('expecting digit')
      const key = scanner.takeMatch(PATH_KEY)?.[0].trim() ?? ''
      if (key === '') scanner.fail('expecting a JSON key or an array index')
      path.push({ key, isIndex: false, asText })
    }
  }
  return path
}

export function parseField(scanner: Scanner): Field {
  const name = parseName(scanner)
  return { name, path: parseJsonPath(scanner) }
}

/** The name of a field in the answer when no alias is given; undefined to let Postgres choose. */
export function defaultAlias(field: Field): string | undefined {
  if (field.path.length === 0) return undefined
  const last = field.path.findLast((step) => !step.isIndex)
  return last?.key ?? field.name
}
