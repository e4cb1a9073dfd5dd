import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let dir: string
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'antojo-folder-'))))
afterAll(() => rm(dir, { recursive: true }))

test('makes the folders above it, also twice at once, with their mode', async () => {
  const deep = join(dir, 'a', 'b', 'c')
  await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)])
  expect((await stat(join(dir, 'a', 'b'))).mode & 0o777).toBe(0o700)
})

test.each([
  ['a file', () => join(dir, 'file'), 'EEXIST'],
  ['a folder in a file', () => join(dir, 'file', 'folder'), 'EEXIST'],
])('%s is refused', async (_, path, code) => {
  await writeFile(join(dir, 'file'), '')
  await expect(makeFolder(path())).rejects.toMatchObject({ code })
})

test.runIf(process.platform === 'linux')('a folder that the system denies is refused at once', async () => {
  await expect(makeFolder('/proc/none/deeper')).rejects.toMatchObject({ syscall: 'mkdir' })
})
