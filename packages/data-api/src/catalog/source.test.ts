import { createTestDatabase } from '@antojo/testing/database'
import { expect, test } from 'vitest'
import { CatalogSource } from './source.ts'

test('a reload keeps the catalog when nothing has changed', async () => {
  const database = await createTestDatabase()
  const source = new CatalogSource(database.pool, ['public'], () => undefined)
  const first = await source.reload()
  expect(await source.reload()).toBe(first)
  await database.pool.query('create table public.fresh (id int)')
  expect((await source.reload()).relations.size).toBe(first.relations.size + 1)
  await source.close()
  await database.close()
})
