import type { StandInPlace } from './write-places.ts'

interface City {
  readonly name: string
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly places: number
}

const FOOD = ['restaurant', 'taco_restaurant', 'cafe', 'bar', 'bakery', 'coffee_shop']
const FIRST = ['Tacos', 'Mariscos', 'Birriería', 'Café', 'Cantina', 'Fonda', 'Casa', 'Cocina', 'Antojitos']
const SECOND = [
  'Lupita',
  'El Güero',
  'La Abuela',
  'Don Chuy',
  'Tlaquepaque',
  'San Juan',
  'del Mar',
  'La Perla',
  'Olmeca',
]
const THIRD = ['', ' y Más', ' de la Esquina', ' Express', ' Centro', ' del Parque', ' Real']

/** One in four places is not a place to eat at. Equal arguments make equal places. */
export function placesOf({ name, country, lat, lng, places }: City): StandInPlace[] {
  const random = generator(name)
  const of = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? ''
  return Array.from({ length: places }, (_, number) => ({
    id: `${country}-${name.replaceAll(' ', '')}-${number}`,
    name: `${of(FIRST)} ${of(SECOND)}${of(THIRD)} ${number}`,
    lat: lat + (random() + random() - 1) * 0.1,
    lng: lng + (random() + random() - 1) * 0.1,
    kind: number % 4 === 3 ? 'bank' : of(FOOD),
    locality: name,
    country,
    street: `Calle ${of(SECOND)} ${1 + Math.floor(random() * 900)}`,
  }))
}

/** Mulberry32, seeded with a text. */
function generator(seed: string): () => number {
  let state = Buffer.from(seed).reduce((sum, byte) => Math.imul(sum, 31) + byte, 7)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
