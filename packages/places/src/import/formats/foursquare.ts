import type { ParquetLayout } from './parquet-layout.ts'
import { list, readRecord, text } from '../record.ts'

/** Foursquare OS Places (docs.foursquare.com, "Places OS Data Schemas"). Labels are paths: "Dining and Drinking > Bar". */
export const FOURSQUARE: ParquetLayout = {
  source: 'foursquare',
  columns: [
    'fsq_place_id',
    'fsq_category_labels',
    'name',
    'latitude',
    'longitude',
    'address',
    'locality',
    'region',
    'postcode',
    'country',
    'date_closed',
    'tel',
    'website',
    'instagram',
  ],
  keep: (row) =>
    text(row['date_closed']) === undefined &&
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
