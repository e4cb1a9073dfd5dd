export type RelativeDate =
  | { readonly kind: 'today' | 'yesterday' }
  | { readonly kind: 'days' | 'weeks' | 'months'; readonly n: number }
  | { readonly kind: 'date' }

/**
 * How long ago, by calendar days in the reader's time zone (spec §9): days under 7, weeks under 30, months under 365.
 */
export function relativeDate(then: Date, now: Date): RelativeDate {
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000)
  if (Number.isNaN(days)) return { kind: 'date' }
  if (days <= 0) return { kind: 'today' }
  if (days === 1) return { kind: 'yesterday' }
  if (days < 7) return { kind: 'days', n: days }
  if (days < 30) return { kind: 'weeks', n: Math.floor(days / 7) }
  if (days < 365) return { kind: 'months', n: Math.floor(days / 30) }
  return { kind: 'date' }
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
