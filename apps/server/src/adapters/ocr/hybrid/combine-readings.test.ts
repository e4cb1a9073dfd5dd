import { expect, test } from 'vitest'
import { combineReadings } from './combine-readings.ts'

test.each([
  ['accents come from Tesseract', 'Taqueria El Rincon', 'Taquería El Rincón', 'Taquería El Rincón'],
  ['a digit inside a word is a letter', 'Calle Col6n 13', 'Calle Colón 13', 'Calle Colón 13'],
  ['letters come from Paddle', 'LOS MEJORES', 'TOS MEJORES', 'LOS MEJORES'],
  ['numbers stay numbers', 'Top 5 Ramen', 'Top S Ramen', 'Top 5 Ramen'],
  ['opening marks come from Tesseract', 'iqué delicia!', '¡qué delicia!', '¡qué delicia!'],
  [
    'readings of unequal length do not mix',
    'Av. Corrientes 1234',
    'Av. Corrientes1234',
    'Av. Corrientes 1234',
  ],
])('%s', (_, paddle, tesseract, combined) => {
  expect(
    combineReadings({ text: paddle, confidence: 0.95 }, { text: tesseract, confidence: 0.93 }).text,
  ).toBe(combined)
})

test('a second reading with low confidence changes nothing', () => {
  const paddle = { text: 'Rincon', confidence: 0.9 }
  expect(combineReadings(paddle, { text: 'Rincón', confidence: 0.5 })).toBe(paddle)
})
