import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CallOptions, type Library, startLibrary } from '../testing/library.ts'

let library: Library
beforeAll(async () => {
  library = await startLibrary()
  await library.pool.query(await readFile(new URL('../testing/compatibility.sql', import.meta.url), 'utf8'))
  await library.pool.query(`notify pgrst, 'reload schema'`)
  await vi.waitUntil(async () => (await library.call('/kits')).status === 200, 10_000)
})
afterAll(() => library.close())

type Case = [string, CallOptions, number, unknown]
const expectAnswers = (cases: readonly Case[]) =>
  test.each(cases)('%s %o', async (path, options, status, json) => {
    const answer = await library.call(path, options)
    expect([answer.status, answer.json]).toEqual([status, json])
  })
const write = (method: string, body: unknown, prefer = ''): CallOptions => ({
  method,
  body,
  headers: { Prefer: `tx=rollback,return=representation${prefer}` },
})
const code = (value: string) => expect.objectContaining({ code: value })

describe('a write', () => {
  expectAnswers([
    ['/makers?columns=', write('POST', [{ a: 1 }, { a: 2 }]), 400, code('PGRST100')],
    [
      '/kits?id=eq.3&columns=name,code-a&select=name,code-a',
      write('PATCH', { name: 'Tres' }, ',missing=default'),
      200,
      [{ name: 'Tres', 'code-a': 'none' }],
    ],
    [
      '/kits?id=eq.3&columns=name,code-a&select=name,code-a',
      write('PATCH', { name: 'Tres' }),
      200,
      [{ name: 'Tres', 'code-a': null }],
    ],
    [
      '/numbered?columns=id,name',
      write('POST', [{ name: 'x' }, { id: 1, name: 'y' }], ',missing=default'),
      201,
      [
        { id: 666, name: 'x' },
        { id: 1, name: 'y' },
      ],
    ],
    ['/makers', write('POST', [], ',resolution=merge-duplicates'), 200, []],
    [
      '/makers?id=eq.9',
      write('PUT', [
        { id: 9, name: 'first' },
        { id: 8, name: 'second' },
      ]),
      201,
      [{ id: 9, name: 'first' }],
    ],
    [
      '/makers?id=eq.8',
      write('PUT', [
        { id: 9, name: 'first' },
        { id: 8, name: 'second' },
      ]),
      400,
      code('PGRST115'),
    ],
    ['/makers?id=eq.9', write('PUT', []), 400, code('PGRST115')],
    ['/seats', write('POST', { id: 2, place: 1 }), 409, code('23505')],
    ['/seats?select=id', write('POST', { id: 2, place: 2 }), 201, [{ id: 2 }]],
    [
      '/makers',
      write('POST', [{ id: 1 }, 123]),
      400,
      expect.objectContaining({ code: 'PGRST102', message: 'All object keys must match' }),
    ],
    ['/makers?nope=eq.9', write('PUT', { id: 9, name: 'x' }), 405, code('PGRST105')],
    ['/makers?id=in.(9)', write('PUT', { id: 9, name: 'x' }), 405, code('PGRST105')],
    ['/parted?id=eq.1', write('PUT', { id: 1, name: 'uno' }), 200, [{ id: 1, name: 'uno' }]],
    ['/parted?id=eq.2', write('PUT', { id: 2, name: 'two' }), 201, [{ id: 2, name: 'two' }]],
    [
      '/parted?select=id',
      write('POST', [{ id: 1, name: 'uno' }], ',resolution=merge-duplicates'),
      200,
      [{ id: 1 }],
    ],
    [
      '/parted?select=id',
      write(
        'POST',
        [
          { id: 1, name: 'uno' },
          { id: 2, name: 'dos' },
        ],
        ',resolution=merge-duplicates',
      ),
      201,
      [{ id: 1 }, { id: 2 }],
    ],
  ])

  test('of defaults is reported in Preference-Applied', async () => {
    const { headers } = await library.call(
      '/kits?id=eq.3&columns=name',
      write('PATCH', { name: 'x' }, ',missing=default'),
    )
    expect(headers.get('preference-applied')).toBe('missing=default, return=representation, tx=rollback')
  })
})

