/** The values of the form. */
export interface FixDetails {
  readonly name: string
  readonly location: string
  readonly title: string
}

export type FixFault = 'name_short' | 'name_long' | 'location_short' | 'location_long' | 'title_long'

/** Spec §5. */
const MIN_LENGTH = 2
const MAX_LENGTH = 80
const MAX_TITLE_LENGTH = 120

/** The problem of each field, after trimming; empty when the form may be saved. */
export function faultsOf(details: FixDetails): Partial<Record<keyof FixDetails, FixFault>> {
  const name = details.name.trim().length
  const location = details.location.trim().length
  return {
    ...(name < MIN_LENGTH ? { name: 'name_short' } : name > MAX_LENGTH ? { name: 'name_long' } : {}),
    ...(location < MIN_LENGTH
      ? { location: 'location_short' }
      : location > MAX_LENGTH
        ? { location: 'location_long' }
        : {}),
    ...(details.title.trim().length > MAX_TITLE_LENGTH ? { title: 'title_long' } : {}),
  }
}
