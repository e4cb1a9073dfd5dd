import { expect, test } from 'vitest'
import { isFullySupported, todaysHours, urlProblem } from './finder-input.ts'

test.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['tacos', 'invalid'],
  ['ftp://example.com/a', 'invalid'],
  ['https://', 'invalid'],
  [' https://www.tiktok.com/@a/video/7412345678901230001 ', null],
  ['HTTP://example.com', null],
])('%j: %j', (text, problem) => {
  expect(urlProblem(text)).toBe(problem)
})

test.each([
  ['https://vm.tiktok.com/ZMabc/', true],
  ['https://www.instagram.com/reel/C7/', true],
  ['https://youtu.be/abcdefghijk', true],
  ['https://fb.watch/abc/', false],
  ['https://example.com/video', false],
])('%s is read best: %s', (url, supported) => {
  expect(isFullySupported(url)).toBe(supported)
})

test('the hours are those of today, in the clock of the reader', () => {
  const days = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
  const [sunday, monday] = [new Date(2026, 10, 22), new Date(2026, 10, 23)]
  expect(todaysHours(days, sunday, 'es-MX')).toBe('domingo')
  expect(
    todaysHours(
      days.map((day) => `${day}: 20:00–23:00`),
      monday,
      'es-MX',
    ),
  ).toMatch(/^lunes: 8:00\sp\.m\.–11:00\sp\.m\.$/)
  expect(todaysHours(['24 h'], sunday, 'es-MX')).toBe('24 h')
  expect(todaysHours([], sunday, 'es-MX')).toBeNull()
})
