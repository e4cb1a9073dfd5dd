import type { PostArea } from '@antojo/identify/evidence'
import { expect, it } from 'vitest'
import { areasOfList } from './areas-of-list.ts'

const area = (name: string, more: Partial<PostArea> = {}): PostArea => ({
  name,
  kind: 'city',
  country: 'MX',
  lat: name.length,
  lng: name.codePointAt(0) ?? 0,
  radiusKm: 10,
  population: 50_000,
  ...more,
})
const naming = (...areas: readonly PostArea[]) => ({ areas })
const found = (...entries: readonly { readonly areas: readonly PostArea[] }[]) =>
  areasOfList(entries).map(({ name, reason }) => `${name}: ${reason}`)

it('is the most named first, each once, for the strongest reason of any of its posts', () => {
  const [pin, food] = [area('Tolma', { reason: 'pin' }), area('Tolma', { reason: 'food' })]
  const roca = area('Roca', { reason: 'country' })
  expect(found(naming(roca), naming(food), naming(pin, roca), naming(area('Tolma')))).toEqual([
    'Tolma: pin',
    'Roca: country',
  ])
})

it('is a city without any reason only when three posts name it', () => {
  const tolma = naming(area('Tolma'))
  expect(found(tolma, tolma)).toEqual([])
  expect(found(tolma, tolma, tolma)).toEqual(['Tolma: list'])
})

it('is no plain word, however many posts say it, unless one gives a reason', () => {
  const plain = naming(area('Sunset', { isPlain: true }))
  expect(found(plain, plain, plain, plain)).toEqual([])
  expect(found(plain, naming(area('Sunset', { reason: 'region' })))).toEqual(['Sunset: region'])
})
