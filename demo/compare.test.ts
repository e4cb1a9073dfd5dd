import { fileURLToPath } from 'node:url'
import type { AddOutcome } from '@antojo/testing/client'
import { FAILURES, loadPosts, PAGE_ANSWERS } from '@antojo/testing/sandbox/post'
import type { Post } from '@antojo/testing/sandbox/post'
import { describe, expect, test } from 'vitest'
import { isAsExpected } from './compare.ts'

const accepted = (...restaurants: string[]): AddOutcome => ({
  decision: 'accepted',
  restaurants,
  confidence: 0.9,
  textFrom: ['title'],
  duplicate: false,
})

describe('isAsExpected', () => {
  test.for<[string, Post['expected'], AddOutcome, boolean]>([
    ['the right restaurant', { decision: 'accepted', restaurants: ['A'] }, accepted('A'), true],
    ['another restaurant', { decision: 'accepted', restaurants: ['A'] }, accepted('B'), false],
    [
      'another text of the post',
      { decision: 'accepted', restaurants: ['A'], textFrom: ['ocr'] },
      accepted('A'),
      false,
    ],
    ['one too many', { decision: 'accepted', restaurants: ['A'] }, accepted('A', 'B'), false],
    [
      'several in any order',
      { decision: 'accepted', restaurants: ['A', 'B', 'C'] },
      accepted('C', 'A', 'B'),
      true,
    ],
    ['several, one missing', { decision: 'accepted', restaurants: ['A', 'B'] }, accepted('A'), false],
    ['a guess instead of silence', { decision: 'weak_data' }, accepted('A'), false],
    [
      'another code',
      { decision: 'oembed_required', code: 'E_YT_OEMBED_JSON' },
      { decision: 'oembed_required', code: 'oembed_fetch_failed' },
      false,
    ],
    [
      'the question among others',
      { decision: 'needs_confirmation', restaurants: ['A'] },
      { decision: 'needs_confirmation', restaurants: ['B', 'A'], confidence: 0.5 },
      true,
    ],
  ])('%s', ([, expected, outcome, verdict]) => {
    expect(isAsExpected(expected, outcome)).toBe(verdict)
  })
})

test('the demo shows every platform, both outcomes of doubt and every failure', async () => {
  const posts = await loadPosts(fileURLToPath(new URL('posts', import.meta.url)))
  expect(new Set(posts.map(({ platform }) => platform)).size).toBe(4)
  expect(new Set(posts.map(({ expected }) => expected.decision)).size).toBe(5)
  expect(posts.flatMap(({ failure }) => failure ?? [])).toEqual(expect.arrayContaining([...FAILURES]))
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
  expect(new Set(posts.map(({ page }) => page)).size).toBe(PAGE_ANSWERS.length - 1)
  const texts = posts.flatMap(({ id, expected }) =>
    expected.decision === 'accepted' ? [[id, expected.textFrom ?? []] as const] : [],
  )
  expect(texts.filter(([, from]) => from.length === 0)).toEqual([])
  expect(new Set(texts.flatMap(([, from]) => from))).toEqual(
    new Set(['title', 'description', 'og', 'location-tag', 'ocr']),
  )
})
