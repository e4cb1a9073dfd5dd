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
