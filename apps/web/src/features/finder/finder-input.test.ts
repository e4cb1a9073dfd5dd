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

test('the hours are those of today', () => {
  const week = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
  expect(todaysHours(week, new Date(2026, 10, 22))).toBe('domingo')
  expect(todaysHours(week, new Date(2026, 10, 23))).toBe('lunes')
  expect(todaysHours(['24 h'], new Date(2026, 10, 22))).toBe('24 h')
  expect(todaysHours([], new Date(2026, 10, 22))).toBeNull()
})
