import { expect, test } from 'vitest'
import { middleOf, parseBox } from './geo.ts'

test.each([
  ['-103.5,20.5,-103.1,20.9', { lat: 20.7, lng: -103.3 }],
  // Across the date line: Fiji, and a box whose middle lies west of it.
  ['177,-20,-179,-16', { lat: -18, lng: 179 }],
  ['179,-20,-175,-16', { lat: -18, lng: -178 }],
  ['-180,-90,180,90', { lat: 0, lng: 0 }],
])('the middle of %s', (text, { lat, lng }) => {
  const box = parseBox(text)
  expect(box && middleOf(box)).toEqual({ lat: expect.closeTo(lat, 6), lng: expect.closeTo(lng, 6) })
})
