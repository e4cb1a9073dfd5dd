import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Far longer than an analysis may take, so whoever made it is gone. */
const abandonedAfterMs = 3_600_000
const named = /^antojo-(?:media|frames|sound)-\w{6}$/

/** A folder for as long as one clip is worked on; who makes it removes it. */
export async function makeTempFolder(holds: 'media' | 'frames' | 'sound'): Promise<string> {
  return await mkdtemp(path.join(tmpdir(), `antojo-${holds}-`))
}

/** Removes what a process that was killed left behind. */
export async function removeAbandonedFolders(): Promise<void> {
  const before = Date.now() - abandonedAfterMs
  for (const name of (await readdir(tmpdir())).filter((each) => named.test(each))) {
    const folder = path.join(tmpdir(), name)
    const made = await stat(folder).catch(() => null)
    // Another user's, or gone meanwhile: not ours to mend.
    if (made && made.mtimeMs < before)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
