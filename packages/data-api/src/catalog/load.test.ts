import { asSuperuser } from '@antojo/db/embedded/provision'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { type Library, startLibrary } from '../../testing/library.ts'
import { loadCatalog } from './load.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

test('an identity column in a schema that the connecting role may not use is no obstacle', async () => {
  const { rows } = await library.pool.query('select current_database() as name')
  const [{ name }] = z.tuple([z.object({ name: z.string() })]).parse(rows)
  await asSuperuser({ host: inject('databaseSocketDir') }, name, (client) =>
    client.query(`create schema other; create table other.t (id int generated always as identity)`),
  )
  const { relations } = await loadCatalog(library.pool, ['library'])
  expect(relations.get('library\nbooks')?.columns.get('id')?.defaultExpression).toBe(
    `nextval('library.books_id_seq'::regclass)`,
  )
})

test('a partition is no endpoint, so that the row security of its parent holds', async () => {
  await library.pool.query(`
    create table library.notes (owner text, text text) partition by list (owner);
    create table library.notes_ana partition of library.notes for values in ('ana');
    alter table library.notes enable row level security;
    alter table library.notes force row level security;
    create policy own on library.notes using (owner = current_setting('request.jwt.claims', true)::json ->> 'sub');
    grant select, insert on library.notes, library.notes_ana to anon, authenticated;
    insert into library.notes_ana values ('ana', 'secret');
    notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await library.call('/notes')).status).toBe(200)
  expect((await library.call('/notes')).json).toEqual([])
  expect((await library.call('/notes', { as: 'ana' })).json).toEqual([{ owner: 'ana', text: 'secret' }])
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])
    expect(
      await library.call('/notes_ana', { method, ...(method === 'POST' && { body: { owner: 'ana' } }) }),
    ).toMatchObject({ status: 404, json: { code: 'PGRST205' } })
  expect((await library.call('/events_2026')).status).toBe(404)
})
