import { expect, test } from 'vitest'
import { distanceKm, distanceLabel } from './distance.ts'

test('Madrid to Barcelona is about 505 km, and a place to itself is 0', () => {
  const madrid = { lat: 40.4168, lng: -3.7038 }
  expect(distanceKm(madrid, { lat: 41.3874, lng: 2.1686 })).toBeCloseTo(505.4, 0)
  expect(distanceKm(madrid, madrid)).toBe(0)
})

test.each([
  [0.004, 'es-ES', '10 m'],
  [0.847, 'es-ES', '850 m'],
  [0.996, 'es-ES', '1 km'],
  [1.26, 'es-ES', '1,3 km'],
  [12.4, 'es-ES', '12 km'],
  [1.26, 'en-GB', '1.3 km'],
  [1.609344, 'en-US', '1 mi'],
  [0.3, 'en-US', '0.2 mi'],
])('%d km in %s', (km, locale, label) => {
  expect(distanceLabel(km, locale).replace('\u00a0', ' ')).toBe(label)
})
