import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library.close())

const post = (body: unknown, rest: CallOptions = {}): CallOptions => ({ method: 'POST', body, ...rest })

describe('functions', () => {
  test.each<[string, CallOptions, number, unknown]>([
    ['/rpc/add', post({ a: 1, b: 2 }), 200, 3],
    ['/rpc/add', post({ a: 1 }), 200, 11],
    ['/rpc/add?a=1&b=5', {}, 200, 6],
    ['/rpc/join_all?words=a&words=b', {}, 200, 'a-b'],
    ['/rpc/join_all', post({ words: ['x', 'y'] }), 200, 'x-y'],
    ['/rpc/echo', post({ any: [1] }), 200, { any: [1] }],
    ['/rpc/evens', post({ upto: 4 }), 200, [2, 4]],
    ['/rpc/evens?limit=1&offset=1', post({ upto: 8 }), 200, [4]],
    ['/rpc/half', post({ a: 8 }), 200, { result: 4 }],
    ['/rpc/size', post('añ', { headers: { 'Content-Type': 'application/octet-stream' } }), 200, 3],
    ['/rpc/divide', post({ dividend: 7, divisor: 2 }), 200, { quotient: 3, remainder: 1 }],
    [
      '/rpc/books_by?author_name=Rosario&select=id,genres(name)&order=id.desc',
      {},
      200,
      [
        { id: 3, genres: [] },
        { id: 1, genres: [{ name: 'novel' }] },
      ],
    ],
    ['/rpc/books_by?select=id&id=eq.1', post({ author_name: 'Rosario' }), 200, [{ id: 1 }]],
    ['/rpc/nothing', post({}), 204, undefined],
    [
      '/rpc/remember?select=reader,line',
      post({ line: 'hi' }, { as: 'ana', headers: { Prefer: 'tx=rollback' } }),
      200,
      { reader: 'ana', line: 'hi' },
    ],
    ['/rpc/teapot', post({}), 418, 'short and stout'],
    [
      '/rpc/refuse',
      post({}),
      402,
      { code: 'LIB01', message: 'the library is closed', details: 'Sunday', hint: 'come tomorrow' },
    ],
  ])('%s %o', async (path, options, status, json) => {
    const answer = await library.call(path, options)
    expect([answer.status, answer.json]).toEqual([status, json])
  })

  test('are counted without running twice', async () => {
    const { headers } = await library.call('/rpc/books_by?author_name=Rosario&limit=1', {
      headers: { Prefer: 'count=exact' },
    })
    expect(headers.get('content-range')).toBe('0-0/2')
  })

  test('of plain values are counted without running twice', async () => {
    const { status, headers } = await library.call('/rpc/evens?upto=8&limit=1', {
      headers: { Prefer: 'count=exact' },
    })
    expect([status, headers.get('content-range')]).toEqual([206, '0-0/4'])
  })

  test('can read the request', async () => {
    const { json } = await library.call('/rpc/request', {
      as: 'ana',
      headers: { 'X-Agent': 'test', Cookie: 'a=b; c=d' },
    })
    expect(json).toEqual({
      method: 'GET',
      path: '/rpc/request',
      agent: 'test',
      cookie: 'b',
      role: 'authenticated',
      claims: { sub: 'ana', role: 'authenticated' },
    })
  })

  test('of extensions are no endpoints', async () => {
    await library.pool.query('create extension if not exists fuzzystrmatch schema library')
    await library.pool.query(`notify pgrst, 'reload schema'`)
    await library.pool.query('create function library.latest() returns int language sql as $$select 1$$')
    await library.pool.query(`notify pgrst, 'reload schema'`)
    await expect.poll(async () => (await library.call('/rpc/latest')).status).toBe(200)
    expect((await library.call('/rpc/soundex', post({ '': 'x' }))).json).toMatchObject({ code: 'PGRST202' })
  })
})
