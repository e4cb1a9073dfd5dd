import type { ParquetLayout } from './parquet-layout.ts'
import { list, readRecord, text } from '../record.ts'

/** Reports (`unresolved_flags`) that a row is not an open place of its own. */
const GONE: ReadonlySet<string> = new Set(['closed', 'deleted', 'doesnt_exist', 'duplicate', 'inappropriate'])

/** Foursquare OS Places (docs.foursquare.com, "Places OS Data Schemas"). Labels are paths: "Dining and Drinking > Bar". */
export const FOURSQUARE: ParquetLayout = {
  source: 'foursquare',
  filterColumns: ['latitude', 'fsq_category_labels', 'longitude', 'date_closed', 'unresolved_flags'],
  columns: 'fsq_place_id name address locality region postcode country tel website instagram'.split(' '),
  bounds: { west: 'longitude', south: 'latitude', east: 'longitude', north: 'latitude' },
  point: ({ latitude: lat, longitude: lng }) =>
    typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
  keep: (row) =>
    text(row['date_closed']) === undefined &&
    !list(row['unresolved_flags']).some((flag) => GONE.has(flag)) &&
    list(row['fsq_category_labels']).some((label) => label.startsWith('Dining and Drinking')),
  recordOf: (row, source) =>
    readRecord({
      ...row,
      source,
      source_id: row['fsq_place_id'],
      lat: row['latitude'],
      lng: row['longitude'],
      city: row['locality'],
      phone: row['tel'],
      categories: list(row['fsq_category_labels']).map((label) => lastPart(label)),
    }),
}

/** "Dining and Drinking > Restaurant > Taco Restaurant" is a `taco_restaurant`. */
function lastPart(label: string): string {
  return (label.split('>').at(-1) ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
}
