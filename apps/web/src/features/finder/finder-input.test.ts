import { expect, test } from 'vitest'
import { isFullySupported, urlProblem } from './finder-input.ts'

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
