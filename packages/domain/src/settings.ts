import { DIRECTIONS_PROVIDERS } from './directions.ts'
import { KNOWN_PLATFORMS, type KnownPlatform } from './platforms/platform.ts'
import { shareOptions, VISIBILITIES } from './sharing.ts'
import { flag, isRecord, oneOf, tryParseJson } from './unknown-values.ts'

export const SETTINGS_STORAGE_KEY = 'fs:settings:v1'
/** Milliseconds without a change after which settings are sent to the server. */
export const SETTINGS_SAVE_DELAY_MS = 800

export const SETTINGS_CHOICES = {
  theme: ['system', 'light', 'dark', 'contrast'],
  density: ['comfortable', 'compact'],
  layout: ['grid', 'list', 'map'],
  default_sort: ['distance', 'rating', 'recent', 'popular'],
  language: ['es', 'en'],
  map_style: ['standard', 'satellite'],
  directions_pref: DIRECTIONS_PROVIDERS,
  default_visibility: VISIBILITIES,
} as const

export type SettingsChoice<Name extends keyof typeof SETTINGS_CHOICES> =
  (typeof SETTINGS_CHOICES)[Name][number]

/**
 * A person's preferences (spec §3, §5, §9), with the names and values of the table `user_settings` and of the local
 * copy.
 */
export type Settings = Readonly<ReturnType<typeof sanitizeSettings>>

/** Settings from any value; missing and unknown ones get their default (spec §5). */
export function sanitizeSettings(value: unknown) {
  const given = isRecord(value) ? value : {}
  return {
    theme: oneOf(SETTINGS_CHOICES.theme, given['theme'], 'system'),
    density: oneOf(SETTINGS_CHOICES.density, given['density'], 'comfortable'),
    layout: oneOf(SETTINGS_CHOICES.layout, given['layout'], 'grid'),
    reduce_motion: flag(given['reduce_motion'], false),
    /** One card for each video, instead of one for all videos of a place. */
    each_video: flag(given['each_video'], false),
    default_sort: oneOf(SETTINGS_CHOICES.default_sort, given['default_sort'], 'distance'),
    /** Kilometres, 1–100. */
    radius_km: radius(given['radius_km']),
    platforms: platforms(given['platforms']),
    cuisines: strings(given['cuisines']),
    dietary_filters: strings(given['dietary_filters']),
    language: oneOf(SETTINGS_CHOICES.language, given['language'], 'es'),
    map_style: oneOf(SETTINGS_CHOICES.map_style, given['map_style'], 'standard'),
    directions_pref: oneOf(SETTINGS_CHOICES.directions_pref, given['directions_pref'], 'google'),
    default_visibility: oneOf(SETTINGS_CHOICES.default_visibility, given['default_visibility'], 'private'),
    share_options: shareOptions(given['share_options']),
  }
}

export const DEFAULT_SETTINGS: Settings = sanitizeSettings({})

/** The settings with those that the text of an exported file names; null when it is not a JSON object. */
export function importSettings(text: string, current: Settings): Settings | null {
  const value = tryParseJson(text)
  return isRecord(value) ? sanitizeSettings({ ...current, ...value }) : null
}

export function exportSettings(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`
}

/** 10 when absent; 1 when present but not numeric; clamped to 1–100 (spec-notes). */
function radius(value: unknown): number {
  if (value === undefined || value === null) return 10
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) return 1
  return Math.min(100, Math.max(1, number))
}

/** All platforms when none is chosen. */
function platforms(value: unknown): readonly KnownPlatform[] {
  const chosen = Array.isArray(value) ? KNOWN_PLATFORMS.filter((platform) => value.includes(platform)) : []
  return chosen.length === 0 ? KNOWN_PLATFORMS : chosen
}

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  const kept = value.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
  return [...new Set(kept.map((item) => item.trim()))]
}
