import { allKnown, isAllDay, openingsText, weekdayNames, type Opening, type WeekHours } from './hours.ts'
import { nameKey } from '../text.ts'
import { tryParseJson } from '../unknown-values.ts'

/** A closed and a round-the-clock day, in the languages of place data. */
const CLOSED = /^(?:closed|cerrado|ferm[eé]|chiuso|fechado)$/u
const ALL_DAY = /^(?:open |abierto (?:las )?)?24 (?:hours|horas)$/u
const CLOCK = String.raw`(\d{1,2})(?:[:.h]([0-5]\d))? ?(?:([ap])\.? ?m\.?)?`
const RANGE = new RegExp(`^(?:de )?${CLOCK} ?(?:[-–—]|a|to|until|hasta)(?: las?)? ?${CLOCK}$`, 'u')
/** Between two openings of a day. */
const BETWEEN = / ?[,;/] ?| y | and /u

/**
 * The lines of `opening_hours_weekday_text` in any of its forms (spec §3): a list, a JSON list in a string, or lines of
 * text.
 */
export function hoursLines(value: unknown): readonly string[] {
  if (Array.isArray(value))
    return value.filter((line): line is string => typeof line === 'string' && line.trim() !== '')
  if (typeof value !== 'string') return []
  const text = value.trim()
  if (text.startsWith('[')) return hoursLines(tryParseJson(text))
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== 'N/A')
}

/**
 * The week of day lines such as `lunes: 9:00–17:00` or `Monday: 9:00 AM – 5:00 PM`; null when any line is unclear, such as
 * the one of a holiday. Several lines of a day are its openings.
 */
export function parseHoursLines(lines: readonly string[]): WeekHours | null {
  const week: (readonly Opening[])[] = []
  for (const line of lines) {
    const [name = '', text = ''] = line.split(/:(.*)/su)
    const index = weekdayIndex(name)
    const openings = readDay(text)
    if (index === null || !openings) return null
    const known = week[index] ?? openings
    if (!known[0] !== !openings[0]) return null
    // Two languages have the same opening twice.
    week[index] = [...new Map([...known, ...openings].map((opening) => [opening.start, opening])).values()]
  }
  return lines[0] ? Array.from({ length: 7 }, (_, index) => week[index] ?? []) : null
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
  const names = ['es-ES', 'en-US'].flatMap((locale) => weekdayNames(locale).map(nameKey))
  const index = names.indexOf(nameKey(name))
  return index < 0 ? null : index % 7
}

function readDay(text: string): readonly Opening[] | null {
  const plain = text.replace(/\s+/gu, ' ').trim().toLowerCase()
  if (CLOSED.test(plain)) return []
  if (ALL_DAY.test(plain)) return [{ start: 0, end: 1440 }]
  return allKnown(plain.split(BETWEEN).map(readRange))
}

function readRange(text: string): Opening | null {
  const [, from, fromMinute, fromHalf, to, toMinute, half] = RANGE.exec(text) ?? []
  const start = minuteOf(from, fromMinute, fromHalf ?? half)
  const end = minuteOf(to, toMinute, half)
  // `5:00 – 11:30 PM` has one half for both times.
  const isClear = fromHalf ? half : !half || start < end
  if (!isClear || !(start < 1440 && end <= 2880)) return null
  return { start, end: end <= start ? end + 1440 : end }
}

function minuteOf(hour: string | undefined, minute = '0', half?: string): number {
  const base = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)
  return base * 60 + Number(minute)
}
