/** What the fix-details form holds. */
export interface FixDetails {
  readonly name: string
  readonly location: string
  readonly title: string
}

export type FixFault = 'name_short' | 'name_long' | 'location_short' | 'location_long' | 'title_long'

/** Spec §5: name and location of 2–80 characters, a title of at most 120. */
const shortest = 2
const longest = 80
const longestTitle = 120

/** What is wrong with each field, trimmed; nothing when it may be saved. */
export function faultsOf(details: FixDetails): Partial<Record<keyof FixDetails, FixFault>> {
  const name = details.name.trim().length
  const location = details.location.trim().length
  return {
    ...(name < shortest ? { name: 'name_short' } : name > longest ? { name: 'name_long' } : {}),
    ...(location < shortest
      ? { location: 'location_short' }
      : location > longest
        ? { location: 'location_long' }
        : {}),
    ...(details.title.trim().length > longestTitle ? { title: 'title_long' } : {}),
  }
}
