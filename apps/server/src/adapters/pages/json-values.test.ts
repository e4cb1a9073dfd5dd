import { describe, expect, it } from 'vitest'
import { objectsWith, parseFirstJson, textBeside } from './json-values.ts'

describe('parseFirstJson', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['var x = {"a":"}\\"]"};var meta = {};', { a: '}"]' }],
    ['[1,[2,{"b":[]}]] + 1', [1, [2, { b: [] }]]],
    ['{"a":{"b":"whole","c":"cut he', { a: { b: 'whole' } }],
    ['{"a":[1,{"b":2},{"c":', { a: [1, { b: 2 }] }],
    ['{"a":[1,2],"b":tru', { a: [1, 2] }],
    ['no value', undefined],
    ['{a: 1}', undefined],
    ['{"a":"', undefined],
    [']}', undefined],
  ])('%s', (text, value) => {
    expect(parseFirstJson(text)).toEqual(value)
  })

  it('reads no value that is nested without end', () => {
    const levels = 300_000
    expect(parseFirstJson('['.repeat(levels) + ']'.repeat(levels))).toBeUndefined()
    expect(parseFirstJson(`[1,${'['.repeat(levels)}`)).toEqual([1])
  })

  it('reads 100,000 levels, closed or not', () => {
    const open = '{"a":['.repeat(50_000)
    const closed = `${open}{"caption":"x"}${']}'.repeat(50_000)}`
    expect(parseFirstJson(open)).toBeUndefined()
    for (const text of [closed, closed.slice(0, 310_000)]) {
      const value = parseFirstJson(text)
      expect([...objectsWith(value, 'a')].length).toBeGreaterThan(0)
      expect(textBeside(value, 'id', () => null)).toBeNull()
    }
    expect([...objectsWith(parseFirstJson(closed), 'caption')]).toEqual([{ caption: 'x' }])
  })
})

describe('textBeside', () => {
  const textOf = (part: Readonly<Record<string, unknown>>): string | null =>
    typeof part['text'] === 'string' ? part['text'] : null

  it('takes the text of the smallest part that names the post', () => {
    const page = {
      edges: [
        { node: { text: 'another', media: { id: '2' } } },
        { node: { body: { text: 'ours' }, media: [{ id: '1' }] } },
      ],
    }
    expect(textBeside(page, '1', textOf)).toBe('ours')
  })

  it('takes none of several', () => {
    expect(textBeside([{ text: 'a' }, { text: 'b' }, '1'], '1', textOf)).toBeNull()
    expect(textBeside([{ text: 'a' }, '2'], '1', textOf)).toBeNull()
  })
})
