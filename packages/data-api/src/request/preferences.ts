import { ApiError } from '../api-error.ts'

export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  returns: 'representation' | 'minimal' | 'headers-only' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  transaction: 'commit' | 'rollback' | undefined
  missing: 'default' | 'null' | undefined
  handling: 'strict' | 'lenient' | undefined
  timezone: string | undefined
  maxAffected: number | undefined
  invalid: readonly string[]
}

type Setter = (preferences: Preferences) => void

const known: Readonly<Record<string, Setter>> = {
  'resolution=merge-duplicates': (p) => (p.resolution ??= 'merge-duplicates'),
  'resolution=ignore-duplicates': (p) => (p.resolution ??= 'ignore-duplicates'),
  'return=representation': (p) => (p.returns ??= 'representation'),
  'return=minimal': (p) => (p.returns ??= 'minimal'),
  'return=headers-only': (p) => (p.returns ??= 'headers-only'),
  'count=exact': (p) => (p.count ??= 'exact'),
  'count=planned': (p) => (p.count ??= 'planned'),
  'count=estimated': (p) => (p.count ??= 'estimated'),
  'tx=commit': (p) => (p.transaction ??= 'commit'),
  'tx=rollback': (p) => (p.transaction ??= 'rollback'),
  'missing=default': (p) => (p.missing ??= 'default'),
  'missing=null': (p) => (p.missing ??= 'null'),
  'handling=strict': (p) => (p.handling ??= 'strict'),
  'handling=lenient': (p) => (p.handling ??= 'lenient'),
}

/** Parses the `Prefer` header; the first of two contradicting preferences wins. */
export function parsePreferences(header: string | undefined): Preferences {
  const invalid: string[] = []
  const preferences: Preferences = {
    resolution: undefined,
    returns: undefined,
    count: undefined,
    transaction: undefined,
    missing: undefined,
    handling: undefined,
    timezone: undefined,
    maxAffected: undefined,
    invalid,
  }
  if (header === undefined) return preferences
  for (const part of header.split(',')) {
    const preference = part.trim()
    if (preference === '') continue
    const setter = Object.hasOwn(known, preference) ? known[preference] : undefined
    if (setter) setter(preferences)
    else if (!parseValued(preferences, preference)) invalid.push(preference)
  }
  return preferences
}

function parseValued(preferences: Preferences, preference: string): boolean {
  const affected = /^max-affected=(\d{1,9})$/.exec(preference)?.[1]
  if (affected !== undefined) {
    preferences.maxAffected ??= Number(affected)
    return true
  }
  const timezone = /^timezone=(.{1,100})$/.exec(preference)?.[1]
  if (timezone === undefined) return false
  preferences.timezone ??= timezone
  return true
}

/** With `handling=strict` an unknown preference is an error. */
export function checkPreferences(preferences: Preferences): void {
  if (preferences.handling !== 'strict' || preferences.invalid.length === 0) return
  throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.invalid.join(', ')}`,
  })
}

/** The limit of affected rows; it counts only together with `handling=strict`. */
export function affectedLimit(preferences: Preferences): number | undefined {
  return preferences.handling === 'strict' ? preferences.maxAffected : undefined
}

/** The value of `Preference-Applied`, in the wire format's order; undefined: none. */
export function appliedPreferences(
  preferences: Preferences,
  honoured: ReadonlySet<string>,
): string | undefined {
  const all: [string, string | number | undefined][] = [
    ['resolution', preferences.resolution],
    ['missing', preferences.missing],
    ['return', preferences.returns],
    ['count', preferences.count],
    ['tx', preferences.transaction],
    ['handling', preferences.handling],
    ['timezone', preferences.timezone],
    ['max-affected', affectedLimit(preferences)],
  ]
  const applied = all.filter(([name, value]) => value !== undefined && honoured.has(name))
  return applied.length === 0 ? undefined : applied.map(([name, value]) => `${name}=${value}`).join(', ')
}
