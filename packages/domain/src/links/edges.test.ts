import { describe, expect, it } from 'vitest'
import { findLinks, piecesByLink, readPasted } from './find-urls.ts'
import { hasLink } from './link-start.ts'
import { parseLink, playerUrl } from './link.ts'
import { mapOfHost } from './map-hosts.ts'
import { withoutTracking } from './tracking.ts'
import { webAddress } from './web-address.ts'
import { ofGeohash, positionOf, readWritten, rounded } from './written-position.ts'

const NOTHING = { name: '', town: '', position: null }
const at = (lat: number, lng: number) => ({ ...NOTHING, position: { lat, lng } })

describe('a position or a name that is written in a link', () => {
  it.each([
    ['19.4,-99.1', at(19.4, -99.1)],
    ['19.4 , -99.1', at(19.4, -99.1)],
    ['19.4 -99.1', at(19.4, -99.1)],
    ['+19.4,+99.1', at(19.4, 99.1)],
    ['19,99', at(19, 99)],
    ['19 99', { ...NOTHING, name: '19 99' }],
    ['loc:19.4,-99.1', at(19.4, -99.1)],
    ['ll.19.4,-99.1', at(19.4, -99.1)],
    ['19.4,-99.1 (Nilo)', { ...at(19.4, -99.1), name: 'Nilo' }],
    ['19.4,-99.1 Nilo', { ...at(19.4, -99.1), name: 'Nilo' }],
    ['19.4,-99 Nilo', { ...NOTHING, name: '19.4,-99 Nilo' }],
    ['Nilo@19.4,-99.1', { ...at(19.4, -99.1), name: 'Nilo' }],
    ['Nilo@19.4,-99.1(Sol)', { ...at(19.4, -99.1), name: 'Nilo' }],
    ['@19.4,-99.1', at(19.4, -99.1)],
    ['99.4,-99.1', NOTHING],
    ['19.4,-199.1', NOTHING],
    ['1,2,3', NOTHING],
    [`19°24'08.0"N 99°10'16.0"W`, at(19.4022222, -99.1711111)],
    [`19°24′S, 99°10′E`, at(-19.4, 99.1666667)],
    ['19.5° N, 99.25° O', at(19.5, -99.25)],
    [`19°24'08.0"N`, { ...NOTHING, name: `19°24'08.0"N` }],
    [`99°N 10°W`, NOTHING],
    ['76F2CR7H+2F', at(19.4125625, -99.1713125)],
    ['76F2CR7H+2F Roma', { ...at(19.4125625, -99.1713125), town: 'Roma' }],
    ['76F2CR7H 2F', at(19.4125625, -99.1713125)],
    ['CR7H+2F, Roma', { ...NOTHING, town: 'Roma' }],
    ['CR7H+', { ...NOTHING, name: 'CR7H+' }],
    ['Nilo, Luna 9', { ...NOTHING, name: 'Nilo, Luna 9' }],
    ['', NOTHING],
  ])('%j', (text, expected) => {
    expect(readWritten(text, null)).toEqual(expected)
  })

  it('a short plus code is near the centre', () => {
    expect(readWritten('CR7H+2F', { lat: 19.4, lng: -99.2 })).toEqual(at(19.4125625, -99.1713125))
  })

  it.each([
    ['90', '180', { lat: 90, lng: 180 }],
    ['-90.1', '0', null],
    ['0', '-180.1', null],
    ['0', '0', { lat: 0, lng: 0 }],
    ['', '1', null],
    [undefined, undefined, null],
  ])('%s, %s', (lat, lng, position) => {
    expect(positionOf(lat, lng)).toEqual(position)
  })

  it.each([
    ['ezs42', { lat: 42.6049805, lng: -5.6030273 }],
    ['s0000', { lat: 0.0219727, lng: 0.0219727 }],
    ['zzzzz', { lat: 89.9780273, lng: 179.9780273 }],
    ['00000', { lat: -89.9780273, lng: -179.9780273 }],
  ])('the geohash %s', (hash, position) => {
    expect(ofGeohash(hash)).toEqual(position)
  })

  it('degrees are rounded to a centimetre', () => {
    expect([rounded(1.234_567_84), rounded(1.234_567_86), rounded(-0.000_000_01)]).toEqual([
      1.2345678, 1.2345679, -0,
    ])
  })
})

