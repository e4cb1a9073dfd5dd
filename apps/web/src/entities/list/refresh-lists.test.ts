import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshLists } from './lists-api.ts'

afterEach(() => void vi.useRealTimers())

test('lists that fail are asked for ever more rarely, and not at all while a button asks', async () => {
  vi.useFakeTimers()
  let works = false
  const queries = new QueryClient()
  const query = queries.getQueryCache().build(queries, {
    queryKey: ['lists'],
    queryFn: () => (works ? Promise.resolve('lists') : Promise.reject(new Error('no'))),
    retry: false,
  })
  const next = async (after: number) => {
    vi.setSystemTime(Date.now() + after)
    await query.fetch().catch(() => {})
    return refreshLists(query)
  }
  expect(await next(0)).toBe(false)
  works = true
  expect(await next(1000)).toBe(8000)
  works = false
  expect(await next(8000)).toBe(8000)
  expect(await next(8000)).toBe(16_000)
  expect(await next(16_000)).toBe(32_000)
  expect(await next(3_600_000)).toBe(300_000)
  works = true
  expect(await next(300_000)).toBe(8000)
})
