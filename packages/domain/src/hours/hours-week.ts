import type { WeekHours } from './hours.ts'
import { parseOsmHours } from './hours-osm.ts'
import { hoursLines, parseHoursLines } from './hours-text.ts'

/** The week of a place from its `opening_hours`, else from the lines of `opening_hours_weekday_text`; null when unknown. */
export function weekOf(osm: string | null, lines: unknown): WeekHours | null {
  return (osm === null ? null : parseOsmHours(osm)) ?? parseHoursLines(hoursLines(lines))
}
