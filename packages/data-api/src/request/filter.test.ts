import { describe, expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { LOGIC_LIMITS, looksLikeFilter, parseFilter, parseLogic } from './filter.ts'

const field = { name: 'a', path: [] }
const compare = (operator: string, value: string, quantifier?: string) => ({
  kind: 'compare',
  operator,
  quantifier,
  value,
})

const filter = (name: string, test_: object, negated = false) => ({
  kind: 'filter',
  field: { name, path: [] },
  negated,
  test: test_,
})

describe('parseFilter', () => {
  test.each<[string, boolean, object]>([
    ['eq.1', false, compare('eq', '1')],
    ['not.eq.1', true, compare('eq', '1')],
    ['eq.', false, compare('eq', '')],
    ['eq.a.b,c)', false, compare('eq', 'a.b,c)')],
    ['like(any).{a*,b*}', false, compare('like', '{a*,b*}', 'any')],
    ['gt(all).{1,2}', false, compare('gt', '{1,2}', 'all')],
    ['in.(a,"b,c","d\\"e",)', false, { kind: 'in', values: ['a', 'b,c', 'd"e', ''] }],
    ['in.()', false, { kind: 'in', values: [] }],
    ['in.( )', false, { kind: 'in', values: [] }],
    ['in.("a)', false, { kind: 'in', values: ['"a'] }],
    ['is.NULL', false, { kind: 'is', value: 'null' }],
    ['is.not_null', false, { kind: 'is', value: 'not_null' }],
    ['fts(english).a & b', false, { kind: 'search', operator: 'fts', language: 'english', value: 'a & b' }],
    ['wfts.x', false, { kind: 'search', operator: 'wfts', language: undefined, value: 'x' }],
    ['cs.{a,b}', false, compare('cs', '{a,b}')],
    ['isdistinct.1', false, compare('isdistinct', '1')],
  ])('%s', (text, negated, test_) => {
    expect(parseFilter(field, text)).toEqual({ kind: 'filter', field, negated, test: test_ })
  })

  test.each([
    '',
    '1',
    'eq',
    'nope.1',
    'neq(any).{1}',
    'eq(some).{1}',
    'is.maybe',
    'in.(a',
    'in.a',
    'is(any).null',
  ])('refuses %s', (text) => {
    expect(() => parseFilter(field, text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })

  test('names the filter and where it fails', () => {
    expect(() => parseFilter(field, 'nope.1')).toThrow(
      expect.objectContaining({
        message: '"failed to parse filter (nope.1)" (line 1, column 1)',
        details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      }),
    )
  })
})

describe('parseLogic', () => {
  test.each<[string, object[]]>([
    ['(a.eq.1,b.gt.2)', [filter('a', compare('eq', '1')), filter('b', compare('gt', '2'))]],
    ['(a.not.eq.1)', [filter('a', compare('eq', '1'), true)]],
    ['(a.eq."x,y)")', [filter('a', compare('eq', 'x,y)'))]],
    ['(a.eq."x"y)', [filter('a', compare('eq', '"x"y'))]],
    ['(a.cs.{1,2},b.eq.3)', [filter('a', compare('cs', '{1,2}')), filter('b', compare('eq', '3'))]],
    [
      '(a.in.(1,2),b.is.null)',
      [filter('a', { kind: 'in', values: ['1', '2'] }), filter('b', { kind: 'is', value: 'null' })],
    ],
    [
      '(a.eq.1,not.and(b.eq.2,or(c.eq.3,d.eq.4)))',
      [
        filter('a', compare('eq', '1')),
        {
          kind: 'and',
          negated: true,
          items: [
            filter('b', compare('eq', '2')),
            {
              kind: 'or',
              negated: false,
              items: [filter('c', compare('eq', '3')), filter('d', compare('eq', '4'))],
            },
          ],
        },
      ],
    ],
    ['(and.eq.1)', [filter('and', compare('eq', '1'))]],
    ['( a.eq.1 , b.eq.2 )', [filter('a', compare('eq', '1 ')), filter('b', compare('eq', '2 '))]],
  ])('%s', (text, items) => {
    expect(parseLogic('or', false, text)).toEqual({ kind: 'or', negated: false, items })
  })

  test('reads JSON paths', () => {
    const path = [
      { key: 'b', asText: false, isIndex: false },
      { key: 'c', asText: true, isIndex: false },
    ]
    expect(parseLogic('and', false, '(a->b->>c.eq.1)').items).toEqual([
      { kind: 'filter', field: { name: 'a', path }, negated: false, test: compare('eq', '1') },
    ])
  })

  test.each(['', 'a.eq.1', '()', '(a.eq.1', '(a)', '(a.eq.1)x', '(or(a.eq.1)'])('refuses %s', (text) => {
    expect(() => parseLogic('or', false, text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })

  test('bounds depth and number of filters', () => {
    const deep = `${'(or'.repeat(LOGIC_LIMITS.depth + 2)}(a.eq.1)${')'.repeat(LOGIC_LIMITS.depth + 2)}`
    const wide = `(${Array.from({ length: LOGIC_LIMITS.filters + 1 }, () => 'a.eq.1').join(',')})`
    for (const text of [deep, wide]) expect(() => parseLogic('or', false, text)).toThrow(ApiError)
  })
})

test('looksLikeFilter tells operations from arguments', () => {
  expect(['eq.1', 'not.in.(1)', 'like(any).{}', 'is.null'].map(looksLikeFilter)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['1', 'eq', 'a.b', '', 'notes.eq.1'].map(looksLikeFilter)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
