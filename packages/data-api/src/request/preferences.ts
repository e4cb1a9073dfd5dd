import { ApiError } from '../api-error.ts'

export interface Preferences {
  readonly resolution?: 'merge-duplicates' | 'ignore-duplicates'
  readonly returns?: 'representation' | 'minimal' | 'headers-only'
  readonly count?: 'exact' | 'planned' | 'estimated'
  readonly transaction?: 'commit' | 'rollback' | undefined
  readonly missing?: 'default' | 'null'
  readonly handling?: 'strict' | 'lenient'
  readonly timezone?: string
  readonly maxAffected?: number
  readonly invalid: readonly string[]
}

const KNOWN_PREFERENCES: Readonly<Record<string, Partial<Preferences>>> = {
  'resolution=merge-duplicates': { resolution: 'merge-duplicates' },
  'resolution=ignore-duplicates': { resolution: 'ignore-duplicates' },
  'return=representation': { returns: 'representation' },
  'return=minimal': { returns: 'minimal' },
  'return=headers-only': { returns: 'headers-only' },
  'count=exact': { count: 'exact' },
  'count=planned': { count: 'planned' },
  'count=estimated': { count: 'estimated' },
  'tx=commit': { transaction: 'commit' },
  'tx=rollback': { transaction: 'rollback' },
  'missing=default': { missing: 'default' },
  'missing=null': { missing: 'null' },
  'handling=strict': { handling: 'strict' },
  'handling=lenient': { handling: 'lenient' },
}

/** Parses the `Prefer` header; the first of two contradictory preferences wins. */
export function parsePreferences(header: string | undefined): Preferences {
  let found: Partial<Preferences> = {}
  const invalid: string[] = []
  for (const part of header?.split(',') ?? []) {
    const preference = part.trim()
    if (preference === '') continue
    const parsed = parsePreference(preference)
    if (parsed) found = { ...parsed, ...found }
    else invalid.push(preference)
  }
  return { ...found, invalid }
}

function parsePreference(preference: string): Partial<Preferences> | undefined {
  if (Object.hasOwn(KNOWN_PREFERENCES, preference)) return KNOWN_PREFERENCES[preference]
  const affected = /^max-affected=(\d{1,9})$/.exec(preference)?.[1]
  if (affected !== undefined) return { maxAffected: Number(affected) }
  const timezone = /^timezone=(.{1,100})$/.exec(preference)?.[1]
  return timezone === undefined ? undefined : { timezone }
}

/** With `handling=strict` an unknown preference is an error. */
export function checkPreferences(preferences: Preferences): void {
  if (preferences.handling !== 'strict' || preferences.invalid.length === 0) return
  throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.invalid.join(', ')}`,
  })
}

/** The limit of affected rows; it applies only together with `handling=strict`. */
export function affectedLimit(preferences: Preferences): number | undefined {
  return preferences.handling === 'strict' ? preferences.maxAffected : undefined
}

/** The value of `Preference-Applied`, in the order of the wire format; undefined when there is none. */
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
