import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

const ROLLBACK = { Prefer: 'tx=rollback,return=representation' }

const lines = async (options: CallOptions = {}, query = '') =>
  (await library.call(`/diary?select=line&order=line${query}`, options)).json

describe('row security', () => {
  test('shows each person their own rows', async () => {
    expect(await lines({ as: 'ana' })).toEqual([{ line: 'secret of ana' }])
    expect(await lines({ as: 'bea' })).toEqual([{ line: 'secret of bea' }, { line: 'shared by bea' }])
    expect(await lines()).toEqual([])
  })

  test('accepts an id that the request names as a capability', async () => {
    const shared = '00000000-0000-4000-8000-000000000003'
    const secret = '00000000-0000-4000-8000-000000000002'
    expect(await lines({}, `&id=eq.${shared}`)).toEqual([{ line: 'shared by bea' }])
    expect(await lines({}, `&id=in.(${shared},${secret})`)).toEqual([{ line: 'shared by bea' }])
    expect(await lines({}, `&id=not.eq.${secret}`)).toEqual([])
    expect(await lines({}, `&or=(id.eq.${shared})`)).toEqual([])
  })

  test('applies to writes', async () => {
    expect(
      await library.call('/diary?id=neq.00000000-0000-4000-8000-000000000009', {
        method: 'PATCH',
        body: { line: 'x' },
        as: 'ana',
        headers: ROLLBACK,
      }),
    ).toMatchObject({
      json: [expect.objectContaining({ reader: 'ana' })],
    })
    expect(
      await library.call('/diary', { method: 'POST', body: { reader: 'bea', line: 'x' }, as: 'ana' }),
    ).toMatchObject({
      status: 403,
      json: { code: '42501' },
    })
  })
})

test("the planner's estimates, which count rows that nobody may read, can be switched off", async () => {
  const bea = `select set_config('request.jwt.claims', '{"sub": "bea"}', true);
    insert into library.diary (reader, line) select 'bea', 'x' from generate_series(1, 500);
    analyze library.diary`
  const totals = async ({ call }: Library) => {
    const counted = ['planned', 'estimated'].map((count) =>
      call('/diary?select=id&reader=eq.bea', { headers: { Prefer: `count=${count}` } }),
    )
    return (await Promise.all(counted)).map(({ headers }) =>
      Number(headers.get('content-range')?.split('/')[1]),
    )
  }
  const silent = await startLibrary({ plannerCounts: false, maxRows: 100 })
  await silent.pool.query(bea)
  expect(await totals(silent)).toEqual([0, 0])
  await silent.close()
  await library.pool.query(bea)
  expect((await totals(library))[0]).toBeGreaterThan(0)
  await library.call('/diary?line=eq.x', { method: 'DELETE', as: 'bea' })
})

describe('the schema', () => {
  test('is loaded again when the database notifies', async () => {
    await library.pool.query('create table library.fresh (id int); grant select on library.fresh to anon')
    await library.pool.query(`notify pgrst, 'reload schema'`)
    await expect.poll(async () => (await library.call('/fresh')).status).toBe(200)
  })

  test('is loaded again for a person whose request failed, when admitted, and for no guest', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let asked = 0
    let isAdmitted = false
    const admitReload = async () => {
      asked += 1
      return isAdmitted
    }
    const deaf = await startLibrary({ listen: false, admitReload })
    try {
      await deaf.pool.query(
        'create table library.fresh (id int); grant select on library.fresh to authenticated',
      )
      const read = async (options: CallOptions = {}) => (await deaf.call('/fresh', options)).status
      expect(await read({ as: 'ana' })).toBe(404)
      // The schema was loaded less than 10 s ago, so there is no reload.
      expect(asked).toBe(0)
      vi.setSystemTime(Date.now() + 11_000)
      expect([await read(), await read({ as: 'ana' })]).toEqual([404, 404])
      expect(asked).toBe(1)
      isAdmitted = true
      await expect.poll(() => read({ as: 'ana' })).toBe(200)
      expect(asked).toBe(2)
    } finally {
      vi.useRealTimers()
      await deaf.close()
    }
  })

  test('leaves nothing on a connection', async () => {
    await library.call('/books', { as: 'ana', headers: { Prefer: 'timezone=Asia/Tokyo' } })
    const { rows } = await library.pool.query(
      `select current_user <> 'authenticated' as role, coalesce(current_setting('request.jwt.claims', true), '') as claims,
         current_setting('timezone') as zone, current_setting('plan_cache_mode') as plans`,
    )
    expect(rows).toEqual([{ role: true, claims: '', zone: 'UTC', plans: 'auto' }])
  })
})

test('the unmodified client works', async () => {
  const client = new PostgrestClient(library.url, { schema: 'library' })
  const { data, count, error } = await client
    .from('books')
    .select('title, author:authors!author_id(name)', { count: 'exact' })
    .or('pages.gt.300,title.ilike.*páramo*')
    .order('id')
    .range(0, 0)
  expect([error, count, data]).toEqual([null, 2, [{ title: 'Pedro Páramo', author: { name: 'Juan' } }]])
  const missing = await client.from('books').select().eq('id', 99).maybeSingle()
  expect([missing.error, missing.data]).toEqual([null, null])
})

describe('with a replica', () => {
  /** A replica that lags: it lacks the newest rows of the primary, and its titles say so. */
  let primary: Library
  let replica: Library
  beforeAll(async () => {
    replica = await startLibrary()
    await replica.pool.query(`update library.books set title = 'old'`)
    await replica.pool.query(`delete from library.diary`)
    primary = await startLibrary({ replicaPool: replica.pool })
  })
  afterAll(() => primary.close())

  const title = async (options: CallOptions = {}) =>
    (await primary.call('/books?select=title&order=id&limit=1', options)).json
  const old = [{ title: 'old' }]

  test('guests read from it; people, who may just have written, read from the primary', async () => {
    expect(await title()).toEqual(old)
    expect(await title({ as: 'ana' })).not.toEqual(old)
  })

  test('guests write to the primary', async () => {
    const answer = await primary.call('/genres?id=eq.1', {
      method: 'PATCH',
      body: { name: 'x' },
      headers: ROLLBACK,
    })
    expect(answer.json).toEqual([{ id: 1, name: 'x' }])
  })

  test('a row that is named by its id is found on the primary when the replica has it not yet', async () => {
    const shared = '00000000-0000-4000-8000-000000000003'
    expect((await primary.call(`/diary?select=line&id=eq.${shared}`)).json).toEqual([
      { line: 'shared by bea' },
    ])
  })

  test('errors of a statement are the answer; when the replica ends, the primary answers', async () => {
    expect((await primary.call('/books?id=eq.x')).json).toMatchObject({ code: '22P02' })
    expect(await title()).toEqual(old)
    await replica.close()
    expect([await title(), await title()]).not.toContainEqual(old)
  })
})
