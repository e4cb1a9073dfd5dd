import { AsyncLocalStorage } from 'node:async_hooks'
import { networksOf } from '@antojo/auth/network'

/** The person or network whose limits a piece of work counts against. */
export interface Asker {
  /** The account's id; null for a guest. */
  readonly account: string | null
  /** The client's IP address; null for work of the server itself. */
  readonly address: string | null
}

/** For jobs, the command line and everything else without a request. */
export const SYSTEM_ASKER: Asker = { account: null, address: null }

const storage = new AsyncLocalStorage<Asker>()

/** Runs the work, and everything it starts, on behalf of the asker. */
export function runAs<T>(asker: Asker, work: () => T): T {
  return storage.run(asker, work)
}

/** The asker of the current request; the system when there is none. */
export function currentAsker(): Asker {
  return storage.getStore() ?? SYSTEM_ASKER
}

/** False for jobs and everything else that nobody waits for. */
export function isRequest(asker: Asker): boolean {
  return asker.address !== null
}

export function isGuest(asker: Asker): boolean {
  return asker.account === null && asker.address !== null
}

/** A counter that an asker's work is counted with. Its limit is `factor` times the limit of one asker. */
export interface AskerKey {
  readonly key: string
  readonly factor: number
}

/** A home or office has several people, and a /48 or /24 contains several homes. */
const ACCOUNTS_PER_NETWORK = 8
const NETWORKS_PER_WIDE_NETWORK = 4

/**
 * The counters of an asker, the widest first, so that a flood from a wide network is refused before it creates a
 * counter for each address. The system has no counters.
 */
export function keysOf({ account, address }: Asker): readonly AskerKey[] {
  if (address === null) return account === null ? [] : [{ key: `account ${account}`, factor: 1 }]
  const { narrow, wide } = networksOf(address)
  const share = account === null ? 1 : ACCOUNTS_PER_NETWORK
  return [
    { key: `network ${wide}`, factor: share * NETWORKS_PER_WIDE_NETWORK },
    { key: account === null ? `guests ${narrow}` : `network ${narrow}`, factor: share },
    ...(account === null ? [] : [{ key: `account ${account}`, factor: 1 }]),
  ]
}
