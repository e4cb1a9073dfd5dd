import { createTestDatabase } from '@antojo/testing/database'
import { Pool } from 'pg'
import { expect, inject, test } from 'vitest'
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

test('it is readable only once the schema was read', async () => {
  const pool = new Pool({ host: '/nowhere', database: 'postgres', user: 'antojo' })
  const source = new CatalogSource(pool, ['public'], () => undefined)
  await source.start()
  expect(source.isReadable()).toBe(false)
  pool.options.host = inject('databaseSocketDir')
  await source.reload()
  expect(source.isReadable()).toBe(true)
  await source.close()
  await pool.end()
})
