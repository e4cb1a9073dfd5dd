import type { Place } from '@antojo/places/place'
import { describe, expect, it } from 'vitest'
import { matchPlaces } from './place-link.ts'

const HERE = { lat: 19.4194, lng: -99.1675 }
/** A thousandth of a degree is some 110 metres. */
const north = (thousandths: number) => ({ lat: HERE.lat + thousandths / 1000, lng: HERE.lng })

function place(name: string, position = HERE, facts: Partial<Place> = {}): Place {
  return { source: 'osm', sourceId: name, name, ...position, categories: [], cuisine: [], ...facts }
}

const link = (name: string, position: typeof HERE | null = HERE, address: string | null = null) => ({
  name,
  position,
  address,
  cid: null,
})

function answer(...[given, found]: Parameters<typeof matchPlaces>) {
  const { certain, options } = matchPlaces(given, found)
  return certain ? certain.place.name : options.map((option) => option.place.name)
}

describe('a place of a link is the one of the index', () => {
  it.each([
    ['with that name at that position', link('Contramar'), [place('Contramar'), place('Otro')], 'Contramar'],
    ['with more words', link('Contramar'), [place('Restaurante Contramar')], 'Restaurante Contramar'],
    ['with a slip', link('Contramarr'), [place('Contramar')], 'Contramar'],
    [
      'with exactly that name',
      link('La Carlota'),
      [place('La tía Carlota'), place('La Carlota', north(1))],
      'La Carlota',
    ],
    [
      'that is nearest by far',
      link('Contramar'),
      [place('Contramar', north(2)), place('Contramar')],
      'Contramar',
    ],
    [
      'at its address',
      link('La Gloria', null, 'Vicente Suárez 41, Condesa, Ciudad de México'),
      [place('La Gloria', north(50), { address: 'Vicente Suárez 41', city: 'Ciudad de México' })],
      'La Gloria',
    ],
  ])('%s', (_, given, found, expected) => {
    expect(answer(given, found)).toBe(expected)
  })

  it.each([
    [
      'two of that name nearby',
      link('La Gloria'),
      [place('La Gloria', north(1)), place('La Gloria', north(1.5))],
      2,
    ],
    ['a similar name', link('Contramar del Puerto'), [place('Mariscos Puerto')], 1],
    ['a name without a position', link('Contramar', null), [place('Contramar')], 1],
    [
      'an address in another city',
      link('Contramar', null, 'Puebla'),
      [place('Contramar', HERE, { city: 'CDMX' })],
      1,
    ],
    ['more than three', link('Oxxo', null), Array.from({ length: 9 }, () => place('Oxxo')), 3],
  ])('is asked for %s', (_, given, found, options) => {
    expect(answer(given, found)).toHaveLength(options)
  })

  it.each([
    ['the name is another one', link('Contramar'), [place('La Docena')]],
    ['it is too far away', link('Contramar'), [place('Contramar', north(5))]],
    ['the link has no name', { ...link(''), name: null }, [place('Contramar')]],
  ])('is not known when %s', (_, given, found) => {
    expect(answer(given, found)).toEqual([])
  })
})
