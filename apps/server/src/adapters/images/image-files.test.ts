import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Copy, createImageFiles } from './image-files.ts'

const kilobyte = 1_024
const size = 16 * kilobyte
const webp = Buffer.alloc(size, 1)

let dir: string
beforeEach(async () => {
  warnings.length = 0
  dir = await mkdtemp(join(tmpdir(), 'antojo-images-'))
})
afterEach(() => rm(dir, { recursive: true }))

const warnings: object[] = []
const log = { warn: (fields: object) => void warnings.push(fields) }
const open = (maxBytes: number) => createImageFiles({ dir, maxBytes, log })
const saved = (url: string): Copy => ({ url, width: 1200, shape: 'whole', isPassing: false })
const smaller = (url: string): Copy => ({ url, width: 480, shape: 'card', isPassing: false })
const passing = (url: string): Copy => ({ url, width: 1200, shape: 'whole', isPassing: true })
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

async function keep(files: ReturnType<typeof open>, copies: readonly Copy[]): Promise<void> {
  for (const copy of copies) {
    await files.write(copy, webp)
    await files.swept()
  }
}

/** Makes all files look `hours` older. */
async function age(hours: number): Promise<void> {
  for (const name of await readdir(dir, { recursive: true })) {
    const { mtimeMs } = await stat(join(dir, name))
    const earlier = mtimeMs / 1_000 - hours * 3_600
    await utimes(join(dir, name), earlier, earlier)
  }
}

async function left(files: ReturnType<typeof open>, copies: readonly Copy[]): Promise<string[]> {
  const kept: string[] = []
  for (const copy of copies) if (await files.read(copy)) kept.push(copy.url)
  return kept
}

async function bytesOnDisk(): Promise<number> {
  const entries = await readdir(dir, { recursive: true })
  return entries.filter((name) => name.endsWith('.webp')).length * size
}

it('stays within its room and removes the least recently used pictures first', async () => {
  const files = open(20 * size)
  const pictures = names('picture', 20).map(saved)
  await keep(files, pictures)
  await age(2)
  expect(await files.read(saved('picture0'))).toEqual(webp)
  await age(2)
  await keep(files, names('later', 6).map(saved))
  expect(await bytesOnDisk()).toBeLessThanOrEqual(20 * size)
  expect(await left(files, names('later', 6).map(saved))).toHaveLength(6)
  expect(await left(files, [saved('picture0')])).toEqual(['picture0'])
})

it('counts the pictures of an earlier process by their last use', async () => {
  await keep(open(100 * size), names('old', 10).map(saved))
  await age(5)
  await keep(open(100 * size), names('new', 10).map(saved))
  await age(1)
  const files = open(12 * size)
  await keep(files, [saved('last')])
  expect(await left(files, names('old', 10).map(saved))).toEqual([])
  expect(await left(files, [...names('new', 10), 'last'].map(saved))).toContain('last')
  expect(await bytesOnDisk()).toBeLessThanOrEqual(12 * size)
})

it('removes no saved picture because of passing ones', async () => {
  const files = open(40 * size)
  await keep(files, names('saved', 20).map(saved))
  await age(24)
  await keep(files, names('seen', 60).map(passing))
  expect(await left(files, names('saved', 20).map(saved))).toHaveLength(20)
  expect((await left(files, names('seen', 60).map(passing))).length).toBeLessThanOrEqual(10)
})

it('removes smaller copies before the pictures they are made from', async () => {
  const files = open(20 * size)
  await keep(files, names('picture', 10).map(saved))
  await age(24)
  await keep(files, names('picture', 20).map(smaller))
  expect(await left(files, names('picture', 10).map(saved))).toHaveLength(10)
})

it('keeps a passing picture that is saved later', async () => {
  const files = open(40 * size)
  await keep(files, [passing('dish')])
  await files.save(saved('dish'))
  await files.save(saved('none'))
  expect(await files.read(saved('none'))).toBeNull()
  expect(await files.read(saved('dish'))).toEqual(webp)
  expect(await files.read(passing('dish'))).toBeNull()
})

it('removes drafts from before a crash, and none that is being written', async () => {
  const files = open(40 * size)
  await keep(files, [saved('dish')])
  await writeFile(join(dir, 'draft.webp.1'), webp)
  await keep(open(40 * size), [saved('now')])
  expect(await readdir(dir)).toContain('draft.webp.1')
  await age(5)
  await keep(open(40 * size), [saved('later')])
  expect(await readdir(dir)).not.toContain('draft.webp.1')
})

it('logs why a picture was not kept or not read, and reports a picture without a copy as none', async () => {
  const files = open(20 * size)
  expect(await files.read(saved('unknown'))).toBeNull()
  await files.save(saved('unknown'))
  expect(warnings).toEqual([])
  await files.write(saved('picture'), webp)
  const [name = ''] = (await readdir(dir, { recursive: true })).filter((each) => each.endsWith('.webp'))
  await rm(join(dir, name))
  await mkdir(join(dir, name))
  expect(await files.read(saved('picture'))).toBeNull()
  await files.writeWithRoom(saved('picture'), webp)
  expect(warnings).toMatchObject([{ err: { code: 'EISDIR' } }, { err: { code: 'EISDIR' } }])
})
