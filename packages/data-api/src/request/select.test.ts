import { describe, expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import { parseSelect, SELECT_LIMITS } from './select.ts'

const column = (name: string, rest: object = {}) => ({
  kind: 'column',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
  ...rest,
})
const embed = (target: string, rest: object = {}) => ({
  kind: 'embed',
  target,
  alias: undefined,
  hint: undefined,
  join: undefined,
  spread: false,
  items: [{ kind: 'star' }],
  ...rest,
})
const step = (key: string, asText = false, isIndex = false) => ({ key, asText, isIndex })

describe('parseSelect', () => {
  test.each<[string, object[]]>([
    ['', [{ kind: 'star' }]],
    ['*', [{ kind: 'star' }]],
    ['a, b', [column('a'), column('b')]],
    ['x:a', [column('a', { alias: 'x' })]],
    ['a::text', [column('a', { cast: 'text' })]],
    ['x:a::text', [column('a', { alias: 'x', cast: 'text' })]],
    ['"a.b,c"', [column('a.b,c')]],
    ['"a\\"b\\\\"', [column('a"b\\')]],
    ['full name,co-author', [column('full name'), column('co-author')]],
    ['niño_1$', [column('niño_1$')]],
    ['data->a->>b', [column('data', { field: { name: 'data', path: [step('a'), step('b', true)] } })]],
    [
      'data->0->-1',
      [column('data', { field: { name: 'data', path: [step('0', false, true), step('-1', false, true)] } })],
    ],
    ['data->>a-b', [column('data', { field: { name: 'data', path: [step('a-b', true)] } })]],
    ['data->a::int', [column('data', { field: { name: 'data', path: [step('a')] }, cast: 'int' })]],
    ['count()', [column('', { field: undefined, aggregate: 'count' })]],
    [
      'n:count()::text',
      [column('', { field: undefined, alias: 'n', aggregate: 'count', aggregateCast: 'text' })],
    ],
    ['pages.sum()', [column('pages', { aggregate: 'sum' })]],
    [
      'p:pages::int.avg()::text',
      [column('pages', { alias: 'p', cast: 'int', aggregate: 'avg', aggregateCast: 'text' })],
    ],
    ['count', [column('count')]],
    ['b(*)', [embed('b')]],
    ['x:b!fk!inner(*)', [embed('b', { alias: 'x', hint: 'fk', join: 'inner' })]],
    ['b!left!fk(*)', [embed('b', { hint: 'fk', join: 'left' })]],
    ['b()', [embed('b', { items: [] })]],
    ['...b(a)', [embed('b', { spread: true, items: [column('a')] })]],
    [
      'a,b(c,d(e))',
      [column('a'), embed('b', { items: [column('c'), embed('d', { items: [column('e')] })] })],
    ],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected)
  })

  test.each([
    'a,',
    ',a',
    'a b(',
    'b(*',
    'b(*))',
    'a->',
    'a->>',
    '"a',
    'a::',
    'a.nope()',
    'x:',
    '!inner(*)',
    'a->"b',
  ])('refuses %s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code: 'PGRST100', status: 400 }))
  })

  test('bounds nesting, embeds and items', () => {
    const deep = `${'a('.repeat(SELECT_LIMITS.depth + 1)}*${')'.repeat(SELECT_LIMITS.depth + 1)}`
    const wide = Array.from({ length: SELECT_LIMITS.embeds + 1 }, () => 'a(*)').join(',')
    const long = Array.from({ length: SELECT_LIMITS.items + 1 }, () => 'a').join(',')
    for (const text of [deep, wide, long]) expect(() => parseSelect(text)).toThrow(ApiError)
    expect(() => parseSelect('('.repeat(50_000))).toThrow(ApiError)
  })
})
