import { createHash } from 'node:crypto'
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

export interface Images {
  /** Our copy of a picture. Without one, the picture is fetched if a video or a profile shows it. */
  show(wanted: WantedImage, signal: AbortSignal): Promise<ImageOutcome>
  /** A provider's photo by its reference, never stored. */
  providedPhoto(reference: string, width: number, signal: AbortSignal): Promise<ImageOutcome>
}

const FAILURE_KEPT_MS = 60_000
const MAX_FAILURES_KEPT = 5_000

export function createImages({ images, database, provider, budgets }: ImageDeps, now = Date.now): Images {
  const failures = new Map<string, { readonly until: number; readonly outcome: ImageOutcome }>()
  return { show, providedPhoto }

  async function show(wanted: WantedImage, signal: AbortSignal): Promise<ImageOutcome> {
    const { url } = wanted
    if (!isImageAddress(url)) return { ok: false, reason: 'refused' }
    const kept = (await images.read(wanted)) ?? failureOf(url)
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
    const known = (await images.read(wanted)) ?? failureOf(wanted.url)
    if (known) return known
    const outcome = await images.fetch(wanted, keptAs, signal)
    // A fetch aborted by its client is not a failure of the picture.
    if (!outcome.ok && outcome.reason !== 'busy' && !signal.aborted) keepFailure(wanted.url, outcome)
    return outcome
  }

  async function providedPhoto(reference: string, width: number, signal: AbortSignal): Promise<ImageOutcome> {
    await budgets.take('providerPhoto')
    const fetch = async (): Promise<ImageOutcome> => {
      const address = await provider.photo?.(reference, width)
      return address ? images.pass(address, width, signal) : { ok: false, reason: 'unavailable' }
    }
    return budgets.run('imageFetch', fetch, { signal })
  }

  function failureOf(url: string): ImageOutcome | null {
    const failure = failures.get(keyOf(url))
    return failure && failure.until > now() ? failure.outcome : null
  }

  function keepFailure(url: string, outcome: ImageOutcome): void {
    const oldest = failures.size >= MAX_FAILURES_KEPT ? failures.keys().next() : undefined
    if (oldest?.done === false) failures.delete(oldest.value)
    const key = keyOf(url)
    failures.delete(key)
    failures.set(key, { until: now() + FAILURE_KEPT_MS, outcome })
  }
}

/** A hash, because URLs have up to 4 kB. */
function keyOf(url: string): string {
  return createHash('sha256').update(url).digest('base64')
}
