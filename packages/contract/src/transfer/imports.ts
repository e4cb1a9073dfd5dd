import {
  IMPORT_FORMATS,
  IMPORT_PART_KINDS,
  IMPORT_STATES,
  TABLE_COLUMNS,
  UNREAD_REASONS,
} from '@antojo/domain/transfer/import-facts'
import { z } from 'zod'

/** Entries of a file that belong together, and can be left out together. */
export const importPart = z.object({
  kind: z.enum(IMPORT_PART_KINDS),
  /** The name of a collection, which becomes a list; null for the other kinds. */
  name: z.string().nullable(),
  isSelected: z.boolean(),
  total: z.number().int(),
  /** The number of these posts that the person has already. */
  known: z.number().int(),
  /** Of the others, those called like a place of the person, without a position that could tell whether they are it. */
  alike: z.number().int().default(0),
  /** The first names in it. */
  names: z.array(z.string()).default([]),
})
export type ImportPart = z.infer<typeof importPart>

/** Counts of the posts of an import; a post in several parts counts once. */
export const importCounts = z.object({
  /** Not added yet. */
  waiting: z.number().int(),
  known: z.number().int(),
  /** Added, and waiting to be identified. */
  reading: z.number().int(),
  identified: z.number().int(),
  /** Added, with a question for the person or without a restaurant. */
  open: z.number().int(),
  /** Added, and deleted by the person since. */
  deleted: z.number().int(),
  /** Not added, because they name no place: they are in the report. */
  nameless: z.number().int(),
  /** In the report, because they cannot be read now; they are read later. */
  later: z.number().int(),
})

export const importView = z.object({
  id: z.string(),
  format: z.enum(IMPORT_FORMATS),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  createdAt: z.string(),
  parts: z.array(importPart),
  counts: importCounts,
  /** Entries that cannot be imported, by the reason. */
  unread: z.array(
    z.object({ reason: z.enum(UNREAD_REASONS), total: z.number().int(), examples: z.array(z.string()) }),
  ),
})
export type ImportView = z.infer<typeof importView>

/** `GET /imports`: the person's own, newest first. */
export const importsResponse = z.object({ imports: z.array(importView) })

const columnIndex = z.number().int().min(-1).max(199)
const chosenColumns = z.partialRecord(z.enum(TABLE_COLUMNS), columnIndex)

/** How the person wants a file to be read, instead of what the file looks like. */
export const importChoice = z.object({
  format: z.enum(IMPORT_FORMATS).optional(),
  columns: chosenColumns.optional(),
})
export type ImportChoice = z.infer<typeof importChoice>

/** The other formats in which the file has entries, and the columns of a table with those that are read and its first rows. */
export const importChoices = z.object({
  formats: z.array(z.enum(IMPORT_FORMATS)),
  table: z
    .object({ header: z.array(z.string()), columns: chosenColumns, rows: z.array(z.array(z.string())) })
    .nullable(),
})
export type ImportChoices = z.infer<typeof importChoices>

/** `POST /imports?name=…` with the bytes of a file as body; the answer is its preview. */
export const createImportQuery = z.object({
  name: z.string().max(500).default(''),
  format: z.enum(IMPORT_FORMATS).optional(),
  /** Columns of a table by their index, such as `name:0,note:3`. */
  columns: z
    .string()
    .max(1_000)
    .regex(/^[a-z]+:-?\d{1,3}(?:,[a-z]+:-?\d{1,3})*$/u)
    .transform((text) =>
      Object.fromEntries(text.split(',').map((each) => [each.split(':')[0], Number(each.split(':')[1])])),
    )
    .pipe(chosenColumns)
    .optional(),
})

/** The preview of a file: how else it could be read, and the first of its places that have a position. */
export const importPreview = importView.extend({
  choices: importChoices,
  places: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number() })),
})
export type ImportPreview = z.infer<typeof importPreview>

/** `POST /imports/:id/start`: adds the posts of these parts, by their index. */
export const startImportRequest = z.object({
  parts: z.array(z.number().int().min(0).max(199)).min(1).max(200),
})

/** The most entries of one page of `GET /imports/:id/nameless`. */
export const MAX_NAMELESS = 100

const count = z.number().int()
/** Words of a file about a post, and the person's own note there. */
const reportRow = z.object({ videoId: z.string(), words: z.string(), note: z.string().nullable() })

/** `GET /imports/:id/report`: what became of an import. */
export const importReport = z.object({
  /** Each post counts once, so that the sum is the total of the import. */
  counts: z.object({
    identified: count,
    questions: count,
    /** Added, but no place was found. */
    missing: count,
    /** Not added, because the post could not be opened. */
    unread: count,
    /** Not added, because it names no place. */
    nameless: count,
    known: count,
    /** Added, and deleted by the person since. */
    deleted: count,
    /** Still to be read. */
    reading: count,
  }),
  places: z.array(
    z.object({
      videoId: z.string(),
      /** Equal for all videos of the place. */
      key: z.string(),
      name: z.string().nullable(),
      city: z.string().nullable(),
      cuisine: z.string().nullable(),
      rating: z.number().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    }),
  ),
  questions: z.array(reportRow),
  missing: z.array(reportRow),
})
export type ImportReport = z.infer<typeof importReport>

/** `POST /imports/:id/answers`: the place of a post is none of those that it was asked about, or it names no place. */
export const importAnswer = z.object({ videoId: z.uuid(), answer: z.enum(['none_of_these', 'not_a_place']) })
export type ImportAnswer = z.infer<typeof importAnswer>

/** An entry that is not in the collection. */
export const namelessEntry = z.object({
  position: z.number().int(),
  url: z.string(),
  words: z.string(),
  /** The code of the reason. */
  reason: z.string().nullable(),
})
export type NamelessEntry = z.infer<typeof namelessEntry>

/** `GET /imports/:id/nameless?after=…`: these entries in the order of the file, `MAX_NAMELESS` at a time. */
export const namelessQuery = z.object({
  after: z.coerce.number().int().min(-1).default(-1),
  /** `unread`: those whose post could not be opened. */
  of: z.enum(['nameless', 'unread']).default('nameless'),
})
export const namelessResponse = z.object({ entries: z.array(namelessEntry) })

/** `POST /imports/:id/nameless`: adds these entries to the collection, where the person can name their places. */
export const addNamelessRequest = z.object({
  positions: z.array(z.number().int().min(0)).min(1).max(MAX_NAMELESS),
})
