import { hoursLinesOf, parseHoursLines } from '@antojo/domain/hours/hours-text'
import { webAddress } from '@antojo/domain/links/web-address'
import { PLATFORM_FACTS, platformOfUrl } from '@antojo/domain/platforms/platform'
import type { FinderStep } from './finder-api.ts'

/** A copy of the contract's list, because importing the value would load zod. */
export const FINDER_ORDER: readonly FinderStep[] = ['oembed', 'probe', 'frames', 'ocr', 'search']

/** The texts of the form; `seen` was read from an uploaded screenshot or clip. */
export type FinderFields = Readonly<Record<'url' | 'caption' | 'hashtags' | 'city' | 'seen', string>>

export const NO_FIELDS: FinderFields = { url: '', caption: '', hashtags: '', city: '', seen: '' }

export type UrlProblem = 'missing' | 'invalid'

/** The problem with the URL (spec §5), or null. With the text of a screenshot, the URL may be empty. */
export function urlProblem(text: string, seen = ''): UrlProblem | null {
  const trimmed = text.trim()
  if (trimmed === '') return seen === '' ? 'missing' : null
  return webAddress(trimmed) === null ? 'invalid' : null
}

/** False where the finder warns that the result may be poor (spec-notes); it still tries. */
export function isFullySupported(text: string): boolean {
  const platform = platformOfUrl(text.trim())
  return platform !== 'Other' && PLATFORM_FACTS[platform].isFinderReady
}

/** The hours of today in the reader's own clock, among the seven lines of a week from Monday on; null when unknown. */
export function todaysHours(given: readonly string[], now: Date, locale: string): string | null {
  const week = parseHoursLines(given)
  const lines = week ? hoursLinesOf(week, locale) : given
  return (lines.length === 7 ? lines[(now.getDay() + 6) % 7] : lines[0]) ?? null
}
