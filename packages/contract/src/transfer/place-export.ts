import { z } from 'zod'

/** GeoJSON (RFC 7946), KML 2.2, GPX 1.1, and CSV with columns that Google My Maps knows. */
export const PLACE_EXPORT_FORMATS = ['geojson', 'kml', 'gpx', 'csv'] as const
export type PlaceExportFormat = (typeof PLACE_EXPORT_FORMATS)[number]

/** The header of a download that says how many places, or videos, are in it. */
export const SAVED_COUNT_HEADER = 'x-antojo-saved'

/** `GET /places/export/{format}?list=`: the person's places, or those of a list that they may read. */
export const placeExportParams = z.object({ format: z.enum(PLACE_EXPORT_FORMATS) })
export const placeExportQuery = z.object({ list: z.uuid().optional() })
