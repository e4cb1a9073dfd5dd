import type { PlaceFacts } from '@antojo/domain/places/place-facts'

/** A place of a provider, with facts that only look-ups and links need. */
export interface Place extends PlaceFacts {
  /** Handle on Instagram, without `@` and host. */
  readonly instagram?: string
}

/**
 * The facts of a place that are one text each, and their columns. File readers, the import and the queries use this
 * list. The import hashes a record's texts in this order, so add new ones at the end.
 */
export const TEXT_COLUMNS = {
  address: 'address',
  city: 'city',
  region: 'region',
  postcode: 'postcode',
  phone: 'phone',
  website: 'website',
  description: 'description',
  neighbourhood: 'neighbourhood',
  country: 'country',
  instagram: 'instagram',
  openingHours: 'opening_hours',
  openingHoursText: 'opening_hours_text',
} as const satisfies Record<TextFact, string>
export type TextColumn = (typeof TEXT_COLUMNS)[TextFact]

/** The optional texts of a place. The time zone has no column: it is derived from the position. */
type TextFact = Exclude<OptionalTexts<Place>, 'timeZone'>
type OptionalTexts<Of> = {
  [Name in keyof Of]-?: [string | undefined] extends [Of[Name]] ? Name : never
}[keyof Of]

export const TEXT_FACTS: readonly TextFact[] = Object.keys(TEXT_COLUMNS).filter(isTextFact)

function isTextFact(name: string): name is TextFact {
  return name in TEXT_COLUMNS
}
