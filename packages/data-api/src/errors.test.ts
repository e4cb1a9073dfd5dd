import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

describe('an answer larger than this process can hold', () => {
  beforeAll(async () => {
    await library.pool.query(`
      create function library.flood() returns table (line text) language sql stable
        as 'select repeat(''x'', 1000000) from generate_series(1, 20)';
      create function library.flood(library.diary) returns text language sql stable return repeat('x', 20000000);
      notify pgrst, 'reload schema'`)
    await vi.waitUntil(async () => (await library.call('/rpc/flood?limit=1')).status === 200, 10_000)
  })

  const tooLarge = { status: 413, json: { code: '54000', hint: 'Ask for fewer rows or columns.' } }

  test.each<[string, Record<string, string>]>([
    ['/rpc/flood', {}],
    ['/rpc/flood', { Accept: 'text/csv' }],
    ['/rpc/flood', { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
    ['/rpc/flood', { Prefer: 'count=exact' }],
    ['/rpc/evens?upto=6000000', {}],
  ])('%s %j is refused', async (path, headers) => {
    expect(await library.call(path, { headers })).toMatchObject(tooLarge)
  })

  test('is aborted while lists of lists are read, not after', async () => {
    const planOf = async (path: string) =>
      (await library.call(path, { headers: { Accept: 'application/vnd.pgrst.plan+text' } })).text
    const countedIn = async (path: string) => (await planOf(path)).match(/set_config\('pgrst\./g)?.length ?? 0
    const few = '&limit=20'
    expect(await countedIn(`/books?select=id,authors!author_id(name)${few}`)).toBe(0)
    expect(await countedIn('/books?select=id,authors!author_id(name)')).toBe(1)
    expect(await countedIn(`/books?select=id,genres(name)${few}`)).toBe(2)
    expect(await countedIn(`/books?select=id,genres(name)${few}&genres.limit=9`)).toBe(1)
    expect(await countedIn(`/authors?select=id,books!author_id(id,genres(name))${few}`)).toBe(3)
    expect(await countedIn(`/authors?select=id,...books!author_id(id,genres(name))${few}`)).toBe(3)
  })

  test('leaves none of its changes', async () => {
    const read = () => library.call('/diary?select=line', { as: 'ana' })
    const before = await read()
    const wrote = await library.call('/diary?select=line,flood', {
      method: 'POST',
      as: 'ana',
      body: { line: 'one more', reader: 'ana' },
      headers: { Prefer: 'return=representation' },
    })
    expect(wrote).toMatchObject(tooLarge)
    expect((await read()).json).toEqual(before.json)
  })
})

describe('errors', () => {
  const object = { headers: { Accept: 'application/vnd.pgrst.object+json' } }
  test.each<[string, CallOptions, number, string]>([
    ['/', {}, 404, 'PGRST126'],
    ['/a/b', {}, 404, 'PGRST125'],
    ['/boks', {}, 404, 'PGRST205'],
    ['/forbidden', {}, 401, '42501'],
    ['/forbidden', { as: 'ana' }, 403, '42501'],
    ['/books?nope=eq.1', {}, 400, '42703'],
    ['/books?id=eq.x', {}, 400, '22P02'],
    ['/books?id=like.1', {}, 404, '42883'],
    ['/books?id=1', {}, 400, 'PGRST100'],
    ['/books?select=nope(*)', {}, 400, 'PGRST200'],
    ['/books?select=authors(*)', {}, 300, 'PGRST201'],
    ['/books?nope.id=eq.1', {}, 400, 'PGRST108'],
    ['/books?select=a:genres(*)&genres.id=eq.1', {}, 400, 'PGRST108'],
    ['/books?select=genres(*)&genres=eq.1', {}, 400, 'PGRST120'],
    ['/books?select=genres(*)&order=genres(name)', {}, 400, 'PGRST118'],
    [`/books?select=${'*,'.repeat(300)}id`, {}, 400, 'PGRST100'],
    [`/books?words=fts.${'!'.repeat(40)}a`, {}, 400, 'PGRST100'],
    [
      '/authors',
      { method: 'POST', body: `{"data":${'['.repeat(9000)}${']'.repeat(9000)}}` },
      400,
      'PGRST102',
    ],
    ['/books?limit=-1', {}, 416, 'PGRST103'],
    ['/books?offset=99', { headers: { Prefer: 'count=exact' } }, 416, 'PGRST103'],
    ['/books', object, 406, 'PGRST116'],
    ['/books', { headers: { Accept: 'image/png' } }, 406, 'PGRST107'],
    ['/books', { headers: { 'Accept-Profile': 'pg_catalog' } }, 406, 'PGRST106'],
    ['/books', { headers: { Prefer: 'handling=strict,odd=1' } }, 400, 'PGRST122'],
    ['/books', { headers: { Authorization: 'Bearer x' } }, 401, 'PGRST301'],
    ['/books', { headers: { Prefer: 'timezone=Nowhere' } }, 400, '22023'],
    ['/genres', { method: 'POST', body: '{' }, 400, 'PGRST102'],
    ['/genres', { method: 'POST', body: { nope: 1 } }, 400, 'PGRST204'],
    ['/genres', { method: 'POST', body: { id: 1, name: 'x' } }, 409, '23505'],
    ['/book_genres', { method: 'POST', body: { book_id: 1, genre_id: 99 } }, 409, '23503'],
    ['/counted', { method: 'DELETE' }, 405, '55000'],
    ['/settings?theme=eq.x', { method: 'PUT', body: { owner: 'x' } }, 405, 'PGRST105'],
    ['/settings?owner=eq.x', { method: 'PUT', body: { owner: 'y' } }, 400, 'PGRST115'],
    ['/settings?owner=eq.x&limit=1', { method: 'PUT', body: { owner: 'x' } }, 400, 'PGRST114'],
    ['/rpc/add', { method: 'POST', body: { c: 1 } }, 404, 'PGRST202'],
    ['/rpc/twice', { method: 'POST', body: { a: 1 } }, 300, 'PGRST203'],
    ['/rpc/add', { method: 'PATCH', body: {} }, 405, 'PGRST101'],
    ['/rpc/remember?line=x', { as: 'ana' }, 405, '25006'],
    ['/rpc/add?a=1', { headers: { Prefer: 'handling=strict,max-affected=1' } }, 400, 'PGRST128'],
  ])('%s %o', async (path, options, status, code) => {
    const answer = await library.call(path, options)
    expect([answer.status, answer.json]).toEqual([
      status,
      {
        code,
        message: expect.any(String),
        details: answer.json && Reflect.get(Object(answer.json), 'details'),
        hint: Reflect.get(Object(answer.json), 'hint'),
      },
    ])
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })

  test('suggest the name that was probably meant', async () => {
    expect((await library.call('/boks')).json).toMatchObject({
      hint: "Perhaps you meant the table 'library.books'",
    })
    expect((await library.call('/rpc/ad')).json).toMatchObject({ code: 'PGRST202' })
  })

  test('reject unknown methods and list the known ones', async () => {
    const options = await library.call('/books', { method: 'OPTIONS' })
    expect(options.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect((await library.call('/counted', { method: 'OPTIONS' })).headers.get('allow')).toBe(
      'OPTIONS,GET,HEAD',
    )
  })
})
