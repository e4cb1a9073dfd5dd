import { expect, it } from 'vitest'
import { networksOf } from './network.ts'

it('takes every address of a /64 as the same subscriber, and every /64 of a /48 as the same site', () => {
  const one = networksOf('2001:db8:1:2::1')
  expect(networksOf('2001:DB8:1:2:ffff:ffff:ffff:ffff')).toEqual(one)
  const neighbour = networksOf('2001:db8:1:3::1')
  expect(neighbour.narrow).not.toBe(one.narrow)
  expect(neighbour.wide).toBe(one.wide)
  expect(networksOf('2001:db8:2:2::1').wide).not.toBe(one.wide)
})

it('takes IPv4 in any notation as the same address', () => {
  const plain = { narrow: '192.0.2.7', wide: '192.0.2.0/24' }
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:FFFF:192.0.2.7'])
    expect(networksOf(address)).toEqual(plain)
})

it('takes everything that is no address as one network, and ignores zones', () => {
  expect(networksOf('')).toEqual(networksOf('unix:/run/socket'))
  expect(networksOf('fe80::1%eth0')).toEqual(networksOf('fe80::2'))
})

it('reads every notation of an IPv6 address', () => {
  const one = networksOf('2001:db8:0:2::1')
  for (const address of ['2001:0db8:0000:0002:0:0:0:1', '2001:DB8::2:0:0:0:9', '2001:db8:0:2:a:b:192.0.2.1'])
    expect(networksOf(address)).toEqual(one)
  expect(one).toEqual({ narrow: '20010db800000002/64', wide: '20010db80000/48' })
  expect(networksOf('::1').narrow).toBe('0000000000000000/64')
  expect(networksOf('fe80::').narrow).toBe('fe80000000000000/64')
})
