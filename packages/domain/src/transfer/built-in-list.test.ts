import { expect, it } from 'vitest'
import { builtInListOf } from './built-in-list.ts'

it.each([
  ['Favoritos', 'favorites'],
  ['FAVOURITE PLACES', 'favorites'],
  [' Quiero ir ', 'want_to_try'],
  ['Want to go', 'want_to_try'],
  ['¡Ya fui!', 'visited'],
  ["Places I've been", 'visited'],
  ['Been', 'visited'],
  ['Favoritos de Ana', null],
  ['Tacos', null],
  ['', null],
])('a list called "%s" is %s', (name, kind) => {
  expect(builtInListOf(name)).toBe(kind)
})
