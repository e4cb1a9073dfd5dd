import { mapsLinkOf } from '@antojo/domain/links/maps-link'
import { expect, it } from 'vitest'
import { rowOfPlaceIn } from './known-places.ts'

const row = { id: 'row', url: 'https://www.tiktok.com/@a/video/1', name: 'Fonda Lupe', lat: 19.4, lng: -99.1 }
const link = (name: string, lat: number, lng: number, cid: string | null = null) =>
  mapsLinkOf({ name, address: null, position: { lat, lng }, cid })

it.each([
  ['the same name, 50 m away, beyond the edge of its cell', link('Fonda Lupe', 19.39957, -99.1002), 'row'],
  ['a longer name there', link('Restaurante Fonda Lupe', 19.4, -99.1), 'row'],
  ['the same name, 120 m away, beyond the edge of its cell', link('Fonda Lupe', 19.39892, -99.1), 'row'],
  ['the same name, 170 m away', link('Fonda Lupe', 19.40153, -99.1), null],
  ['another name there', link('Bar Once', 19.4, -99.1), null],
  ['the name alone', 'https://www.google.com/maps/place/Fonda+Lupe', null],
  ['a pin without a name', 'https://www.google.com/maps?q=19.4,-99.1', null],
  ['a post', 'https://www.tiktok.com/@a/video/2', null],
])('%s', (_what, url, expected) => {
  expect(rowOfPlaceIn([row])(url)).toBe(expected)
})

it.each([0, 19.4, 60, -75])('finds a record some 55 m away at the latitude %d in every direction', (lat) => {
  const east = 0.0005 / Math.cos((lat * Math.PI) / 180)
  const find = rowOfPlaceIn([{ ...row, lat }])
  for (const [up, right] of [
    [0.0005, 0],
    [-0.0005, 0],
    [0, east],
    [0, -east],
  ] as const)
    expect(find(link('Fonda Lupe', lat + up, -99.1 + right))).toBe('row')
})

it("Google's id decides, whatever the link calls the place", () => {
  const find = rowOfPlaceIn([{ ...row, url: 'https://www.google.com/maps?cid=77' }])
  expect(find(link('Otro nombre', 1, 2, '77'))).toBe('row')
  expect(find(link('Otro nombre', 1, 2, '78'))).toBe(null)
})
