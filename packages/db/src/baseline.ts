import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const baselineFile = z.object({
  /** The last file of the schema of the first release. Files after it change that schema. */
  last: z.string(),
  /** The files before the first release, which the baseline replaces: the last one, and a fingerprint of all. */
  replaced: z.object({ last: z.string(), sha256: z.string() }),
})

/**
 * `baseline.json` in a folder of migrations. A database that the replaced files made is treated as if the baseline had
 * made it, after `adopt.sql` if the folder has one.
 */
export interface Baseline {
  readonly last: string
  readonly replaced: { readonly last: string; readonly sha256: string }
  readonly adoptSql: string
}

/** The baseline of a folder of migrations, or null. */
export async function readBaseline(dir: string): Promise<Baseline | null> {
  const text = await readOptional(join(dir, 'baseline.json'))
  if (text === null) return null
  const adoptSql = (await readOptional(join(dir, 'adopt.sql'))) ?? ''
  return { ...baselineFile.parse(JSON.parse(text)), adoptSql }
}

async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** An applied migration: its file and the SHA-256 of its text. */
export interface AppliedFile {
  readonly name: string
  readonly sha256: string
}

/** Whether the files that were applied to a database are exactly those that the baseline replaced. */
export function isReplaced(files: readonly AppliedFile[], baseline: Baseline | null): boolean {
  const hash = createHash('sha256')
  for (const { name, sha256 } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex') === baseline?.replaced.sha256
}
