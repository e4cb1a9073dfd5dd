/** An opening in minutes since the day's midnight; `end` exceeds 1440 when the place closes after midnight. */
export interface Opening {
  readonly start: number
  readonly end: number
}

/** The openings of seven days, Monday first. */
export type WeekHours = readonly (readonly Opening[])[]

export interface HoursStatus {
  readonly open: boolean
  /** The minute of a day at which that changes; null for a place that stays open or does not open again today. */
  readonly until: number | null
  /** Today's openings; after midnight, those of the previous evening until they end. */
  readonly today: readonly Opening[]
  /** 0 is Monday. */
  readonly weekday: number
}

const MINUTES_PER_DAY = 24 * 60

/** Whether the place is open at that moment, in its own time zone (IANA name; UTC when unknown to the runtime). */
export function statusAt(week: WeekHours, at: Date, timeZone: string): HoursStatus {
  return statusOn(week, localTime(at, timeZone))
}

interface LocalTime {
  /** 0 is Monday. */
  readonly weekday: number
  readonly minute: number
}

export function statusOn(week: WeekHours, { weekday, minute }: LocalTime): HoursStatus {
  const previous = (weekday + 6) % 7
  const lateNight = (week[previous] ?? []).find(
    (opening) => opening.end > MINUTES_PER_DAY && minute < opening.end - MINUTES_PER_DAY,
  )
  if (lateNight)
    return {
      open: true,
      until: lateNight.end % MINUTES_PER_DAY,
      today: week[previous] ?? [],
      weekday: previous,
    }
  const today = week[weekday] ?? []
  const now = today.find(({ start, end }) => minute >= start && minute < end)
  const later = today.map(({ start }) => start).filter((start) => start > minute)
  const until = now
    ? isAllDay([now])
      ? null
      : now.end % MINUTES_PER_DAY
    : later.length > 0
      ? Math.min(...later)
      : null
  return { open: now !== undefined, until, today, weekday }
}

export function localTime(at: Date, timeZone: string): LocalTime {
  const parts = clock(timeZone).formatToParts(at)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday'))
  return { weekday, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}

function clock(timeZone: string): Intl.DateTimeFormat {
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
}

/** The openings of a day; null when one of them is unknown: a part of the hours is none. */
export function allKnown(openings: readonly (Opening | null)[]): readonly Opening[] | null {
  return openings.includes(null) ? null : openings.filter((opening) => opening !== null)
}

/** Names of the weekdays in a language, Monday first. */
export function weekdayNames(locale: string, form: 'long' | 'short' = 'long'): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: form, timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(new Date(Date.UTC(2024, 0, 1 + index))))
}

/** `13:00–16:00, 20:00–0:00` in the language's own clock; null when the place is closed that day. */
export function openingsText(openings: readonly Opening[], locale: string): string | null {
  if (openings.length === 0) return null
  const time = minuteFormat(locale)
  return openings.map(({ start, end }) => `${time(start)}–${time(end)}`).join(', ')
}

/** Writes minutes of a day in the language's own clock. */
export function minuteFormat(locale: string): (minute: number) => string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return (minute) => format.format(new Date(Date.UTC(2024, 0, 1, 0, minute % MINUTES_PER_DAY)))
}

/** True when the day is one opening of 24 hours. */
export function isAllDay(openings: readonly Opening[]): boolean {
  return openings.some(({ start, end }) => start === 0 && end - start >= MINUTES_PER_DAY)
}
