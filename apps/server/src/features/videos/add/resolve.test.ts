import type { Resolution, ResolvedPlace } from '@antojo/identify/evidence'
import { describe, expect, it } from 'vitest'
import { inOrderOfPost, strict } from './resolve.ts'

const place = (name: string, confidence = 0.9): ResolvedPlace => ({
  place: { source: 'test', sourceId: name, name, lat: 0, lng: 0, categories: [], cuisine: [] },
  confidence,
  why: [
    { kind: 'name', source: 'description', words: name },
    { kind: 'cuisine', source: 'title', words: 'tacos' },
  ],
  alternatives: [],
})
const accepted = (...places: ResolvedPlace[]): Resolution => ({
  decision: 'accepted',
  places,
  mentions: [],
  queries: [],
})

describe('inOrderOfPost', () => {
  it('follows the post, whatever the confidence', () => {
    const evidence = {
      texts: [
        { source: 'title', text: 'Tres bares de tacos' },
        { source: 'description', text: '0:00 Ganbara, 0:31 Bar Néstor' },
      ],
    } as const
    const ordered = inOrderOfPost(
      accepted(place('Bar Nestor', 0.99), place('La Viña'), place('Ganbara', 0.8)),
      evidence,
    )
    expect(ordered.places.map(({ place: { name } }) => name)).toEqual(['Ganbara', 'Bar Nestor', 'La Viña'])
  })
})

describe('strict', () => {
  it.each([
    [0.69, 'needs_confirmation'],
    [0.7, 'accepted'],
  ])('%d after a retry is %s', (confidence, decision) => {
    expect(strict(accepted(place('Ganbara', confidence))).decision).toBe(decision)
  })
})
