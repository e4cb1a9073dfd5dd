import { ENRICH_STATES, IDENTIFY_STATES, VIDEO_DECISIONS } from '@antojo/domain/analysis'
import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { PRICE_RANGES } from '@antojo/domain/price'
import { LIST_ACCESSES, LIST_KINDS, VISIBILITIES } from '@antojo/domain/sharing'
import { ROW_LIMITS, timeInBounds } from '@antojo/domain/transfer/row-limits'
import { z } from 'zod'

/*
 * Antojo's own file: a ZIP archive with everything of a person, one JSON object a line. Rows refer to videos by their
 * canonical address, so that they mean the same in another Antojo, where ids differ. Fields have the names of the
 * database's columns, which the data API has too.
 */

/** A reader refuses a file of a newer version. A field that older readers do not need is no new version. */
export const ARCHIVE_VERSION = 1
/** Written last, so that a file that ends early lacks it. */
export const ARCHIVE_HEADER = 'antojo.json'
export const ARCHIVE_SETTINGS = 'settings.json'
export const ARCHIVE_PICTURE = 'images/profile.webp'

/** Twice the bounds of the columns: a character may take two units here, and the database has the last word. */
const words = z.string().max(8_192)
const text = words.nullable()
const longText = z.string().max(40_000).nullable()
const number = z.number().nullable()
const json = z.json().refine((value) => JSON.stringify(value).length <= 100_000)
const labels = z.array(z.string().max(1_000)).max(100)
/** The order of public videos is by these times. */
const time = z.iso.datetime({ offset: true }).transform(timeInBounds)
const url = z.string().max(2048)

const option = z.boolean().optional()
const shared = {
  visibility: z.enum(VISIBILITIES),
  share_options: z.object({ allow_comments: option, allow_collaborators: option, show_creator: option }),
}

const shownPlace = z.object({
  place_id: words,
  position: z.number().int(),
  name: words,
  address: text,
  location: text,
  lat: number,
  lng: number,
  cuisine: labels,
  confidence: number,
  evidence: json,
  created_at: time,
})

const video = z.object({
  canonical_url: url,
  video_url: url,
  platform: z.enum(PLATFORMS),
  created_at: time,
  title: text,
  creator_name: text,
  description: longText,
  thumbnail_url: longText,
  provider_thumbnail_url: text,
  places_photo_url: text,
  photo_attribution_html: text,
  views: z.number().int(),
  likes: z.number().int(),
  embed_html: longText,
  restaurant_name: text,
  restaurant_address: text,
  restaurant_location: text,
  restaurant_cuisine: text,
  restaurant_rating: number,
  user_ratings_total: number,
  restaurant_price_range: z.enum(PRICE_RANGES).nullable(),
  restaurant_phone: text,
  restaurant_website: text,
  diet_tags: labels,
  google_maps_url: text,
  open_now: z.boolean().nullable(),
  opening_hours_weekday_text: json,
  opening_hours: text,
  time_zone: text,
  reviews: json,
  extracted_dish_name: text,
  extracted_ingredients: json,
  extracted_estimated_price: number,
  extracted_price_currency: text,
  ...shared,
  enrich_place_id: text,
  enrich_place_name: text,
  enrich_place_address: text,
  enrich_place_lat: number,
  enrich_place_lng: number,
  enrich_confidence: number,
  enrich_suggestions: json,
  evidence_queries_used: json,
  evidence_city_hint: text,
  enrich_state: z.enum(ENRICH_STATES),
  enrich_progress: z.number().int(),
  decision: z.enum(VIDEO_DECISIONS).nullable(),
  identify_state: z.enum(IDENTIFY_STATES),
  identify_reason: text,
  identify_question: json,
  identified_at: time.nullable(),
  /** Every place that the video shows. */
  places: z.array(shownPlace).max(ROW_LIMITS.placesOfVideo),
})
export type ArchivedVideo = z.infer<typeof video>

/** The words of the person about a place. */
const place = z.object({
  /** Null for a place that no index has: it is known by its video. */
  place_id: text,
  video: url.nullable(),
  place_name: text,
  want: z.boolean(),
  visited_on: z.array(z.iso.date()).max(1_000),
  own_rating: number,
  note: text,
  dish: text,
  created_at: time,
})
export type ArchivedPlace = z.infer<typeof place>

const comment = z.object({ body: words, created_at: time })

