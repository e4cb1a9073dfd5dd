import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { isImageAddress } from './hosts.ts'
import type { ImageOutcome, ImageShape, ImageStore } from './port.ts'

const maxBytes = 10 * 1024 * 1024
const maxPixels = 50_000_000
const timeoutMs = 10_000
/** Our copy is this wide at most (spec §9: the detail's picture); smaller ones are made from it. */
const masterWidth = 1200
const quality = 78
/** Scaled up by the browser it is a blur of the picture. */
const previewWidth = 16
/** Bytes. */
const roomToSpare = 1024 ** 3

export interface DiskStoreOptions {
  readonly dir: string
  readonly fetch: GuardedFetch
  /** `host:port` pairs that count as known beside the platforms' own. */
  readonly allowedHosts: readonly string[]
}

/** Copies under `dir`, by the hash of their address. A copy is made once and served from then on. */
export function createDiskImageStore(options: DiskStoreOptions): ImageStore {
  const path = (url: string, width: number, shape: ImageShape = 'whole'): string => {
    const key = createHash('sha256').update(url).digest('hex')
    const cut = shape === 'whole' ? '' : `-${shape}`
    return join(options.dir, key.slice(0, 2), `${key}-${width}${cut}.webp`)
  }
  const master = async (url: string, write: Write): Promise<ImageOutcome> => {
    if (!isImageAddress(url, options.allowedHosts)) return { ok: false, reason: 'refused' }
    const kept = await readIfThere(path(url, masterWidth))
    if (kept) return found(kept)
    const fetched = await fetchPicture(options.fetch, url, masterWidth)
    if (fetched.ok) await write(path(url, masterWidth), fetched.webp)
    return fetched
  }
  return {
    keep: async (url) => {
      // Where the disk is full the rest of the video is worth having; its picture stays the platform's.
      const whole = await master(url, writeWhole).catch(() => null)
      return whole?.ok ? await toWebp(whole.webp, previewWidth, 'card') : null
    },
    pass: (url, width) => fetchPicture(options.fetch, url, width),
    read: async (url, width, shape = 'whole') => {
      const isMaster = width >= masterWidth && shape === 'whole'
      const kept = isMaster ? null : await readIfThere(path(url, width, shape))
      if (kept) return found(kept)
      const whole = await master(url, writeWithRoom)
      if (!whole.ok || isMaster) return whole
      const smaller = await toWebp(whole.webp, width, shape)
      if (!smaller) return whole
      await writeWithRoom(path(url, width, shape), smaller)
      return found(smaller)
    },
  }
}

async function fetchPicture(fetch: GuardedFetch, url: string, width: number): Promise<ImageOutcome> {
  const answer = await fetch({ url, headers: { accept: 'image/*' }, timeoutMs, maxBytes })
  if (!answer.ok) {
    const refused = answer.reason === 'private_address' || answer.reason === 'bad_url'
    return {
      ok: false,
      reason: refused ? 'refused' : answer.reason === 'too_large' ? 'too_large' : 'unavailable',
    }
  }
  if (answer.status !== 200) return { ok: false, reason: 'unavailable' }
  const webp = await toWebp(answer.body, width)
  return webp ? found(webp) : { ok: false, reason: 'not_an_image' }
}

function found(webp: Buffer): Extract<ImageOutcome, { ok: true }> {
  return { ok: true, webp, etag: `"${createHash('sha256').update(webp).digest('base64url').slice(0, 22)}"` }
}

async function toWebp(image: Buffer, width: number, shape: ImageShape = 'whole'): Promise<Buffer | null> {
  try {
    const picture = sharp(image, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    const { autoOrient } = await picture.metadata()
    const height = Math.ceil((autoOrient.width * 9) / 16)
    if (shape === 'card' && autoOrient.height > height) {
      const top = Math.floor((autoOrient.height - height) / 2)
      picture.extract({ left: 0, top, width: autoOrient.width, height })
    }
    return await picture.resize({ width, withoutEnlargement: true }).webp({ quality }).toBuffer()
  } catch {
    return null
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

type Write = (path: string, content: Buffer) => Promise<void>

/** Anybody may ask for any picture: what nobody saved is kept only while the disk has room to spare, for the database's sake. */
async function writeWithRoom(path: string, content: Buffer): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    const { bavail, bsize } = await statfs(dirname(path))
    if (bavail * bsize > roomToSpare) await writeWhole(path, content)
  } catch {
    // The picture is shown all the same, and fetched again the next time.
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch {
    return null
  }
}
