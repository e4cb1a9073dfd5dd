import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { MediaFile } from './port.ts'
import { makeTempFolder } from './temp-folders.ts'

/** Makes a path for a foreign file. `onDispose` runs once the file is deleted. */
export async function makeMediaFile(onDispose?: () => void): Promise<MediaFile> {
  const folder = await makeTempFolder('media')
  return {
    path: path.join(folder, randomUUID()),
    dispose: async () => {
      await rm(folder, { recursive: true, force: true }).finally(onDispose)
    },
  }
}
