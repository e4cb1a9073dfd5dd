import type { LookupAddress, LookupOptions } from 'node:dns'
import ipaddr from 'ipaddr.js'
import type { Resolve } from './name-resolver.ts'

/** An address that only machines inside the operator's network should reach. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** All global IPv6 unicast addresses lie in this range (RFC 4291); others are translated, local or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for globally routable addresses only. IPv4 inside IPv6 (mapped, NAT64, 6to4, Teredo) is refused with its
 * whole range, because its target depends on the network.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const assigned = parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
  return assigned && parsed.range() === 'unicast'
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** Names with a meaning inside a network only (RFC 6761, 6762, 8375), and names without a dot. */
const LOCAL_NAME = /^[^.]*\.?$|(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/u

/** True for names that public name servers do not know. */
export function isLocalName(hostname: string): boolean {
  return LOCAL_NAME.test(hostname)
}

/**
 * A `lookup` for sockets that refuses a name when any of its addresses is private. The checked answer is the one that
 * the socket connects to, so a second DNS answer cannot change it (DNS rebinding).
 */
export function publicLookup(resolve: Resolve) {
  return (hostname: string, options: LookupOptions, answer: LookupCallback): void => {
    publicAddresses(resolve, hostname).then(
      ([first, ...others]) =>
        options.all ? answer(null, [first, ...others]) : answer(null, first.address, first.family),
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), ''),
    )
  }
}

/** All addresses of a name; throws a PrivateAddressError when one of them is private. */
export async function publicAddresses(
  resolve: Resolve,
  hostname: string,
  signal?: AbortSignal,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname, signal)
  if (!first) throw new Error(`no address for ${hostname}`)
  if (![first, ...others].every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(`${hostname} leads into a private network`)
  }
  return [first, ...others]
}