describe('a view', () => {
  expectAnswers([
    [
      '/a_kits?id=eq.1',
      write('PUT', { id: 1, name: 'uno', status: 'old' }),
      200,
      [{ id: 1, name: 'uno', status: 'old' }],
    ],
    [
      '/a_kits?select=id',
      write('POST', { id: 1, name: 'uno' }, ',resolution=merge-duplicates'),
      200,
      [{ id: 1 }],
    ],
    [
      '/kits_twice?select=id,makers_twice!first_maker(name)&id=eq.1',
      {},
      300,
      expect.objectContaining({ code: 'PGRST201' }),
    ],
    [
      '/kits_twice?select=id,makers!second_maker(name)&id=eq.1',
      {},
      200,
      [{ id: 1, makers: { name: 'Ana' } }],
    ],
    ['/kits_twice?select=id,makers(name)&id=eq.1', {}, 300, code('PGRST201')],
    [
      '/makers?select=name,kits!open_talks(name)&id=eq.3',
      {},
      200,
      [{ name: 'Cai', kits: [{ name: 'one' }] }],
    ],
  ])

  test('whose new row has no value for a key is located by null', async () => {
    const { status, headers } = await library.call('/kits_by_makers', {
      method: 'POST',
      body: { kit: 7 },
      headers: { Prefer: 'return=headers-only' },
    })
    expect([status, headers.get('location')]).toEqual([201, '/kits_by_makers?kit=eq.7&maker=is.null'])
  })

  test('has the keys of all tables whose keys it shows', async () => {
    const located = await library.call('/kits_by_makers', {
      method: 'POST',
      body: { kit: 7, maker: 8 },
      headers: { Prefer: 'return=headers-only' },
    })
    const allowed = await library.call('/a_kits', { method: 'OPTIONS' })
    expect([located.headers.get('location'), allowed.headers.get('allow')]).toEqual([
      '/kits_by_makers?kit=eq.7&maker=eq.8',
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    ])
  })
})

describe('a function', () => {
  expectAnswers([
    ['/rpc/letters?word=abcdefg', {}, 200, 'abcdefg'],
    ['/rpc/letters', { method: 'POST', body: { word: 'abcdefg' } }, 200, 'abcdefg'],
    ['/rpc/bits?word=101', {}, 200, '101'],
    ['/rpc/bits', { method: 'POST', body: { word: '101' } }, 200, '101'],
    ['/rpc/maker_of?id=1', {}, 200, { id: 1, name: 'Ana' }],
    ['/rpc/all_makers?id=gt.1&select=name', {}, 200, [{ name: 'Bea' }, { name: 'Cai' }]],
    ['/rpc/one_record?id=1', {}, 200, { id: 1, name: 'one' }],
    ['/rpc/one_record', { method: 'POST', body: { id: 2 } }, 200, { id: 2, name: 'two' }],
    [
      '/rpc/records',
      {},
      200,
      [
        { id: 1, name: 'one' },
        { id: 2, name: 'two' },
      ],
    ],
    ['/rpc/records?id=gt.1', {}, 400, code('42601')],
    ['/rpc/kits_above?id=1&id=gt.2&select=id', {}, 200, [{ id: 3 }]],
    ['/rpc/kits_above?id=1&select=id', {}, 200, [{ id: 2 }, { id: 3 }]],
    ['/rpc/join_all?words=a&words=eq.b', {}, 200, 'a-eq.b'],
    ['/rpc/kit_rows?select=name:kit->name&limit=2', {}, 200, [{ name: 'one' }, { name: 'two' }]],
    [
      '/rpc/raised_without_detail',
      {},
      500,
      expect.objectContaining({ details: 'DETAIL is missing in the RAISE statement' }),
    ],
    ['/rpc/odd_state', { method: 'POST', body: {} }, 500, code('PT40A')],
    [
      '/rpc/add',
      {
        method: 'POST',
        body: [
          { a: 1, b: 2 },
          { a: 4, b: 4 },
        ],
      },
      200,
      3,
    ],
  ])

  test.each([
    ['/rpc/remember', 'OPTIONS,POST'],
    ['/rpc/add', 'OPTIONS,GET,HEAD,POST'],
  ])('%s allows %s', async (path, methods) => {
    expect((await library.call(path, { method: 'OPTIONS' })).headers.get('allow')).toBe(methods)
  })

  test.each([
    ['text/plain', 'text'],
    ['text/xml', 'xml'],
    ['application/octet-stream', 'bytea'],
  ])('that takes no %s is not found by its argument', async (type, argument) => {
    const { json } = await library.call('/rpc/add', {
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': type },
    })
    expect(json).toEqual({
      code: 'PGRST202',
      message: 'Could not find the function library.add in the schema cache',
      details: `Searched for the function library.add with a single unnamed ${argument} parameter, but no matches were found in the schema cache.`,
      hint: null,
    })
  })

  test('can send one header several times, and its own Vary', async () => {
    const { headers } = await library.call('/rpc/cookies', { method: 'POST', body: {} })
    expect([headers.getSetCookie(), headers.get('vary')]).toEqual([['a=1', 'b=2'], 'X-Kind'])
  })
})

