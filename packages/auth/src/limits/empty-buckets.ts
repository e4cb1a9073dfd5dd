import { LRUCache } from 'lru-cache'

/** The longest time, in seconds, for which a node believes that a bucket is still empty. */
const MAX_MEMORY_S = 0.25
const MAX_REMEMBERED = 10_000

/**
 * The rate-limit buckets that one node found empty a moment ago. Without this memory, each request of a flood would lock
 * a row to be refused, and hold a connection meanwhile.
 */
export class EmptyBuckets {
  readonly #until = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  has(key: Buffer): boolean {
    return (this.#until.get(key.toString('base64')) ?? 0) > performance.now()
  }

  /** `refillSeconds`: how long the bucket takes to gain a token. */
  add(key: Buffer, refillSeconds: number): void {
    const seconds = Math.min(refillSeconds, MAX_MEMORY_S)
    this.#until.set(key.toString('base64'), performance.now() + 1000 * seconds)
  }

  delete(key: Buffer): void {
    this.#until.delete(key.toString('base64'))
  }
}
