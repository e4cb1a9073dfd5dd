import { importChoice, importChoices } from '@antojo/contract/transfer/imports'
import {
  IMPORT_FORMATS,
  IMPORT_PART_KINDS,
  POST_TEXT_KINDS,
  UNREAD_REASONS,
} from '@antojo/domain/transfer/import-facts'
import { PLATFORMS } from '@antojo/domain/platforms/platform'
import { z } from 'zod'

/** The file is open as this descriptor. */
export const FILE = 4

/** The name of the file on the person's device. */
export const exportTask = z.object({ name: z.string(), choice: importChoice })
export type ExportTask = z.infer<typeof exportTask>

export const refusedHead = z.object({
  ok: z.literal(false),
  code: z.enum([
    'import_unreadable',
    'import_empty',
    'import_too_large',
    'import_too_deep',
    'import_newer',
    'import_incomplete',
    'import_spreadsheet',
  ]),
  detail: z.string(),
})

/** The body has the rows of Antojo's own file, if it is one, and a line for every `POSTS_PER_LINE` posts. */
export const foundHead = z.object({
  ok: z.literal(true),
  format: z.enum(IMPORT_FORMATS),
  parts: z.array(z.object({ kind: z.enum(IMPORT_PART_KINDS), name: z.string().nullable() })),
  unread: z.array(
    z.object({ reason: z.enum(UNREAD_REASONS), total: z.number().int(), examples: z.array(z.string()) }),
  ),
  posts: z.number().int(),
  choices: importChoices,
  archiveBytes: z.number().int().min(0),
})

export const POSTS_PER_LINE = 500

export const postsLine = z.array(
  z.object({
    url: z.string(),
    canonicalUrl: z.string(),
    platform: z.enum(PLATFORMS),
    title: z.string().nullable(),
    savedAt: z.iso.datetime().nullable(),
    note: z.string().nullable(),
    visited: z.array(z.iso.date()),
    texts: z.array(z.object({ kind: z.enum(POST_TEXT_KINDS), text: z.string() })),
    placeUrl: z.string().nullable(),
    parts: z.array(z.number().int()),
  }),
)
export type ReadPost = z.infer<typeof postsLine>[number]
