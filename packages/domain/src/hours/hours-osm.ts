import { allKnown, type Opening, type WeekHours } from './hours.ts'

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const TIME_RANGE = /^(\d{1,2})(?:[:.]([0-5]\d))?(?:-(\d{1,2})(?:[:.]([0-5]\d))?)?(\+)?$/u

/**
 * The week of an OpenStreetMap `opening_hours` value (wiki.openstreetmap.org/wiki/Key:opening_hours), in the forms that
 * restaurants use: `24/7`, weekdays and ranges of them, several times a day, closing past midnight, `off`, an open end
 * (`18:00+`, read as until midnight). Public and school holidays are skipped. Null for other forms (months, weeks,
 * sunset, comments): no answer is better than a wrong one.
 */
export function parseOsmHours(text: string): WeekHours | null {
  const value = text.trim().toLowerCase().replace(/[–—]/gu, '-').replace(/\s+/gu, ' ')
  if (value === '') return null
  if (value === '24/7') return Array.from({ length: 7 }, () => [{ start: 0, end: 1440 }])
  const week: (readonly Opening[])[] = Array.from({ length: 7 }, () => [])
  for (const rule of splitRules(value)) {
    const read = readRule(rule)
    if (!read) return null
    for (const index of read.days)
      week[index] = read.adds ? [...(week[index] ?? []), ...read.openings] : read.openings
  }
  return week
}

interface Rule {
  readonly days: readonly number[]
  readonly openings: readonly Opening[]
  /** After a comma a rule adds to the day, after a semicolon it replaces it. */
  readonly adds: boolean
}

/** `;` separates rules; so does a comma before a weekday after a time (`Mo 10:00-14:00, Tu 09:00-12:00`). */
function splitRules(value: string): { text: string; adds: boolean }[] {
  return value
    .split(';')
    .filter((part) => part.trim() !== '')
    .flatMap((part) =>
      part
        .split(/(?<=\d\+?|off|closed)\s*,\s*(?=(?:mo|tu|we|th|fr|sa|su|ph|sh)\b)/u)
        .map((text, index) => ({ text: text.trim(), adds: index > 0 })),
    )
}

function readRule({ text, adds }: { text: string; adds: boolean }): Rule | null {
  const match =
    /^((?:(?:mo|tu|we|th|fr|sa|su|ph|sh)(?: ?- ?(?:mo|tu|we|th|fr|sa|su))?(?: ?, ?| ?(?=\d|off|closed|:|$)| ))*):?(.*)$/u.exec(
      text,
    )
  const selector = match?.[1]?.trim().replace(/,$/u, '') ?? ''
  const times = match?.[2]?.trim() ?? ''
  const openings = readTimes(times, selector !== '')
  return openings ? { days: readDays(selector), openings, adds } : null
}

function readDays(selector: string): number[] {
  if (selector === '') return [0, 1, 2, 3, 4, 5, 6]
  return selector.split(',').flatMap((part) => {
    const [from = '', to = from] = part.split('-').map((day) => day.trim())
    const first = DAYS.indexOf(from)
    const last = DAYS.indexOf(to)
    if (first < 0 || last < 0) return []
    const count = ((last - first + 7) % 7) + 1
    return Array.from({ length: count }, (_, index) => (first + index) % 7)
  })
}

function readTimes(times: string, hasDays: boolean): readonly Opening[] | null {
  if (times === 'off' || times === 'closed') return []
  if (times === '') return hasDays ? [{ start: 0, end: 1440 }] : null
  return allKnown(times.split(',').map((part) => readTime(part.replaceAll(' ', ''))))
}

function readTime(part: string): Opening | null {
  const match = TIME_RANGE.exec(part)
  if (!match) return null
  const [, startHour, startMinute = '0', endHour, endMinute = '0', open] = match
  if (endHour === undefined && open === undefined) return null
  const start = Number(startHour) * 60 + Number(startMinute)
  const end = endHour === undefined ? 1440 : Number(endHour) * 60 + Number(endMinute)
  if (start > 1440 || end > 2 * 1440) return null
  return { start, end: end <= start ? end + 1440 : end }
}
