import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup as dnsLookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** An address that only a machine inside the operator's network should reach. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** IPv6 addresses are handed out from here only (RFC 4291); what lies outside is translated, local or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for globally routable addresses only. IPv4 inside IPv6 (mapped, NAT64, 6to4, Teredo) is refused with its
 * whole range, because what it reaches depends on the network.
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

export type Resolve = (hostname: string) => Promise<LookupAddress[]>

export const systemResolve: Resolve = (hostname) => dnsLookup(hostname, { all: true, verbatim: true })

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

async function publicAddresses(
  resolve: Resolve,
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname)
  if (!first) throw new Error(`no address for ${hostname}`)
  if (![first, ...others].every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(`${hostname} leads into a private network`)
  }
  return [first, ...others]
}