it.each([
  ['google.com', 'google'],
  ['www.google.com.mx', 'google'],
  ['maps.google.co.uk', 'google'],
  ['google.es', 'google'],
  ['google.com.evil.example', null],
  ['drive.google.com', null],
  ['maps.apple.com', 'apple'],
  ['beta.maps.apple.com', 'apple'],
  ['apple.com', null],
  ['waze.com', 'waze'],
  ['ul.waze.com', 'waze'],
  ['waze.to', 'waze'],
  ['www.openstreetmap.org', 'osm'],
  ['maps.app.goo.gl', 'short'],
  ['goo.gl', 'short'],
  ['g.page', 'short'],
  ['', null],
])('the host %s is of %s', (host, map) => {
  expect(mapOfHost(host)).toBe(map)
})

it.each([
  ['https://X.example/a?utm_source=b&id=1&SI=2#c', 'https://x.example/a?id=1'],
  ['https://u:p@x.example/?__a=1&share_x=2&_r=1&_t=2', 'https://x.example/'],
  ['https://x.example/?sid=1&reference=2&id=3&id=4', 'https://x.example/?sid=1&reference=2&id=3&id=4'],
  ['https://x.example/?igsh=MTc4==&v=1', 'https://x.example/?v=1'],
])('%s without its tracking', (given, clean) => {
  expect(withoutTracking(new URL(given)).href).toBe(clean)
})

it.each([
  ['https://x.example/', true],
  ['HTTP://x.example', true],
  ['http://', false],
  ['javascript:alert(1)', false],
  ['//x.example', false],
  ['', false],
  [null, false],
])('%s is an address: %s', (text, expected) => {
  expect(webAddress(text)).toBe(expected ? text : null)
})

describe('links of a text', () => {
  it.each([
    ['a https://x.example/b c', [[2, 21]]],
    ['youtu.be/aBcDeFgHiJk', [[0, 20]]],
    ['ayoutu.be/aBcDeFgHiJk', []],
    ['a@youtu.be/aBcDeFgHiJk', []],
    ['google.com/maps?q=a', [[0, 19]]],
    ['google.com/mail', []],
    ['youtu.be', []],
    ['http://localhost:80/a', [[0, 21]]],
    ['http://a', []],
    [`https://x.example/${'a'.repeat(2_031)}`, []],
    [`https://x.example/${'a'.repeat(2_030)}`, [[0, 2_048]]],
  ])('%j', (text, spans) => {
    expect(findLinks(text).map(({ from, to }) => [from, to])).toEqual(spans)
  })

  it.each([
    ['mira https://x.example/b', true],
    ['youtu.be/aBcDeFgHiJk', true],
    ['hola', false],
    ['http://a', false],
  ])('%j has one: %s', (text, expected) => {
    expect(hasLink(text)).toBe(expected)
  })

  it('are apart from its words', () => {
    expect(readPasted('Nilo:  https://x.example/a\n(https://x.example/a) rico')).toEqual({
      links: ['https://x.example/a'],
      words: 'Nilo: \n( ) rico',
    })
    expect(readPasted('¡https://x.example/!')).toEqual({ links: ['https://x.example/'], words: '' })
    expect(piecesByLink('a https://x.example/1 b https://x.example/2 c')).toEqual([
      'a https://x.example/1 b ',
      'https://x.example/2 c',
    ])
    expect(piecesByLink('nada')).toEqual([])
  })
})

it.each([
  ['https://www.google.com/url?q=https://youtu.be/aBcDeFgHiJk&sa=D', 'video'],
  ['https://google.com.mx/url?url=https%3A%2F%2Fyoutu.be%2FaBcDeFgHiJk', 'video'],
  ['https://consent.google.com/ml?continue=https://www.google.com/maps/place/Nilo', 'page'],
  ['https://www.google.com/url', 'page'],
  ['https://consent.google.com/ml', 'page'],
  ['https://vm.ddinstagram.com/x', 'not_video'],
  ['https://youtu.be/aBcDeFgHiJk&t=3?si=x', 'video'],
  ['https://www.youtube.com/redirect?q=https://youtu.be/aBcDeFgHiJk', 'video'],
])('%s is a %s', (text, kind) => {
  const link = parseLink(text)
  expect(link?.kind).toBe(kind)
  expect(playerUrl(link) === null).toBe(kind !== 'video')
})
