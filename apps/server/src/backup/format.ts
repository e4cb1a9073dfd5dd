import { z } from 'zod'

/**
 * One tar.gz: `header.json`, then each table as parts `tables/<schema.name>/<number>` in Postgres's COPY text format,
 * then `images/…`, then `manifest.json`, without which the file is not whole.
 */
export const FORMAT_NAME = 'antojo-backup-1'

/** Tables that a migration renamed, by the name in backups made before it. */
const RENAMED_TABLES: Readonly<Record<string, string>> = { 'public.my_places': 'public.user_places' }

/** Today's name of a table in a backup. */
export function currentTableName(name: string): string {
  return RENAMED_TABLES[name] ?? name
}

const tableName = z.string().transform(currentTableName)

export const header = z.object({
  format: z.literal(FORMAT_NAME),
  madeAt: z.iso.datetime(),
  /** As `source/name sha256`; the restoring program has to know them all. */
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number()),
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()) })),
})
export type Header = z.infer<typeof header>

export const manifest = z.object({
  tables: z.record(tableName, z.object({ rows: z.number().int(), sha256: z.string() })),
  /** Path → sha256. */
  images: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof manifest>

/** Bytes of one part of a table, which is kept in memory. */
export const PART_BYTES = 4 * 1024 * 1024

export const IMAGE_PATH = /^[0-9a-f]{2}\/[0-9a-f]{64}-\d+\.webp$/u
