import { expect, test } from 'vitest'
import { hasWords, searchWords } from './search-words.ts'
import { nameKey } from '../text.ts'

test.each([
  ['taco', 'Taquería La Güera', true],
  ['tacos', 'El Califa · tacos al pastor', true],
  ['🌮', 'Taquería La Güera', true],
  ['japonesa', 'Ramen Kuro', true],
  ['ramen', 'Sushi Kaito japonesa', false],
  ['cdmx', 'Roma Norte, Ciudad de México', true],
  ['pizza ny', 'Pizza Lou, New York', true],
  ['pizza ny', 'Pizza Lou, Chicago', false],
  ['nueva york pizza', 'Pizza Lou, New York', true],
  ['los angeles', 'La Esquina, San Ángel', false],
  ['pastor califa', 'El Califa · tacos al pastor', true],
  ['ron', 'La Ronda', true],
  ['ron cdmx', 'La Ronda, CDMX', false],
  ['rum', 'La Ronda', false],
  ['rum', 'Los Rones', true],
  ['pasteles de belem', 'Pastéis de Belém', true],
  ['pasteles de nata', 'Pastéis de Belém', true],
  ['bistecca a la fiorentina', 'Trattoria Mario · Bistecca alla fiorentina', true],
  ['tarta de limon', 'Boulangerie Utopie · tarte au citron', true],
  ['la', 'El Califa', false],
  ['alif', 'El Califa', false],
])('%s finds %s: %s', (query, text, isFound) => {
  expect(hasWords(nameKey(text), searchWords(query))).toBe(isFound)
})
