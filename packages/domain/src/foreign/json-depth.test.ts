import { expect, it } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

it.each([
  ['lists', nested(9), true],
  ['lists within the bound', nested(8), false],
  ['objects', '{"a":'.repeat(9) + '1' + '}'.repeat(9), true],
  ['brackets that never close', '['.repeat(1_000_000), true],
  ['many lists beside each other', `[${'[[[]]],'.repeat(1_000)}0]`, false],
  ['brackets in texts', JSON.stringify(['['.repeat(20), '\\"[', { '{{{{{{{{{{': '\\' }]), false],
  ['a chat', `[1/6/23 12:00] Lupe: mira ${'['.repeat(20)}`, false],
  ['a text without an end', `["${'['.repeat(20)}`, false],
  ['nothing', '', false],
])('knows the depth of %s', (_, text, isDeep) => {
  expect(isDeeperThan(text, 8)).toBe(isDeep)
})
