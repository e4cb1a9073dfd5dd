import { BlockList, isIP } from 'node:net'

/** Adds a range such as `10.0.0.0/8` or `2001:db8::/32`, or a single address; returns false for any other text. */
export function addRange(list: BlockList, text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const bits = version === 4 ? 32 : 128
  if (prefix !== undefined && !/^\d{1,3}$/u.test(prefix)) return false
  const length = prefix === undefined ? bits : Number(prefix)
  if (length > bits) return false
  list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  return true
}

/** The list of these ranges; throws for a text that is not a range. */
export function listOfRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) if (!addRange(list, range)) throw new Error(`${range} is not an address range.`)
  return list
}

/** Whether the list contains the address, which may be IPv4 in IPv6 notation. */
export function isInRanges(list: BlockList, address: string): boolean {
  const [bare = ''] = address.split('%')
  const version = isIP(bare)
  return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6')
}
