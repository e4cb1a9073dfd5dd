import ipaddr from 'ipaddr.js'

/** The networks that an address belongs to, as texts that are equal for all addresses of the same network. */
export interface Networks {
  /** One subscriber: an IPv4 address, or the /64 of an IPv6 address. */
  readonly narrow: string
  /** One site or provider: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
  readonly wide: string
}

/** An IPv6 subscriber holds at least a /64 and so any number of addresses (RFC 6177): single ones mean nothing. */
export function networksOf(address: string): Networks {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return { narrow: 'unknown', wide: 'unknown' }
  // `process` turns IPv4 in IPv6 notation into IPv4.
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4)
    return { narrow: parsed.toString(), wide: `${parsed.toByteArray().slice(0, 3).join('.')}.0/24` }
  const bytes = parsed.toByteArray()
  return { narrow: `${hex(bytes, 8)}/64`, wide: `${hex(bytes, 6)}/48` }
}

function hex(bytes: readonly number[], length: number): string {
  return Buffer.from(bytes.slice(0, length)).toString('hex')
}
