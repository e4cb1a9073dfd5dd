import tzLookup from '@photostructure/tz-lookup'

/** The IANA time zone at a point, by approximate outlines (@photostructure/tz-lookup). */
export function timeZoneAt(lat: number, lng: number): string {
  return tzLookup(lat, lng)
}
