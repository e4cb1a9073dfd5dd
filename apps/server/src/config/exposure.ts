import { isInRanges, listOfRanges } from './address-range.ts'

const loopback = listOfRanges(['127.0.0.0/8', '::1'])

/** Whether the name or address is the machine itself. An IPv6 address may have brackets. */
export function isLoopback(host: string): boolean {
  const bare = host.replaceAll(/[[\]]/gu, '').toLowerCase()
  return bare === 'localhost' || bare.endsWith('.localhost') || isInRanges(loopback, bare)
}

interface Addresses {
  readonly HOST: string
  readonly PUBLIC_URL?: string | undefined
}

/**
 * Whether other machines can reach the server, because it listens on more than loopback or because a proxy on this machine
 * publishes it at `PUBLIC_URL`.
 */
export function isExposed({ HOST, PUBLIC_URL }: Addresses): boolean {
  return !isLoopback(HOST) || (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname))
}
