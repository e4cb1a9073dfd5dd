import { expect, test } from 'vitest'
import { searchParams, parseSearch } from './navigation.ts'

test.each([
  ['', { q: '', platform: 'all', cuisine: 'all', loc: '' }],
  [
    'q=tacos+al+pastor&platform=TikTok&cuisine=mexicana&loc=CDMX',
    { q: 'tacos al pastor', platform: 'TikTok', cuisine: 'mexicana', loc: 'CDMX' },
  ],
  ['loc=Malasa%C3%B1a', { q: '', platform: 'all', cuisine: 'all', loc: 'Malasaña' }],
])('the address %j', (address, search) => {
  expect(parseSearch(new URLSearchParams(address))).toEqual(search)
  expect(searchParams(search).toString()).toBe(address)
})

test('a very long text is cut', () => {
  expect(parseSearch(new URLSearchParams(`q=${'x'.repeat(5000)}`)).q).toHaveLength(200)
})
