import { chmod, chown, lstat, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepareBinaries, rootCacheDir } from './binaries.ts'
import { runToEnd } from './process.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'antojo-binaries-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('the copy runs, libraries and all', async () => {
  const binaries = await prepareBinaries(root)
  await runToEnd(binaries.postgres, ['--version'], { cwd: root })
  expect(binaries.version).toMatch(/^\d+\.\d+/)
  expect(await prepareBinaries(root)).toEqual(binaries)
})

test('a failure quotes the output of the program', async () => {
  const binaries = await prepareBinaries(root)
  const failing = runToEnd(binaries.initdb, ['--no-such-option'], { cwd: root })
  await expect(failing).rejects.toThrow('no-such-option')
})

describe.runIf(process.getuid?.() === 0)('a cache for root', () => {
  test('is made once and used again', async () => {
    const wanted = join(root, 'cache')
    expect(await rootCacheDir([wanted])).toBe(wanted)
    expect(await rootCacheDir([wanted])).toBe(wanted)
    expect((await lstat(wanted)).mode & 0o777).toBe(0o755)
  })

  test.each([
    ['of another user', (path: string) => mkdir(path).then(() => chown(path, 54321, 54321))],
    ['open to others', (path: string) => mkdir(path).then(() => chmod(path, 0o777))],
    ['that is a link', (path: string) => symlink(tmpdir(), path)],
  ])('is not taken over from a directory %s', async (_what, prepare) => {
    const trap = join(root, 'trap')
    await prepare(trap)
    const safe = join(root, 'safe')
    expect(await rootCacheDir([trap, safe])).toBe(safe)
  })

  test('is a new name when no known one can be used', async () => {
    const fresh = await rootCacheDir(['/proc/no/such/place'])
    expect((await lstat(fresh)).uid).toBe(0)
    await rm(fresh, { recursive: true })
  })
})