describe('a read', () => {
  expectAnswers([
    ['/makers?select=&id=eq.1', {}, 200, [{ id: 1, name: 'Ana' }]],
    ['/badges?select=id,kits!inner(id)', {}, 200, [{ id: 1, kits: { id: 3 } }]],
    ['/kits?select=id,status:maker_id(name)&status=eq.old', {}, 200, [{ id: 2, status: { name: 'Bea' } }]],
    ['/kits?select=id,maker:maker_id(name)&maker=eq.1', {}, 400, code('PGRST120')],
    ['/kits?select=id,...maker_id(maker:name)&maker_id=is.null', {}, 200, [{ id: 3, maker: null }]],
    [
      '/kits?select=id,...maker_id(maker:name)&maker_id=not.is.null&id=eq.1',
      {},
      200,
      [{ id: 1, maker: 'Ana' }],
    ],
    ['/kits?select=raw->0->>a&id=eq.1', {}, 200, [{ a: '[1,2,3]' }]],
    ['/kits?select=raw->0->!a=b%23&id=eq.1', {}, 200, [{ '!a=b#': null }]],
    ['/makers?select=id&and=( or ( id.eq.1 , id.eq.2 ) , not.and ( id.eq.2 ) )', {}, 200, [{ id: 1 }]],
    ['/makers?select=id&id=in.( )', {}, 200, []],
    ['/makers?select=id&id=in.( 1,"2")', {}, 200, [{ id: 1 }, { id: 2 }]],
    ['/makers?select=id&name=in.(",Ana)', {}, 200, [{ id: 1 }]],
    ['/makers?select=id&or=(name.eq."A,name.eq."Bea")', {}, 200, [{ id: 2 }]],
    ['/makers?select=id&id=in.("1"', {}, 400, code('PGRST100')],
    [
      '/makers?select=id,sets:kits!maker_id(id)&kits.id=eq.1',
      {},
      400,
      {
        code: 'PGRST108',
        message: `'kits' is not an embedded resource in this request`,
        details: 'Target names are not allowed in filters if they have an alias',
        hint: `Change 'kits' to 'sets' in filters, orders or limits.`,
      },
    ],
    [
      '/makers?select=id,sets:kits!maker_id(id)&order=sets(id)',
      {},
      400,
      expect.objectContaining({
        details: `'makers' and 'sets' do not form a many-to-one or one-to-one relationship`,
      }),
    ],
    ['/kits?select=id&raw->0->a=eq.[4, 5]', {}, 200, [{ id: 2 }]],
    ['/kits?select=id&order=raw->0->a.desc.nullslast', {}, 200, [{ id: 1 }, { id: 2 }, { id: 3 }]],
    [
      '/kits?select=raw->0->a,count()&id=lt.3&order=raw->0->a',
      {},
      200,
      [
        { a: [4, 5], count: 1 },
        { a: [1, 2, 3], count: 1 },
      ],
    ],
    [
      '/supervisions?select=...processes(factory_id,...process_costs(cost.sum()))&order=processes(factory_id)',
      {},
      200,
      [
        { factory_id: 10, sum: 1 },
        { factory_id: 20, sum: 12 },
        { factory_id: null, sum: null },
      ],
    ],
    [
      '/supervisions?select=...processes(factory:factory_id,...process_costs(cost.sum()))&order=processes(factory).desc.nullslast',
      {},
      200,
      [
        { factory: 20, sum: 12 },
        { factory: 10, sum: 1 },
        { factory: null, sum: null },
      ],
    ],
    [
      '/kits?select=raw->>--34',
      {},
      400,
      {
        code: 'PGRST100',
        message: '"failed to parse select parameter (raw->>--34)" (line 1, column 8)',
        details: 'unexpected "-" expecting digit',
        hint: null,
      },
    ],
    ['/kits?select=raw->--1', {}, 400, code('PGRST100')],
    ['/kits?select=raw->-x', {}, 400, code('PGRST100')],
    ['/kits?select=raw->a--b', {}, 400, code('PGRST100')],
    ['/kits?select=raw->>a-b-1&id=eq.1', {}, 200, [{ 'a-b-1': null }]],
    ['/kits?select=raw->-1->>a&id=eq.1', {}, 200, [{ a: '[1,2,3]' }]],
    ['/makers?select=id&name=like.A%', {}, 200, [{ id: 1 }]],
    [
      '/makers?select=name,orders_2026(id)',
      {},
      400,
      expect.objectContaining({ hint: `Perhaps you meant 'orders' instead of 'orders_2026'.` }),
    ],
    [
      '/makers?select=name,orders!nope(id)',
      {},
      400,
      expect.objectContaining({ code: 'PGRST200', hint: null }),
    ],
    ['/makers', { headers: { Authorization: 'Bearer ' } }, 401, code('PGRST301')],
    ['/makers?id=eq.1', { headers: { Authorization: 'Basic x' } }, 200, [{ id: 1, name: 'Ana' }]],
  ])

  test.each([
    ['application/vnd.pgrst.array+json', 'application/json; charset=utf-8'],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
  ])('that accepts %s answers %s', async (accept, answered) => {
    const { headers } = await library.call('/makers', { headers: { accept } })
    expect(headers.get('content-type')).toBe(answered)
  })

  test('beyond the end tells how many rows there are', async () => {
    const { status, headers } = await library.call('/makers?offset=100', {
      headers: { Prefer: 'count=exact' },
    })
    expect([status, headers.get('content-range'), headers.get('vary')]).toEqual([
      416,
      '*/3',
      'Accept, Prefer, Range',
    ])
  })
})
