import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isTaken } from '@antojo/db/embedded/process'

/** Much longer than any analysis. */
const MAX_MEDIA_AGE_MS = 3_600_000
const FOLDER_NAME = /^antojo-(media|decoder)-(\d+)-\w{6}$/

/**
 * Makes a folder that the caller removes. `media` holds a foreign file during its analysis. A decoder's
 * lasts as long as the process, and all users may read it because decoding processes may run as another user.
 */
export async function makeTempFolder(holds: 'media' | 'decoder'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `antojo-${holds}-${process.pid}-`))
  if (holds !== 'media') await chmod(folder, 0o755)
  return folder
}

/** Removes the folders of killed processes. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, holds, maker] = FOLDER_NAME.exec(name) ?? []
    if (holds === undefined) continue
    const folder = path.join(tmpdir(), name)
    const isAbandoned = holds === 'media' ? await isOld(folder) : !isTaken(Number(maker))
    // A folder of another user cannot be removed, and does not have to be.
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isOld(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => null)
  return made !== null && made.mtimeMs < Date.now() - MAX_MEDIA_AGE_MS
}
