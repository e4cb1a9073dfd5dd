/** Preferences of a person (spec §3, §5, §9): names and values as the table `user_settings` and the local copy hold them. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark' | 'contrast'
  readonly density: 'comfortable' | 'compact'
  readonly layout: 'grid' | 'list' | 'map'
  readonly reduce_motion: boolean
  readonly default_sort: 'distance' | 'rating' | 'recent' | 'popular'
  /** Kilometres, 1–100. */
  readonly radius_km: number
  readonly platforms: readonly SettingsPlatform[]
  readonly cuisines: readonly string[]
  readonly dietary_filters: readonly string[]
  readonly language: 'en' | 'es'
  readonly map_style: 'standard' | 'satellite'
  readonly directions_pref: 'google' | 'apple' | 'waze' | 'uber'
  readonly default_visibility: 'private' | 'unlisted' | 'public'
  readonly share_options: ShareOptions
}

export interface ShareOptions {
  readonly allow_comments: boolean
  readonly allow_collaborators: boolean
  readonly show_creator: boolean
}

export type SettingsPlatform = (typeof SETTINGS_PLATFORMS)[number]

export const SETTINGS_PLATFORMS = ['TikTok', 'Instagram', 'YouTube', 'Facebook'] as const
/** Diets a person can ask for; a place's `diet_tags` hold the same keys. */
export const DIET_KEYS = ['vegetarian', 'vegan', 'gluten_free', 'halal', 'kosher'] as const
export type DietKey = (typeof DIET_KEYS)[number]
export const SETTINGS_STORAGE_KEY = 'fs:settings:v1'
/** Milliseconds without a change after which settings go to the server. */
export const SETTINGS_SAVE_DELAY_MS = 800

export const SETTINGS_CHOICES = {
  theme: ['system', 'light', 'dark', 'contrast'],
  density: ['comfortable', 'compact'],
  layout: ['grid', 'list', 'map'],
  default_sort: ['distance', 'rating', 'recent', 'popular'],
  language: ['es', 'en'],
  map_style: ['standard', 'satellite'],
  directions_pref: ['google', 'apple', 'waze', 'uber'],
  default_visibility: ['private', 'unlisted', 'public'],
} as const

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  density: 'comfortable',
  layout: 'grid',
  reduce_motion: false,
  default_sort: 'distance',
  radius_km: 10,
  platforms: SETTINGS_PLATFORMS,
  cuisines: [],
  dietary_filters: [],
  language: 'es',
  map_style: 'standard',
  directions_pref: 'google',
  default_visibility: 'private',
  share_options: { allow_comments: true, allow_collaborators: false, show_creator: true },
}

/** Settings from anything at all: unknown values fall back to the defaults (spec §5). */
export function sanitizeSettings(value: unknown): Settings {
  const given = isRecord(value) ? value : {}
  const base = DEFAULT_SETTINGS
  return {
    theme: oneOf(SETTINGS_CHOICES.theme, given['theme'], base.theme),
    density: oneOf(SETTINGS_CHOICES.density, given['density'], base.density),
    layout: oneOf(SETTINGS_CHOICES.layout, given['layout'], base.layout),
    reduce_motion: boolean(given['reduce_motion'], base.reduce_motion),
    default_sort: oneOf(SETTINGS_CHOICES.default_sort, given['default_sort'], base.default_sort),
    radius_km: radius(given['radius_km']),
    platforms: platforms(given['platforms']),
    cuisines: strings(given['cuisines']),
    dietary_filters: strings(given['dietary_filters']),
    language: oneOf(SETTINGS_CHOICES.language, given['language'], base.language),
    map_style: oneOf(SETTINGS_CHOICES.map_style, given['map_style'], base.map_style),
    directions_pref: oneOf(SETTINGS_CHOICES.directions_pref, given['directions_pref'], base.directions_pref),
    default_visibility: oneOf(
      SETTINGS_CHOICES.default_visibility,
      given['default_visibility'],
      base.default_visibility,
    ),
    share_options: shareOptions(given['share_options']),
  }
}

/** Settings from an exported file's text; null when it is not JSON of an object. */
export function importSettings(text: string): Settings | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? sanitizeSettings(value) : null
  } catch {
    return null
  }
}

export function exportSettings(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`
}

/** The platform filter of the settings keeps the chosen platforms plus Other (spec §5). */
export function platformAllowed(settings: Pick<Settings, 'platforms'>, platform: string): boolean {
  return settings.platforms.length === 0 || !isPlatform(platform) || settings.platforms.includes(platform)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function oneOf<T extends string>(choices: readonly T[], value: unknown, fallback: T): T {
  return choices.find((choice) => choice === value) ?? fallback
}

function boolean(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

/** Absent → the default; present but not numeric → 1; clamped to 1–100 (spec-notes). */
function radius(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_SETTINGS.radius_km
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) return 1
  return Math.min(100, Math.max(1, number))
}

function isPlatform(value: unknown): value is SettingsPlatform {
  return SETTINGS_PLATFORMS.some((platform) => platform === value)
}

/** Empty means all four. */
function platforms(value: unknown): readonly SettingsPlatform[] {
  const chosen = Array.isArray(value) ? SETTINGS_PLATFORMS.filter((platform) => value.includes(platform)) : []
  return chosen.length === 0 ? SETTINGS_PLATFORMS : chosen
}

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  const kept = value.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
  return [...new Set(kept.map((item) => item.trim()))]
}

/** Who may do what with a shared list; what is unknown falls back to the defaults. */
export function shareOptions(value: unknown): ShareOptions {
  const given = isRecord(value) ? value : {}
  const base = DEFAULT_SETTINGS.share_options
  return {
    allow_comments: boolean(given['allow_comments'], base.allow_comments),
    allow_collaborators: boolean(given['allow_collaborators'], base.allow_collaborators),
    show_creator: boolean(given['show_creator'], base.show_creator),
  }
}
