import { describe, expect, it } from 'vitest'
import { namedStreets } from './named-streets.ts'
import { tokenize } from '../text/tokens.ts'

const ORDINARY = new Set(['principal', 'peatonal', 'best'])
const rank = (word: string): number | undefined => (ORDINARY.has(word) ? 2000 : undefined)
const streets = (text: string): string[] =>
  namedStreets(tokenize({ source: 'description', text }), rank).map(({ words }) => words.join(' '))

describe('namedStreets', () => {
  it.each(['ravioles en Larrazábal casi Olmos', 'fugazzeta, Larrazábal esq. Olmos'])(
    'reads both streets of the corner in %j',
    (text) => {
      expect(streets(text).toSorted()).toEqual(['larrazabal', 'olmos'])
    },
  )

  it.each([
    ['en la calle Larrazábal, sin reserva', 'larrazabal'],
    ['el de la Avda. de los Álamos', 'alamos'],
    ['C/Olmos, junto al río', 'olmos'],
    ['en calle larrazabal, al fondo', 'larrazabal'],
    ['Olmoaga kalea, Legutio', 'olmoaga'],
    ['the one on Old Walnut Road', 'old walnut'],
    ['on Walnut St. Great pies', 'walnut'],
    ['pies on walnut street tonight', 'walnut'],
    ['dinner on Walnut Row', 'walnut'],
  ])('reads the street of %j', (text, street) => {
    expect(streets(text)).toEqual([street])
  })

  it.each([
    'la calle principal del pueblo',
    'best street tacos',
    'Scotland Road Trip',
    'Walnut Street Market',
    'a la vuelta de la calle Larrazábal',
    'just off Walnut Road',
    '@callelarrazabal y #walnutstreet',
    'St. Walnut and St James',
    'a stroll to Walnut Hill',
  ])('sees no street of the place in %j', (text) => {
    expect(streets(text)).toEqual([])
  })
})
