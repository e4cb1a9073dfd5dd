import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const PURGE_MS = 60_000
/** Memory of an entry besides its text: the hash, and claims as objects. */
const ENTRY_BYTES = 1024

interface Expiring {
  /** Seconds since 1970. */
  readonly exp?: number | undefined
}

/** The claims of tokens whose signature was checked. Bounded in bytes; expired ones are removed. */
export class VerifiedTokens<Claims extends Expiring & object> {
  readonly #claims: LRUCache<string, Claims>
  #purgedAt = Date.now()

  constructor(maxBytes: number) {
    this.#claims = new LRUCache({ maxSize: maxBytes })
  }

  get size(): number {
    return this.#claims.size
  }

  find(jwt: string): Claims | undefined {
    const key = keyOf(jwt)
    const claims = this.#claims.get(key)
    if (claims === undefined || !isExpired(claims, Date.now())) return claims
    this.#claims.delete(key)
    return undefined
  }

  add(jwt: string, claims: Claims): void {
    this.#purge()
    // Texts of claims take up to two bytes a character.
    this.#claims.set(keyOf(jwt), claims, { size: ENTRY_BYTES + 2 * jwt.length })
  }

  #purge(): void {
    const now = Date.now()
    if (now < this.#purgedAt + PURGE_MS) return
    this.#purgedAt = now
    for (const [key, claims] of this.#claims.entries()) if (isExpired(claims, now)) this.#claims.delete(key)
  }
}

function keyOf(jwt: string): string {
  return hash('sha256', jwt, 'base64')
}

function isExpired({ exp }: Expiring, now: number): boolean {
  return exp !== undefined && exp * 1000 <= now
}
