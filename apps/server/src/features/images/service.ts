import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '@antojo/db/database'
import { isImageAddress, isPlatformPicture } from '../../adapters/images/hosts.ts'
import type { ImageOutcome, ImageStore, WantedImage } from '../../adapters/images/port.ts'
import type { PlaceProvider } from '../../adapters/places/port.ts'
import type { Budgets } from '../../core/budgets.ts'
import { isShown } from './repo.ts'

export interface ImageDeps {
  readonly images: ImageStore
  readonly database: Database
  readonly provider: Pick<PlaceProvider, 'photo'>
  readonly budgets: Pick<Budgets, 'take' | 'run'>
}

export type Images = ReturnType<typeof createImages>

const FAILURE_KEPT_MS = 60_000
const MAX_FAILURES_KEPT = 5_000

export function createImages({ images, database, provider, budgets }: ImageDeps) {
  const failures = new LRUCache<string, ImageOutcome>({ max: MAX_FAILURES_KEPT, ttl: FAILURE_KEPT_MS })
  return { show, providedPhoto }

  /** Our copy of a picture. Without one, the picture is fetched if a video or a profile shows it. */
  async function show(wanted: WantedImage, signal: AbortSignal): Promise<ImageOutcome> {
    const { url } = wanted
    if (!isImageAddress(url)) return { ok: false, reason: 'refused' }
    const kept = (await images.read(wanted)) ?? failures.get(keyOf(url))
    if (kept) return kept
    await budgets.take('imageMiss')
    // The server fetches only URLs of saved videos, profiles and platforms, not any that a stranger invents.
    const shown = await database.asSystem('check a picture', (tx) => isShown(tx, url))
    if (!shown && !isPlatformPicture(url)) return { ok: false, reason: 'refused' }
    const fetch = (): Promise<ImageOutcome> => fetchOnce(wanted, shown ? 'saved' : 'passing', signal)
    return budgets.run('imageFetch', fetch, { destination: new URL(url).host, signal })
  }

  /** Looks for a copy again: another request may have fetched the picture while this one waited. */
  async function fetchOnce(
    wanted: WantedImage,
    keptAs: 'saved' | 'passing',
    signal: AbortSignal,
  ): Promise<ImageOutcome> {
    const known = (await images.read(wanted)) ?? failures.get(keyOf(wanted.url))
    if (known) return known
    const outcome = await images.fetch(wanted, keptAs, signal)
    // A fetch aborted by its client is not a failure of the picture.
    if (!outcome.ok && outcome.reason !== 'busy' && !signal.aborted) failures.set(keyOf(wanted.url), outcome)
    return outcome
  }

  /** A provider's photo by its reference, never stored. */
  async function providedPhoto(reference: string, width: number, signal: AbortSignal): Promise<ImageOutcome> {
    await budgets.take('providerPhoto')
    const fetch = async (): Promise<ImageOutcome> => {
      const address = await provider.photo?.(reference, width)
      return address ? images.pass(address, width, signal) : { ok: false, reason: 'unavailable' }
    }
    return budgets.run('imageFetch', fetch, { signal })
  }
}

/** A hash, because URLs have up to 4 kB. */
function keyOf(url: string): string {
  return createHash('sha256').update(url).digest('base64')
}
