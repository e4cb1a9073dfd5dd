import { DEFAULT_SETTINGS } from '@antojo/domain/settings'
import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { countHidden } from './hidden-videos.ts'
import { queryOf } from '../query.ts'
import { NO_SEARCH } from '../../../lib/navigation/navigation.ts'

const ROW = { id: 'v', video_url: 'https://x.test/v', time_zone: 'UTC' }
const OWN = queryOf(DEFAULT_SETTINGS, 'u1', NO_SEARCH)

test('the hidden videos are those that a setting leaves out, apart from what the search itself chooses', async () => {
  const asked: URL[] = []
  const rest = new PostgrestClient('http://api.test/rest/v1', {
    fetch: async (input) => {
      asked.push(new URL(input instanceof Request ? input.url : input))
      return Response.json([{ ...ROW, opening_hours: '24/7' }, ROW])
    },
  })
  const settings = { ...OWN, platforms: ['TikTok'], cuisines: ['Ramen'], diets: ['vegan'] }
  const { signal } = new AbortController()
  expect(await countHidden(rest, settings, 5, signal)).toBe(2)
  const [url] = asked
  expect(url?.searchParams.getAll('or')).toEqual([
    '(platform.not.in.(TikTok,Other),' +
      'and(restaurant_cuisine.not.is.null,restaurant_cuisine.not.ilike.*Ramen*),' +
      'and(diet_tags.neq.{},diet_tags.not.cs.{vegan}))',
  ])
  expect(url?.searchParams.has('platform')).toBe(false)

  expect(await countHidden(rest, { ...settings, openNow: true }, 5, signal)).toBe(1)
  expect(await countHidden(rest, OWN, 5, signal)).toBe(0)
  expect(await countHidden(rest, { ...OWN, platforms: ['TikTok'], platform: 'YouTube' }, 5, signal)).toBe(0)
})
