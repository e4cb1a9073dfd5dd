import { expect, test } from 'vitest'
import { NO_SEARCH, searchParams, parseSearch } from './navigation.ts'

test.each([
  ['', NO_SEARCH],
  [
    'q=tacos+al+pastor&platform=TikTok&cuisine=mexicana&loc=CDMX&price=12&km=0.5&open=1',
    {
      q: 'tacos al pastor',
      platform: 'TikTok',
      cuisine: 'mexicana',
      loc: 'CDMX',
      price: '12',
      km: '0.5',
      open: true,
    },
  ],
  ['loc=Malasa%C3%B1a', { ...NO_SEARCH, loc: 'Malasaña' }],
])('the address %j', (address, search) => {
  expect(parseSearch(new URLSearchParams(address))).toEqual(search)
  expect(searchParams(search).toString()).toBe(address)
})

test('a very long text is cut', () => {
  expect(parseSearch(new URLSearchParams(`q=${'x'.repeat(5000)}`)).q).toHaveLength(200)
})
