import { describe, expect, test } from 'vitest'
import {
  DEFAULT_SETTINGS,
  exportSettings,
  importSettings,
  sanitizeSettings,
  SETTINGS_CHOICES,
} from './settings.ts'

describe('sanitizeSettings', () => {
  test('no value gives the defaults of the spec', () => {
    expect(sanitizeSettings(undefined)).toEqual(DEFAULT_SETTINGS)
    expect(DEFAULT_SETTINGS).toMatchObject({
      theme: 'system',
      density: 'comfortable',
      layout: 'grid',
      reduce_motion: false,
      each_video: false,
      default_sort: 'distance',
      radius_km: 10,
      language: 'es',
      map_style: 'standard',
      directions_pref: 'google',
      default_visibility: 'private',
      platforms: ['TikTok', 'Instagram', 'YouTube', 'Facebook'],
      share_options: { allow_comments: true, allow_collaborators: false, show_creator: true },
    })
  })

  test.each([
    ['absent', undefined, 10],
    ['null', null, 10],
    ['text', 'far', 1],
    ['empty', '', 1],
    ['below', 0, 1],
    ['inside', 35, 35],
    ['digits', '20', 20],
    ['above', 500, 100],
    ['infinite', Infinity, 1],
  ])('radius %s', (_, given, kept) => {
    expect(sanitizeSettings({ radius_km: given }).radius_km).toBe(kept)
  })

  test.each(Object.keys(SETTINGS_CHOICES))('an unknown %s falls back', (name) => {
    const defaults = new Map<string, unknown>(Object.entries(DEFAULT_SETTINGS))
    for (const unknown of ['neon', 7])
      expect(Object.entries(sanitizeSettings({ [name]: unknown }))).toContainEqual([name, defaults.get(name)])
  })

  test('known values stay', () => {
    const chosen = {
      ...DEFAULT_SETTINGS,
      theme: 'contrast',
      language: 'en',
      platforms: ['YouTube'],
      cuisines: ['Thai'],
      directions_pref: 'uber',
    }
    expect(sanitizeSettings(chosen)).toEqual(chosen)
  })

  test.each(['cuisines', 'dietary_filters'] as const)('%s are texts, trimmed and each once', (name) => {
    const given = ['vegan', ' vegan ', '', ' ', 7, 'halal\n']
    expect(sanitizeSettings({ [name]: given })[name]).toEqual(['vegan', 'halal'])
    expect(sanitizeSettings({ [name]: 'vegan' })[name]).toEqual([])
  })

  test('unknown platforms are removed; none means all four', () => {
    expect(sanitizeSettings({ platforms: ['Vine', 'YouTube'] }).platforms).toEqual(['YouTube'])
    expect(sanitizeSettings({ platforms: [] }).platforms).toEqual(DEFAULT_SETTINGS.platforms)
  })
})

test('an exported file can be imported; anything but a JSON object cannot', () => {
  const settings = { ...DEFAULT_SETTINGS, radius_km: 42 }
  expect(importSettings(exportSettings(settings), DEFAULT_SETTINGS)).toEqual(settings)
  expect(importSettings('{ oops', DEFAULT_SETTINGS)).toBeNull()
  expect(importSettings('[1]', DEFAULT_SETTINGS)).toBeNull()
  expect(importSettings('{"radius_km":1}', { ...DEFAULT_SETTINGS, theme: 'dark' })).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    radius_km: 1,
  })
})
