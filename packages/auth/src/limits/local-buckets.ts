import { LRUCache } from 'lru-cache'
import type { Draw } from './buckets.ts'

const MAX_KEYS = 10_000

/** Buckets of one node, for requests that cost less than counting them in the database would. */
export class LocalBuckets {
  /** When each bucket will be full, in seconds; a bucket without an entry is full. */
  readonly #fullAt = new LRUCache<string, number>({ max: MAX_KEYS })

  /** Takes a token of each bucket, in order; false at the first that is empty. */
  take(draws: readonly Draw[]): boolean {
    return draws.every(({ bucket: { burst, perSeconds }, key }) => {
      const name = key.join(' ')
      const now = performance.now() / 1000
      const fullAt = Math.max(this.#fullAt.get(name) ?? now, now) + perSeconds / burst
      if (fullAt > now + perSeconds) return false
      this.#fullAt.set(name, fullAt)
      return true
    })
  }
}
