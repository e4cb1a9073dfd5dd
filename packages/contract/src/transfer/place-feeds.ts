import { z } from 'zod'

/** The files of a live link: four for maps and tables, the newest posts as RSS, and a KML file that Google Earth refreshes. */
export const FEED_FILES = [
  'places.geojson',
  'places.kml',
  'places.gpx',
  'places.csv',
  'network.kml',
  'rss.xml',
] as const
export type FeedFile = (typeof FEED_FILES)[number]

/** `GET /feeds/{id}/{file}`: readable by everybody who knows the id. */
export const feedParams = z.object({ id: z.uuid(), file: z.enum(FEED_FILES) })

/** `GET` and `POST /places/feeds?list=`: the live link of the collection or of one of the person's lists. */
export const feedQuery = z.object({ list: z.uuid().optional() })

/** `feed` is null when there is none; `ofPerson` is the number of the person's live links. */
export const feedResponse = z.object({
  feed: z.object({ id: z.uuid() }).nullable(),
  ofPerson: z.number().int(),
})
export type FeedResponse = z.infer<typeof feedResponse>
