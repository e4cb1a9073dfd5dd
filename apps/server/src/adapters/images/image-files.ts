import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { type CopyKind, isOver, sizeOnDisk, sweep, type Usage } from './image-sweep.ts'
import type { ImageShape } from './port.ts'

/** Maximal width of our copy of a saved video's picture (spec §9: that of the detail); smaller ones are made from it. */
export const MASTER_WIDTH = 1200

export interface Copy {
  readonly url: string
  readonly width: number
  readonly shape: ImageShape
  /** True for a picture that nobody saved. */
  readonly isPassing: boolean
}

interface ImageFilesOptions {
  readonly dir: string
  /** For all copies together. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn'>
}

const MIN_FREE_BYTES = 1024 ** 3
/**
 * Limits of the record of uses: a file's use is written at most once in this time, and only this many files are
 * tracked.
 */
const USE_WRITTEN_MS = 3_600_000
const MAX_USES_KNOWN = 20_000

/** Copies of pictures in a folder, by the hash of their URL. The least recently used are removed first. */
export function createImageFiles({ dir, maxBytes, log }: ImageFilesOptions) {
  const uses = new Map<string, number>()
  /** Null until the files have been counted. */
  let usage: Usage | null = null
  let sweeping: Promise<void> | null = null
  const place = (copy: Copy): StoredAs => placeOf(dir, copy)

  function logUnlessMissing(error: unknown): null {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) log.warn({ err: error }, 'picture not read')
    return null
  }

  return {
    read: async (copy: Copy): Promise<Buffer | null> => {
      const { path } = place(copy)
      const webp = await readFile(path).catch(logUnlessMissing)
      if (webp) await writeUse(path)
      return webp
    },
    /** Throws when the disk is full. */
    write,
    /** Writes only while the disk has spare space, which the database may need. A failure is logged. */
    writeWithRoom: async (copy: Copy, webp: Buffer) => {
      try {
        if (await hasRoom(dir)) await write(copy, webp)
      } catch (error) {
        log.warn({ err: error }, 'picture not kept')
      }
    },
    /** Turns a passing picture into a saved one, if it exists. */
    save: async (copy: Copy) => {
      const to = place({ ...copy, isPassing: false }).path
      const from = place({ ...copy, isPassing: true }).path
      await mkdir(dirname(to), { recursive: true })
        .then(() => rename(from, to))
        .catch(logUnlessMissing)
    },
    /** Resolves when no sweep is running. */
    swept: async () => sweeping ?? undefined,
  }

  async function write(copy: Copy, webp: Buffer): Promise<void> {
    const { path, kind } = place(copy)
    await writeWhole(path, webp)
    if (usage) usage[kind] += sizeOnDisk(webp.length)
    if (usage === null || isOver(usage, maxBytes)) sweeping ??= makeRoom()
  }

  async function makeRoom(): Promise<void> {
    usage = await sweep(dir, maxBytes, Date.now()).catch((error: unknown) => {
      // The next picture starts another sweep.
      log.warn({ err: error }, 'old pictures not removed')
      return null
    })
    sweeping = null
  }

  /** Uses the modification time, because few file systems record access times. */
  async function writeUse(path: string): Promise<void> {
    const time = Date.now()
    if (time - (uses.get(path) ?? Number.NEGATIVE_INFINITY) < USE_WRITTEN_MS) return
    if (uses.size >= MAX_USES_KNOWN) uses.clear()
    uses.set(path, time)
    await utimes(path, time / 1_000, time / 1_000).catch(logUnlessMissing)
  }
}

interface StoredAs {
  readonly path: string
  readonly kind: CopyKind
}

function placeOf(dir: string, { url, width, shape, isPassing }: Copy): StoredAs {
  const key = createHash('sha256').update(url).digest('hex')
  const isMaster = width === MASTER_WIDTH && shape === 'whole'
  const name = `${key}-${width}${shape === 'whole' ? '' : `-${shape}`}.webp`
  const kind = isPassing ? 'passing' : isMaster ? 'saved' : 'smaller'
  const folder = isPassing ? join(dir, 'passing') : dir
  return { path: join(folder, key.slice(0, 2), name), kind }
}

async function hasRoom(dir: string): Promise<boolean> {
  await mkdir(dir, { recursive: true })
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize > MIN_FREE_BYTES
}

/** Writes to another name first, so that a crash leaves no partial picture. */
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
