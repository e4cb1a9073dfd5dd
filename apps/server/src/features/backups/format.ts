import { z } from 'zod'

/**
 * A backup is one tar.gz: `header.json`, then each table in parts `tables/<schema.name>/<number>` in Postgres's COPY
 * text format, then `images/…`, and last `manifest.json`. A file without the manifest is incomplete.
 */
export const FORMAT_NAME = 'antojo-backup-1'

export const header = z.object({
  format: z.literal(FORMAT_NAME),
  /** Of the Antojo that made it. */
  version: z.string().default('before 1.0.0'),
  madeAt: z.iso.datetime(),
  /** Lines `source/name sha256`; the restoring program must know all of these migrations. */
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Header = z.infer<typeof header>

export const manifest = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number().int(), sha256: z.string() })),
  /** Path → sha256. */
  images: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof manifest>

/** Size of one part of a table, which is held in memory. */
export const PART_BYTES = 4 * 1024 * 1024

export const IMAGE_PATH = /^[0-9a-f]{2}\/[0-9a-f]{64}-\d+\.webp$/u

/** How much a backup holds, for people. */
export function contentsOf({ tables, images }: Manifest): {
  people: number
  videos: number
  pictures: number
} {
  return {
    people: tables['auth.users']?.rows ?? 0,
    videos: tables['public.videos']?.rows ?? 0,
    pictures: Object.keys(images).length,
  }
}
