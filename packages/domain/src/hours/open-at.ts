import { localTime, statusOn, type WeekHours } from './hours.ts'

/**
 * Whether places are open at a moment, by their own clocks; null when the hours or the time zone are unknown. For many places:
 * making a clock takes a thousand times as long as reading it, so each zone is asked once.
 */
export function openJudge(at: Date): (week: WeekHours | null, timeZone: string | null) => boolean | null {
  const times = new Map<string, ReturnType<typeof localTime>>()
  return (week, timeZone) => {
    if (week === null || timeZone === null) return null
    const time = times.get(timeZone) ?? localTime(at, timeZone)
    times.set(timeZone, time)
    return statusOn(week, time).open
  }
}
