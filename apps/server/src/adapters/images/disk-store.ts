import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { FetchFailureReason, GuardedFetch } from '../http/guarded-fetch.ts'
import { isImageAddress } from './hosts.ts'
import { type Copy, createImageFiles, masterWidth } from './image-files.ts'
import type { ImageOutcome, ImageShape, ImageStore, Picture } from './port.ts'

/** Pictures of posts have some 100 kB; the largest that phones take, some MB. */
const maxBytes = 5 * 1024 * 1024
const maxPixels = 50_000_000
const timeoutMs = 10_000
const firstByteMs = 5_000
const quality = 78
/** Scaled up by the browser it is a blur of the picture. */
const previewWidth = 16

export interface DiskStoreOptions {
  readonly dir: string
  readonly fetch: GuardedFetch
  /** Of all copies together. */
  readonly maxBytes: number
}

/** Copies under `dir`, by the hash of their address. A copy is made once and served until it makes room for others. */
export function createDiskImageStore(options: DiskStoreOptions): ImageStore {
  const files = createImageFiles(options)

  return {
    save: async (url) => {
      if (!isImageAddress(url)) return null
      await files.save(master(url))
      const whole = (await files.read(master(url))) ?? (await keepWhole(url))
      return whole && toWebp(whole, previewWidth, 'card')
    },
    pass: (url, width) => fetchPicture(options.fetch, url, width),
    read: async (wanted) => {
      for (const isPassing of [false, true]) {
        const copy = await files.read({ ...wanted, isPassing })
        if (copy) return found(copy)
        const whole = await files.read(master(wanted.url, isPassing))
        if (whole) return smaller(whole, { ...wanted, isPassing })
      }
      return null
    },
    fetch: async (wanted, keptAs) => {
      const { url } = wanted
      const isPassing = keptAs === 'passing'
      const fetched = await fetchPicture(options.fetch, url, masterWidth)
      if (!fetched.ok) return fetched
      await files.writeWithRoom(master(url, isPassing), fetched.webp)
      return smaller(fetched.webp, { ...wanted, isPassing })
    },
  }

  async function keepWhole(url: string): Promise<Buffer | null> {
    const fetched = await fetchPicture(options.fetch, url, masterWidth)
    if (!fetched.ok) return null
    // Where the disk is full the rest of the video is worth having; its picture stays the platform's.
    return files.write(master(url), fetched.webp).then(
      () => fetched.webp,
      () => null,
    )
  }

  async function smaller(whole: Buffer, copy: Copy): Promise<Picture> {
    if (copy.width >= masterWidth && copy.shape === 'whole') return found(whole)
    const webp = await toWebp(whole, copy.width, copy.shape)
    if (!webp) return found(whole)
    await files.writeWithRoom(copy, webp)
    return found(webp)
  }
}

function master(url: string, isPassing = false): Copy {
  return { url, width: masterWidth, shape: 'whole', isPassing }
}

const reasons = {
  bad_url: 'refused',
  private_address: 'refused',
  redirect_loop: 'unavailable',
  timeout: 'unavailable',
  network: 'unavailable',
  too_large: 'too_large',
  overloaded: 'busy',
} as const satisfies Record<FetchFailureReason, Exclude<ImageOutcome, Picture>['reason']>

async function fetchPicture(fetch: GuardedFetch, url: string, width: number): Promise<ImageOutcome> {
  const headers = { accept: 'image/*' }
  const answer = await fetch({ url, headers, timeoutMs, firstByteMs, maxBytes })
  if (!answer.ok) return { ok: false, reason: reasons[answer.reason] }
  if (answer.status !== 200) return { ok: false, reason: 'unavailable' }
  const webp = await toWebp(answer.body, width)
  return webp ? found(webp) : { ok: false, reason: 'not_an_image' }
}

function found(webp: Buffer): Picture {
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
