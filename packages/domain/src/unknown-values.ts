/** Readers for values of unknown shape: stored copies, imported files, JSON columns. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isOneOf<T extends string>(choices: readonly T[], value: unknown): value is T {
  return choices.some((choice) => choice === value)
}

/** The value when it is one of the choices, else the fallback. */
export function oneOf<T extends string>(choices: readonly T[], value: unknown, fallback: NoInfer<T>): T {
  return isOneOf(choices, value) ? value : fallback
}

export function flag(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The value of a JSON text; undefined when it is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields without those that are undefined. */
export function defined<T extends object>(fields: T): Defined<T> {
  const found: Defined<T> = {}
  for (const key in fields) {
    const value = fields[key]
    if (isDefined(value)) found[key] = value
  }
  return found
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
