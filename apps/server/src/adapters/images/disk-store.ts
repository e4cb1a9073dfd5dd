import { createHash } from 'node:crypto'
import type { PictureDecoder, PictureOutcome } from '../decoder/pictures/picture-decoder.ts'
import type { FetchFailureReason, GuardedFetch } from '../http/guarded-fetch.ts'
import type { Logger } from 'pino'
import { isImageAddress } from './hosts.ts'
import { type Copy, createImageFiles, MASTER_WIDTH } from './image-files.ts'
import type { ImageOutcome, ImageShape, ImageStore, Picture } from './port.ts'

/** Pictures of posts have some 100 kB, the largest photos of phones some MB. */
const REQUEST = {
  headers: { accept: 'image/*' },
  timeoutMs: 10_000,
  firstByteMs: 5_000,
  maxBytes: 5 * 1024 * 1024,
} as const
const QUALITY = 78
/** The browser scales the preview up to a blurred picture. */
const PREVIEW_WIDTH = 16

interface DiskStoreOptions {
  readonly dir: string
  readonly fetch: GuardedFetch
  readonly pictures: Pick<PictureDecoder, 'toWebp'>
  /** For all copies together. */
  readonly maxBytes: number
  readonly log: Pick<Logger, 'warn'>
}

/** Copies in `dir`, by the hash of their URL. A copy is served until newer ones need its space. */
export function createDiskImageStore(options: DiskStoreOptions): ImageStore {
  const files = createImageFiles(options)

  return {
    save: async (url) => {
      if (!isImageAddress(url)) return null
      await files.save(master(url))
      const whole = (await files.read(master(url))) ?? (await keepWhole(url))
      if (!whole) return null
      const preview = await toWebp(whole, { width: PREVIEW_WIDTH, shape: 'card' })
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
      const fetched = await fetchPicture(url, MASTER_WIDTH, signal)
      if (!fetched.ok) return fetched
      await files.writeWithRoom(master(url, isPassing), fetched.webp)
      return smaller(fetched.webp, { ...wanted, isPassing })
    },
  }

  async function keepWhole(url: string): Promise<Buffer | null> {
    const fetched = await fetchPicture(url, MASTER_WIDTH)
    if (!fetched.ok) return null
    try {
      await files.write(master(url), fetched.webp)
      return fetched.webp
    } catch (error) {
      // The disk may be full. The video is saved anyway, with the URL of the platform's picture.
      options.log.warn({ err: error }, 'picture of a saved video not kept')
      return null
    }
  }

  async function smaller(whole: Buffer, copy: Copy): Promise<Picture> {
    if (copy.width >= MASTER_WIDTH && copy.shape === 'whole') return found(whole)
    const webp = await toWebp(whole, copy)
    if (!webp.ok) return found(whole)
    await files.writeWithRoom(copy, webp.webp)
    return found(webp.webp)
  }

  async function fetchPicture(url: string, width: number, signal?: AbortSignal): Promise<ImageOutcome> {
    const answer = await options.fetch({ url, ...REQUEST, signal })
    if (!answer.ok) return { ok: false, reason: REASONS[answer.reason] }
    if (answer.status !== 200) return { ok: false, reason: 'unavailable' }
    const decoded = await toWebp(answer.body, { width, signal })
    if (decoded.ok) return found(decoded.webp)
    return { ok: false, reason: decoded.reason === 'too_large' ? 'too_large' : 'not_an_image' }
  }

  function toWebp(image: Buffer, { width, shape = 'whole', signal }: Wanted): Promise<PictureOutcome> {
    return options.pictures.toWebp(image, { width, shape, quality: QUALITY }, signal)
  }
}

interface Wanted {
  readonly width: number
  readonly shape?: ImageShape
  readonly signal?: AbortSignal | undefined
}

function master(url: string, isPassing = false): Copy {
  return { url, width: MASTER_WIDTH, shape: 'whole', isPassing }
}

const REASONS = {
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