const entries = {
  videos: z
    .array(z.object({ video: url, position: z.number(), created_at: time }))
    .max(ROW_LIMITS.videosOfList),
  /** The person's own. */
  comments: z.array(comment).max(50_000),
}

const list = z.object({
  name: words,
  description: text,
  kind: z.enum(LIST_KINDS),
  ...shared,
  position: z.number(),
  created_at: time,
  /** For people to read: an account of another Antojo has to be invited again. */
  members: z.array(z.object({ name: text, access: z.enum(LIST_ACCESSES) })).max(50_000),
  ...entries,
})
export type ArchivedList = z.infer<typeof list>
export type ArchivedEntries = Pick<ArchivedList, 'videos' | 'comments'>

const correction = z.object({
  video: url.nullable(),
  canonical_url: text,
  platform: text,
  creator_name: text,
  from_place_id: text,
  to_place_id: text,
  restaurant_name: words,
  restaurant_location: text,
  created_at: time,
  creator: text,
  name: text,
  name_key: text,
  located_by: labels,
})
export type ArchivedCorrection = z.infer<typeof correction>

/** The rows of an archive by the name of their file, in the order in which they are read. */
export const ARCHIVE_ROWS = {
  videos: video,
  places: place,
  lists: list,
  corrections: correction,
  /** The person's comments on lists of others: for people to read, since those lists are not theirs to take along. */
  comments: comment,
} as const
export type ArchiveKind = keyof typeof ARCHIVE_ROWS

/** The first three fields tell a newer version apart; its other fields are its own. */
export const archiveVersion = z.object({
  format: z.literal('antojo'),
  version: z.number().int().min(1),
  made_at: time,
})

export const archiveHeader = archiveVersion.extend({
  version: z.literal(ARCHIVE_VERSION),
  /** The version of the Antojo that wrote the file, for people who read it. */
  antojo: z.string().optional(),
  person: z.object({ display_name: text, email: text, created_at: time }),
  /** The numbers of rows, by which a file with missing rows is found out. */
  rows: z.object({
    videos: z.number().int(),
    places: z.number().int(),
    lists: z.number().int(),
    corrections: z.number().int(),
    comments: z.number().int(),
  }),
})
export type ArchiveHeader = z.infer<typeof archiveHeader>

/** The file of a kind's next row, after `before` others: a text that is read has a bound. */
export function archiveFile(kind: ArchiveKind, before: number): string {
  const part = Math.floor(before / ROWS_PER_FILE)
  return part === 0 ? `${kind}.jsonl` : `${kind}-${part + 1}.jsonl`
}

/** A row may have some 10 kB. */
const ROWS_PER_FILE = 2_000

/** The kind of the rows in a file; null for a file without rows. */
export function archiveKindOf(file: string): ArchiveKind | null {
  const name = /^(?<kind>[a-z]+)(?:-\d+)?\.jsonl$/u.exec(file)?.groups?.['kind']
  return name !== undefined && isArchiveKind(name) ? name : null
}

export function isArchiveKind(name: string): name is ArchiveKind {
  return name in ARCHIVE_ROWS
}

/** The most entries of a list in one line; further ones follow in lines of their own. */
const ENTRIES_PER_LINE = 500

/** The lines of a list, without the members, who are not restored. */
export function* linesOfList(row: ArchivedList): Generator<ArchiveLine> {
  const { videos, comments } = row
  for (let at = 0; at === 0 || at < Math.max(videos.length, comments.length); at += ENTRIES_PER_LINE) {
    const end = at + ENTRIES_PER_LINE
    const some = { videos: videos.slice(at, end), comments: comments.slice(at, end) }
    yield at === 0 ? { kind: 'lists', row: { ...row, ...some, members: [] } } : { kind: 'entries', row: some }
  }
}

/** A row as the server keeps it between the preview of an import and its end. */
export const archiveLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('videos'), row: video }),
  z.object({ kind: z.literal('places'), row: place }),
  z.object({ kind: z.literal('lists'), row: list }),
  /** Further entries of the list before them. */
  z.object({ kind: z.literal('entries'), row: z.object(entries) }),
  z.object({ kind: z.literal('corrections'), row: correction }),
  z.object({ kind: z.literal('comments'), row: comment }),
  z.object({ kind: z.literal('settings'), row: z.record(z.string().max(100), json) }),
  z.object({ kind: z.literal('picture'), row: z.base64().max(4_000_000) }),
])
export type ArchiveLine = z.infer<typeof archiveLine>
