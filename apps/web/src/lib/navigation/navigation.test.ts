import { expect, test } from 'vitest'
import { searchParams, parseSearch } from './navigation.ts'

test.each([
  ['', { q: '', platform: 'all', cuisine: 'all', loc: '', open: false }],
  [
    'q=tacos+al+pastor&platform=TikTok&cuisine=mexicana&loc=CDMX&open=1',
    { q: 'tacos al pastor', platform: 'TikTok', cuisine: 'mexicana', loc: 'CDMX', open: true },
  ],
  ['loc=Malasa%C3%B1a', { q: '', platform: 'all', cuisine: 'all', loc: 'Malasaña', open: false }],
])('the address %j', (address, search) => {
  expect(parseSearch(new URLSearchParams(address))).toEqual(search)
  expect(searchParams(search).toString()).toBe(address)
})

test('a very long text is cut', () => {
  expect(parseSearch(new URLSearchParams(`q=${'x'.repeat(5000)}`)).q).toHaveLength(200)
})
