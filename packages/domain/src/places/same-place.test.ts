import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isSamePlace } from './same-place.ts'

const pairs = readFileSync(new URL('same-place.fixture.psv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [verdict, metres, ...facts] = line.split('|')
    const record = (from: number, lat: number) => {
      const [name = '', address, phone, website] = facts
        .slice(from, from + 4)
        .map((fact) => fact || undefined)
      return { name, address, phone, website, lat, lng: -99.17 }
    }
    return {
      line,
      isSame: verdict === 'same',
      one: record(0, 19.4),
      other: record(4, 19.4 + Number(metres) / 111_195),
    }
  })

it.each([true, false])('tells 98 of 100 pairs right that are one restaurant: %s', (isSame) => {
  const asked = pairs.filter((pair) => pair.isSame === isSame)
  const wrong = asked.filter(({ one, other }) => isSamePlace(one, other) !== isSame).map(({ line }) => line)
  expect(asked).toHaveLength(100)
  expect(wrong.slice(2)).toEqual([])
})

it('is the same in both directions', () => {
  for (const { one, other } of pairs) expect(isSamePlace(other, one)).toBe(isSamePlace(one, other))
})

it('knows the city by name, which tells no place from another', () => {
  const at = { lat: 34.42, lng: -119.7, city: 'Santa Barbara' }
  const piano = { ...at, name: 'Backstage Dueling Piano Bar', address: '409 State St' }
  expect(isSamePlace(piano, { ...at, name: 'Backstage Santa Barbara', address: 'State Street 409' })).toBe(
    true,
  )
  expect(
    isSamePlace({ ...at, name: 'Santa Barbara Pizza House' }, { ...at, name: 'Sandbar - Santa Barbara' }),
  ).toBe(false)
})

it('takes records of one source for one place only next door', () => {
  const one = { lat: 19.4, lng: -99.1, name: 'El Califa', source: 'osm' }
  const other = { ...one, lat: 19.4008 }
  expect(isSamePlace(one, other)).toBe(false)
  expect(isSamePlace(one, { ...other, source: 'overture' })).toBe(true)
  expect(isSamePlace(one, { ...one, lat: 19.4002 })).toBe(true)
})
