import type { LookupAddress, RecordWithTtl } from 'node:dns'
import { LRUCache } from 'lru-cache'
import { Resolver } from 'node:dns/promises'
import type { Budgets } from '../../core/budgets.ts'

/** All addresses of a name. Throws when it has none, and the signal's reason after an abort. */
export type Resolve = (hostname: string, signal?: AbortSignal) => Promise<readonly LookupAddress[]>

interface NameResolverOptions {
  readonly budgets: Pick<Budgets, 'run'>
  /** Name servers as `address` or `address:port`; those of the system when absent. */
  readonly servers?: readonly string[]
  readonly now?: () => number
}

/** Milliseconds for one name server, and for all of them together. */
const SERVER_TIMEOUT_MS = 2_000
const LOOKUP_TIMEOUT_MS = 4_000
/** Bounds of the cache lifetime of an answer, whatever its record demands. */
const MIN_KEPT_MS = 5_000
const MAX_KEPT_MS = 30_000
/** Milliseconds for which a failed look-up is cached. */
const FAILURE_KEPT_MS = 10_000
const MAX_KEPT = 1_000
/** Further addresses of a name are ignored. */
const MAX_ADDRESSES = 16

/**
 * Looks up names from strangers. c-ares has its own sockets and can be cancelled, while the system's look-up blocks one
 * of the few threads that files and password hashes need. It ignores /etc/hosts and search domains, so that a name has
 * the meaning that it has on the public internet.
 */
export function createNameResolver({ budgets, servers, now = Date.now }: NameResolverOptions): Resolve {
  const kept = new LRUCache<string, readonly LookupAddress[] | Error>({
    max: MAX_KEPT,
    ttl: MAX_KEPT_MS,
    ttlResolution: 0,
    perf: { now },
  })

  return async (hostname, signal) => {
    const known = kept.get(hostname)
    if (known instanceof Error) throw known
    if (known) return known
    const deadline = AbortSignal.timeout(LOOKUP_TIMEOUT_MS)
    const limited = signal ? AbortSignal.any([signal, deadline]) : deadline
    try {
      const look = () => queryServers(hostname, servers, limited)
      const { addresses, ttl } = await budgets.run('dnsLookup', look, { signal: limited })
      kept.set(hostname, addresses, { ttl: Math.min(Math.max(ttl * 1_000, MIN_KEPT_MS), MAX_KEPT_MS) })
      return addresses
    } catch (error) {
      // A caller that cancelled, or too many simultaneous look-ups, say nothing about the name.
      if (error instanceof Error && isAnswerOfServers(error))
        kept.set(hostname, error, { ttl: FAILURE_KEPT_MS })
      throw error
    }
  }
}

/** Looks up IPv4 and IPv6 together; one of them may fail. */
async function queryServers(
  hostname: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<{ readonly addresses: readonly LookupAddress[]; readonly ttl: number }> {
  // One resolver for each look-up, because cancelling ends all look-ups of a resolver.
  const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: 1 })
  if (servers) resolver.setServers(servers)
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname, { ttl: true }),
      resolver.resolve6(hostname, { ttl: true }),
    ])
    signal.throwIfAborted()
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    const records = [...recordsOf(v4, 4), ...recordsOf(v6, 6)].slice(0, MAX_ADDRESSES)
    return {
      addresses: records.map(({ address, family }) => ({ address, family })),
      ttl: Math.min(...records.map(({ ttl }) => ttl)),
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function recordsOf(settled: PromiseSettledResult<readonly RecordWithTtl[]>, family: 4 | 6) {
  return settled.status === 'fulfilled' ? settled.value.map((record) => ({ ...record, family })) : []
}

/** True for ENOTFOUND, ETIMEOUT and similar codes. */
function isAnswerOfServers(error: Error): boolean {
  return 'code' in error && /^E[A-Z]+$/u.test(String(error.code)) && error.code !== 'ECANCELLED'
}
