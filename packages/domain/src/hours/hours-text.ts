import { isAllDay, openingsText, weekdayNames, type Opening, type WeekHours } from './hours.ts'
import { nameKey } from '../text.ts'

/** Words for a closed and a round-the-clock day, in the languages of place data. */
const CLOSED_WORDS = ['closed', 'cerrado', 'fermé', 'ferme', 'chiuso', 'fechado']
const ALL_DAY_WORDS = ['open 24 hours', 'abierto 24 horas', '24 hours', '24 horas', 'abierto las 24 horas']
const CLOCK_TIME = /(\d{1,2})(?:[:.h](\d{2}))?\s*([ap])?\.?\s*m?\.?/iu

/**
 * The lines of `opening_hours_weekday_text` in any of its forms (spec §3): a list, a JSON list in a string, or lines of
 * text.
 */
export function hoursLines(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.filter((line): line is string => typeof line === 'string' && line.trim() !== '')
  if (typeof value !== 'string') return []
  const text = value.trim()
  if (text.startsWith('[')) {
    try {
      return hoursLines(JSON.parse(text))
    } catch {
      return []
    }
  }
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'N/A')
}

/** The week of day lines such as `lunes: 9:00–17:00` or `Monday: 9:00 AM – 5:00 PM`; null when unclear. */
export function parseHoursLines(lines: readonly string[]): WeekHours | null {
  const week: (readonly Opening[] | undefined)[] = Array.from({ length: 7 }, () => undefined)
  for (const line of lines) {
    const [name = '', ...rest] = line.split(/:(.*)/su)
    const index = weekdayIndex(name)
    if (index === null) continue
    const openings = readDay(rest.join(''))
    if (!openings) return null
    week[index] = openings
  }
  return week.some((openings) => openings !== undefined) ? week.map((openings) => openings ?? []) : null
}

/** Day lines of a week in a language, as in `opening_hours_weekday_text`. */
export function hoursLinesOf(week: WeekHours, locale: string): string[] {
  const words = locale.startsWith('es')
    ? { closed: 'Cerrado', allDay: 'Abierto 24 horas' }
    : { closed: 'Closed', allDay: 'Open 24 hours' }
  return weekdayNames(locale).map((name, index) => {
    const openings = week[index] ?? []
    const text = isAllDay(openings) ? words.allDay : (openingsText(openings, locale) ?? words.closed)
    return `${name}: ${text}`
  })
}

function weekdayIndex(name: string): number | null {
  const key = nameKey(name)
  for (const locale of ['es-ES', 'en-US']) {
    const index = weekdayNames(locale).findIndex((day) => nameKey(day) === key)
    if (index >= 0) return index
  }
  return null
}

function readDay(text: string): readonly Opening[] | null {
  const plain = text.replace(/\s+/gu, ' ').trim().toLowerCase()
  if (CLOSED_WORDS.includes(plain)) return []
  if (ALL_DAY_WORDS.includes(plain)) return [{ start: 0, end: 1440 }]
  const openings = plain.split(',').map(readRange)
  return openings.some((opening) => opening === null) ? null : openings.filter((opening) => opening !== null)
}

function readRange(text: string): Opening | null {
  const [from, to] = text.split(/[-–—]|\ba\b(?!\.?\s*m)|\bto\b/u)
  const opens = readClock(from ?? '')
  const closes = readClock(to ?? '')
  if (!opens || !closes) return null
  const start = minuteOf(opens, opens.half ?? closes.half)
  const end = minuteOf(closes, closes.half)
  return { start, end: end <= start ? end + 1440 : end }
}

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly half: 'a' | 'p' | null
}

function readClock(text: string): Clock | null {
  const match = CLOCK_TIME.exec(text.trim())
  if (!match) return null
  const half = match[3]?.toLowerCase()
  return {
    hour: Number(match[1]),
    minute: Number(match[2] ?? 0),
    half: half === 'a' || half === 'p' ? half : null,
  }
}

function minuteOf({ hour, minute }: Clock, half: 'a' | 'p' | null): number {
  const base = half === null ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return base * 60 + minute
}
