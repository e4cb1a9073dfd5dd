import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CopyKind, isOver, sizeOnDisk, sweep, type Usage } from './image-sweep.ts'
import type { ImageShape } from './port.ts'

/** Our copy of a saved video's picture is this wide at most (spec §9: the detail's); smaller ones are made from it. */
export const masterWidth = 1200

export interface Copy {
  readonly url: string
  readonly width: number
  readonly shape: ImageShape
  /** Nobody saved the picture. */
  readonly isPassing: boolean
}

interface ImageFilesOptions {
  readonly dir: string
  /** All copies together. */
  readonly maxBytes: number
}

/** Copies of pictures under a folder, by the hash of their address. What was not used for the longest time goes first. */
interface ImageFiles {
  read(copy: Copy): Promise<Buffer | null>
  /** Throws when the disk is full. */
  write(copy: Copy, webp: Buffer): Promise<void>
  /** Writes only while the disk has room to spare, for the database's sake. */
  writeWithRoom(copy: Copy, webp: Buffer): Promise<void>
  /** Keeps a passing picture as one that somebody saved; false when there is none. */
  save(copy: Copy): Promise<boolean>
  /** Resolves when nothing is being removed. */
  swept(): Promise<void>
}

const roomToSpareBytes = 1024 ** 3
/** Uses that are not written down again: those within the hour, of so many files. */
const useWrittenMs = 3_600_000
const maxUsesKnown = 20_000

export function createImageFiles({ dir, maxBytes }: ImageFilesOptions): ImageFiles {
  const uses = new Map<string, number>()
  /** Null until the files have been counted. */
  let usage: Usage | null = null
  let sweeping: Promise<void> | null = null

  return {
    read: async (copy) => {
      const { path } = place(copy)
      const webp = await readFile(path).catch(() => null)
      if (webp) await writeUse(path)
      return webp
    },
    write,
    writeWithRoom: async (copy, webp) => {
      if (await hasRoom(dir)) await write(copy, webp).catch(() => undefined)
    },
    save: async (copy) => {
      const to = place({ ...copy, isPassing: false }).path
      await mkdir(dirname(to), { recursive: true }).catch(() => undefined)
      return rename(place({ ...copy, isPassing: true }).path, to).then(
        () => true,
        () => false,
      )
    },
    swept: async () => sweeping ?? undefined,
  }

  async function write(copy: Copy, webp: Buffer): Promise<void> {
    const { path, kind } = place(copy)
    await writeWhole(path, webp)
    if (usage) usage[kind] += sizeOnDisk(webp.length)
    if (usage === null || isOver(usage, maxBytes)) sweeping ??= makeRoom()
  }

  async function makeRoom(): Promise<void> {
    // Without a sum the next picture counts again.
    usage = await sweep(dir, maxBytes, Date.now()).catch(() => null)
    sweeping = null
  }

  /** As the time of last change: few file systems keep times of access. */
  async function writeUse(path: string): Promise<void> {
    const time = Date.now()
    if (time - (uses.get(path) ?? Number.NEGATIVE_INFINITY) < useWrittenMs) return
    if (uses.size >= maxUsesKnown) uses.clear()
    uses.set(path, time)
    await utimes(path, time / 1_000, time / 1_000).catch(() => undefined)
  }

  function place({ url, width, shape, isPassing }: Copy): { readonly path: string; readonly kind: CopyKind } {
    const key = createHash('sha256').update(url).digest('hex')
    const isMaster = width === masterWidth && shape === 'whole'
    const name = `${key}-${width}${shape === 'whole' ? '' : `-${shape}`}.webp`
    const kind = isPassing ? 'passing' : isMaster ? 'saved' : 'smaller'
    const folder = isPassing ? join(dir, 'passing') : dir
    return { path: join(folder, key.slice(0, 2), name), kind }
  }
}

async function hasRoom(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { recursive: true })
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize > roomToSpareBytes
  } catch {
    return false
  }
}

/** Under another name first, so that a crash leaves no half picture. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(draft, content)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
