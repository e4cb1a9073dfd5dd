import { expect, it } from 'vitest'
import { splitJoined } from './split-joined.ts'

const RANKS = new Map([
  ['el', 3],
  ['tres', 200],
  ['arbol', 1500],
  ['rojo', 900],
])
const isKnown = (word: string): boolean => word === 'taqueria' || word === 'springfield'

it.each([
  ['elarbol.taqueria', 'el arbol taqueria'],
  ['ArbolRojo', 'arbol rojo'],
  ['arbolrojospringfield', 'arbol rojo springfield'],
  ['zurribarra_springfield', 'zurribarra springfield'],
  ['zurribarraspringfield', 'zurribarra springfield'],
  ['zurribarra', 'zurribarra'],
  ['tres_3', 'tres 3'],
])('%s is typed as %s', (handle, words) => {
  expect(splitJoined(handle, (word) => RANKS.get(word), isKnown)).toBe(words)
})
