/** The most rows that a person has of something that only grows by hand. The database refuses more, whoever writes them. */
export const ROW_LIMITS = {
  placesOfVideo: 50,
  videosOfList: 20_000,
  corrections: 5_000,
} as const

/** No platform had favourites before this day, so an earlier time is an error. */
export const FIRST_DAY = Date.UTC(2005, 0, 1)

/** A time from outside, brought between the first day and now. */
export function timeInBounds(time: string): string {
  const at = Date.parse(time)
  if (at >= FIRST_DAY && at <= Date.now()) return time
  return new Date(at > FIRST_DAY ? Date.now() : FIRST_DAY).toISOString()
}
