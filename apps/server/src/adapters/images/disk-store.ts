import { createHash } from 'node:crypto'
import type { PictureDecoder, PictureOutcome } from '../decoder/pictures/picture-decoder.ts'
import type { FetchFailureReason, GuardedFetch } from '../http/guarded-fetch.ts'
import { isImageAddress } from './hosts.ts'
import { type Copy, createImageFiles, masterWidth } from './image-files.ts'
import type { ImageOutcome, ImageShape, ImageStore, Picture } from './port.ts'

/** Pictures of posts have some 100 kB; the largest that phones take, some MB. */
const maxBytes = 5 * 1024 * 1024
const timeoutMs = 10_000
const firstByteMs = 5_000
const quality = 78
/** Scaled up by the browser it is a blur of the picture. */
const previewWidth = 16

interface DiskStoreOptions {
  readonly dir: string
  readonly fetch: GuardedFetch
  readonly pictures: Pick<PictureDecoder, 'toWebp'>
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
      if (!whole) return null
      const preview = await toWebp(whole, { width: previewWidth, shape: 'card' })
      return preview.ok ? preview.webp : null
    },
    pass: fetchPicture,
    read: async (wanted) => {
      for (const isPassing of [false, true]) {
        const copy = await files.read({ ...wanted, isPassing })
        if (copy) return found(copy)
        const whole = await files.read(master(wanted.url, isPassing))
        if (whole) return smaller(whole, { ...wanted, isPassing })
      }
      return null
    },
    fetch: async (wanted, keptAs, signal) => {
      const { url } = wanted
      const isPassing = keptAs === 'passing'
      const fetched = await fetchPicture(url, masterWidth, signal)
      if (!fetched.ok) return fetched
      await files.writeWithRoom(master(url, isPassing), fetched.webp)
      return smaller(fetched.webp, { ...wanted, isPassing })
    },
  }

  async function keepWhole(url: string): Promise<Buffer | null> {
    const fetched = await fetchPicture(url, masterWidth)
    if (!fetched.ok) return null
    // Where the disk is full the rest of the video is worth having; its picture stays the platform's.
    return files.write(master(url), fetched.webp).then(
      () => fetched.webp,
      () => null,
    )
  }

  async function smaller(whole: Buffer, copy: Copy): Promise<Picture> {
    if (copy.width >= masterWidth && copy.shape === 'whole') return found(whole)
    const webp = await toWebp(whole, copy)
    if (!webp.ok) return found(whole)
    await files.writeWithRoom(copy, webp.webp)
    return found(webp.webp)
  }

  async function fetchPicture(url: string, width: number, signal?: AbortSignal): Promise<ImageOutcome> {
    const headers = { accept: 'image/*' }
    const request = { url, headers, timeoutMs, firstByteMs, maxBytes, ...(signal && { signal }) }
    const answer = await options.fetch(request)
    if (!answer.ok) return { ok: false, reason: reasons[answer.reason] }
    if (answer.status !== 200) return { ok: false, reason: 'unavailable' }
    const decoded = await toWebp(answer.body, { width, signal })
    if (decoded.ok) return found(decoded.webp)
    return { ok: false, reason: decoded.reason === 'too_large' ? 'too_large' : 'not_an_image' }
  }

  function toWebp(image: Buffer, { width, shape = 'whole', signal }: Wanted): Promise<PictureOutcome> {
    return options.pictures.toWebp(image, { width, shape, quality }, signal)
  }
}

interface Wanted {
  readonly width: number
  readonly shape?: ImageShape
  readonly signal?: AbortSignal | undefined
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
  aborted: 'unavailable',
  too_large: 'too_large',
  overloaded: 'busy',
} as const satisfies Record<FetchFailureReason, Exclude<ImageOutcome, Picture>['reason']>

function found(webp: Buffer): Picture {
  return { ok: true, webp, etag: `"${createHash('sha256').update(webp).digest('base64url').slice(0, 22)}"` }
}
