import { LRUCache } from 'lru-cache'

/** A node believes for this time, in seconds, that a bucket is still empty. */
const MAX_MEMORY_S = 0.25
const MAX_REMEMBERED = 10_000

/**
 * Stores the buckets that this node found empty a moment ago. Without it, each request of a flood would lock a row and
 * hold a connection to be refused.
 */
export class EmptyBuckets {
  readonly #until = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  has(key: Buffer): boolean {
    return (this.#until.get(key.toString('base64')) ?? 0) > performance.now()
  }

  /** The bucket gains a token in `refillSeconds`. */
  add(key: Buffer, refillSeconds: number): void {
    const seconds = Math.min(refillSeconds, MAX_MEMORY_S)
    this.#until.set(key.toString('base64'), performance.now() + 1000 * seconds)
  }

  delete(key: Buffer): void {
    this.#until.delete(key.toString('base64'))
  }
}
