import { DEFAULT_SETTINGS } from '@antojo/domain/settings'
import { expect, test } from 'vitest'
import { NO_SEARCH } from '../../../lib/navigation/navigation.ts'
import { recordingRest } from '../../../lib/testing/recording-rest.ts'
import { queryOf } from '../query.ts'
import { countPlaces } from './count-places.ts'

test.each([
  ['4', { places: 3, videos: 4 }],
  ['1001', { places: null, videos: 1001 }],
])('of %s videos the server counts %j', async (total, expected) => {
  const rows = ['a', 'a', null, null].map((place_key, id) => ({ id, place_key }))
  const { rest, asked } = recordingRest(() =>
    Response.json(rows, { headers: { 'content-range': `0-3/${total}` } }),
  )
  const query = queryOf(DEFAULT_SETTINGS, 'ana', NO_SEARCH)
  expect(await countPlaces(rest, query, new AbortController().signal)).toEqual(expected)
  expect(asked).toMatchObject([{ path: 'videos', params: { select: 'id,place_key', limit: '1000' } }])
})
