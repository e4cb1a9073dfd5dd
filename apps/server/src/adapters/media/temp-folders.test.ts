import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { makeTempFolder, removeAbandonedFolders } from './temp-folders.ts'

it('removes the folders of a process that was killed, and none that may be in use', async () => {
  const [left, used] = [await makeTempFolder('media'), await makeTempFolder('sound')]
  await writeFile(path.join(left, 'clip'), 'x')
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(left, hoursAgo, hoursAgo)
  await removeAbandonedFolders()
  await expect(stat(left)).rejects.toThrow('ENOENT')
  expect((await stat(used)).isDirectory()).toBe(true)
  await rm(used, { recursive: true })
})
