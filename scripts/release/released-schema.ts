import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** By version: the migrations that it added, with the SHA-256 of each. They never change again. */
export const releasedSchemas = z.record(z.string(), z.record(z.string(), z.string()))

export const RELEASED_FILE = 'db/released.json'
const root = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['packages/db', 'packages/auth', 'packages/places', 'db'].map((name) => `${name}/migrations`)

/** The migrations of this version that `db/released.json` lacks, or has in another form. */
export async function missingFromRelease(version: string): Promise<string[]> {
  const { [version]: frozen, ...earlier } = await readReleased()
  const wanted = Object.entries(await filesOutside(earlier))
  return wanted.filter(([path, sha256]) => frozen?.[path] !== sha256).map(([path]) => path)
}

/** Records the migrations that no earlier release contains as those of this version. */
export async function freezeSchema(version: string): Promise<void> {
  const { [version]: _before, ...earlier } = await readReleased()
  const frozen = { ...earlier, [version]: await filesOutside(earlier) }
  await writeFile(join(root, RELEASED_FILE), `${JSON.stringify(frozen, null, 2)}\n`)
}

async function readReleased() {
  return releasedSchemas.parse(
    JSON.parse(await readFile(join(root, RELEASED_FILE), 'utf8').catch(() => '{}')),
  )
}

async function filesOutside(releases: z.infer<typeof releasedSchemas>): Promise<Record<string, string>> {
  const known = new Set(Object.values(releases).flatMap((files) => Object.keys(files)))
  const found: Record<string, string> = {}
  for (const folder of FOLDERS)
    for (const name of (await readdir(join(root, folder))).toSorted()) {
      const path = `${folder}/${name}`
      if (name.endsWith('.sql') && !known.has(path))
        found[path] = createHash('sha256')
          .update(await readFile(join(root, path)))
          .digest('hex')
    }
  return found
}
