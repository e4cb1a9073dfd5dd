import { describe, expect, test } from 'vitest'
import { negotiate } from './media-type.ts'
import { parseOrder } from './order.ts'
import { parsePayload } from './payload.ts'
import { affectedLimit, appliedPreferences, checkPreferences, parsePreferences } from './preferences.ts'
import { parseQuery, splitQuery } from './query.ts'

const query = (text: string) => parseQuery(splitQuery(text), () => false)

describe('splitQuery', () => {
  test('decodes as URLSearchParams encodes', () => {
    const pairs: [string, string][] = [
      ['a b', 'x+y&z=1'],
      ['ñ', '"é"'],
      ['empty', ''],
    ]
    expect(splitQuery(new URLSearchParams(pairs).toString())).toEqual(pairs)
  })
  test('takes a percent sign without two hex digits literally', () => {
    expect(splitQuery('a=50%&b=%4x%41')).toEqual([
      ['a', '50%'],
      ['b', '%4xA'],
    ])
  })
  test.each(['a=%ff', 'a=%00', '%00=1'])('refuses %s', (text) => {
    expect(() => splitQuery(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })
})

describe('parseQuery', () => {
  test('sorts parameters by kind and by level', () => {
    const parsed = query(
      'select=a&order=a&limit=3&offset=1&a=eq.1&b.order=c.desc&b.limit=2&b.c=gt.1&or=(a.eq.1)&b.d.not.and=(e.is.null)&columns="x","y"&on_conflict=a,b',
    )
    expect(parsed.filters.map(({ path, filter }) => [path, filter.field.name])).toEqual([
      [[], 'a'],
      [['b'], 'c'],
    ])
    expect(parsed.logic.map(({ path, node }) => [path, node.kind, node.negated])).toEqual([
      [[], 'or', false],
      [['b', 'd'], 'and', true],
    ])
    expect(parsed.orders.map(({ path }) => path)).toEqual([[], ['b']])
    expect(parsed.slices).toEqual([
      { path: [], slice: { limit: 3 } },
      { path: [], slice: { offset: 1 } },
      { path: ['b'], slice: { limit: 2 } },
    ])
    expect([parsed.columns, parsed.onConflict]).toEqual([
      ['x', 'y'],
      ['a', 'b'],
    ])
  })
  test('selects everything by default', () => {
    expect(query('').select).toEqual([{ kind: 'star' }])
    expect(query('select=').select).toEqual([{ kind: 'star' }])
  })
  test('refuses a negative limit', () => {
    expect(() => query('limit=-1')).toThrow(expect.objectContaining({ status: 416, code: 'PGRST103' }))
  })
  test.each(['a->b.c=eq.1', '=eq.1', '.a=eq.1', 'a.=eq.1', 'columns=a,', 'order=a.up'])(
    'refuses %s',
    (text) => {
      expect(() => query(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
    },
  )
})

test('parseOrder', () => {
  const terms = parseOrder('a, b.desc.nullslast,data->>x.asc,rel("odd name").nullsfirst')
  expect(
    terms.map(({ relation, field, direction, nulls }) => [relation, field.name, direction, nulls]),
  ).toEqual([
    [undefined, 'a', undefined, undefined],
    [undefined, 'b', 'desc', 'last'],
    [undefined, 'data', 'asc', undefined],
    ['rel', 'odd name', undefined, 'first'],
  ])
})

describe('preferences', () => {
  test('keep the first of two contradicting ones, and list unknown ones', () => {
    const parsed = parsePreferences(
      'return=minimal, return=representation,odd=1, count=exact, max-affected=2',
    )
    expect(parsed).toMatchObject({ returns: 'minimal', count: 'exact', maxAffected: 2, invalid: ['odd=1'] })
    expect(affectedLimit(parsed)).toBeUndefined()
  })
  test('are refused when handling is strict', () => {
    expect(() => checkPreferences(parsePreferences('handling=strict,odd=1,more'))).toThrow(
      expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: odd=1, more' }),
    )
  })
  test('are reported in order', () => {
    const parsed = parsePreferences('tx=rollback,count=exact,return=minimal,missing=default')
    const honoured = new Set(['missing', 'return', 'count', 'tx'])
    expect(appliedPreferences(parsed, honoured)).toBe(
      'missing=default, return=minimal, count=exact, tx=rollback',
    )
    expect(appliedPreferences(parsePreferences(undefined), honoured)).toBeUndefined()
  })
  test('ignore names inherited from Object', () => {
    expect(parsePreferences('constructor,__proto__').invalid).toEqual(['constructor', '__proto__'])
  })
})

describe('negotiate', () => {
  test.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html, application/json;q=0.9', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
    ['text/csv', 'text/csv; charset=utf-8'],
    [
      'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose',
      'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose; charset=utf-8',
    ],
  ])('%s', (accept, contentType) => {
    expect(negotiate(accept, true).contentType).toBe(contentType)
  })
  test.each(['text/html', 'application/vnd.pgrst.plan'])('refuses %s', (accept) => {
    expect(() => negotiate(accept, false)).toThrow(expect.objectContaining({ status: 406, code: 'PGRST107' }))
  })
})

describe('parsePayload', () => {
  test('describes rows', () => {
    expect(parsePayload('[{"a":1,"b":2},{"b":3,"a":4}]', undefined, undefined)).toMatchObject({
      keys: ['a', 'b'],
      isArray: true,
      rows: 2,
      missing: new Set(),
    })
    expect(parsePayload('{}', 'application/json', undefined)).toMatchObject({
      keys: [],
      isArray: false,
      rows: 1,
    })
    expect(parsePayload('[{"a":1},{}]', undefined, ['a']).missing).toEqual(new Set(['a']))
  })
  test('reads CSV and forms', () => {
    const csv = parsePayload('a,b\r\n1,"x, ""y""\n"\n,NULL\n', 'text/csv', undefined)
    expect(JSON.parse(csv.text)).toEqual([
      { a: '1', b: 'x, "y"\n' },
      { a: '', b: null },
    ])
    const form = parsePayload('a=1&b=x+y', 'application/x-www-form-urlencoded', undefined)
    expect(JSON.parse(form.text)).toEqual({ a: '1', b: 'x y' })
  })
  test.each(['', 'x', '1', 'null', '{"a":}'])('refuses %s', (text) => {
    expect(() => parsePayload(text, undefined, undefined)).toThrow(
      expect.objectContaining({ code: 'PGRST102', message: 'Empty or invalid json' }),
    )
  })
  test.each(['[{"a":1},{"b":1}]', '[{"a":1},1]', '[1]', '[[]]'])('refuses the rows %s', (text) => {
    expect(() => parsePayload(text, undefined, undefined)).toThrow(
      expect.objectContaining({ message: 'All object keys must match' }),
    )
  })
})
