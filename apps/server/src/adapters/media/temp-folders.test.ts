import { spawnSync } from 'node:child_process'
import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { makeTempFolder, removeAbandonedFolders } from './temp-folders.ts'

it('removes the folders of a process that was killed, and none that may be in use', async () => {
  const { pid: endedPid } = spawnSync('true')
  const [left, clip, used] = [
    path.join(tmpdir(), `antojo-decoder-${endedPid}-abcdef`),
    await makeTempFolder('media'),
    await makeTempFolder('decoder'),
  ]
  await mkdir(left)
  await writeFile(path.join(clip, 'clip'), 'x')
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const folder of [clip, used]) await utimes(folder, hoursAgo, hoursAgo)
  await removeAbandonedFolders()
  await expect(stat(left)).rejects.toThrow('ENOENT')
  await expect(stat(clip)).rejects.toThrow('ENOENT')
  expect((await stat(used)).isDirectory()).toBe(true)
  await rm(used, { recursive: true })
})
