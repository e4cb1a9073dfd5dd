import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listFrom } from '../../entities/list/list.ts'
import { queryOfAll, videoKeys } from '../../entities/video/query.ts'
import { recordingRest } from '../../lib/testing/recording-rest.ts'
import { copyList } from './copy-list.ts'

const listWith = (id: string, words: object = {}) =>
  listFrom(
    { id, name: '', kind: 'custom', visibility: 'public', created_at: '2026-11-20', ...words },
    'owner',
  )

test('a copied list has the name and description of the other, and its videos are in the collection', async () => {
  const events: unknown[] = []
  const { rest, asked } = recordingRest(() => {
    events.push('copied')
    return 2
  })
  const queries = new QueryClient()
  const own = videoKeys.search(queryOfAll('ana', false))
  queries.setQueryData(own, { pages: [], pageParams: [] })
  const copied = await copyList(listWith('theirs', { name: 'Mariscos', description: 'De pie.' }), {
    rest,
    queries,
    create: async (name, description) => {
      events.push([name, description])
      return listWith('mine')
    },
    refresh: async () => {
      events.push('refreshed')
      return [undefined, undefined]
    },
  })
  expect(copied).toEqual({ id: 'mine', count: 2 })
  expect(asked).toMatchObject([{ path: 'rpc/copy_list', body: { from_list: 'theirs', to_list: 'mine' } }])
  expect(events).toEqual([['Mariscos', 'De pie.'], 'copied', 'refreshed'])
  expect(queries.getQueryState(own)?.isInvalidated).toBe(true)
})
