import { DEFAULT_SETTINGS } from '@antojo/domain/settings'
import { expect, test } from 'vitest'
import { NO_SEARCH } from '../../../lib/navigation/navigation.ts'
import { recordingRest } from '../../../lib/testing/recording-rest.ts'
import { queryOf } from '../query.ts'
import { countPlaces } from './count-places.ts'

test.each([
  [4, [0], { places: 3, videos: 4 }],
  [2000, [0, 1000], { places: 5, videos: 2000 }],
  [5001, [0], { places: null, videos: 5001 }],
])('of %s videos the server counts the places in pages from %j', async (total, starts, expected) => {
  const { rest, asked } = recordingRest(({ params }) => {
    const rows = ['a', 'a', null, null].map((place_key, id) => ({
      id: id + Number(params['offset']),
      place_key,
    }))
    return Response.json(rows, { headers: { 'content-range': `0-3/${total}` } })
  })
  const query = queryOf(DEFAULT_SETTINGS, 'ana', NO_SEARCH)
  expect(await countPlaces(rest, query, new AbortController().signal)).toEqual(expected)
  expect(asked.map(({ params }) => Number(params['offset']))).toEqual(starts)
  expect(asked[0]).toMatchObject({ path: 'videos', params: { select: 'id,place_key', limit: '1000' } })
})
