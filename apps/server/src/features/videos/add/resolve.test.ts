import type { Resolution, ResolvedPlace } from '@antojo/identify/evidence'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PersonWords } from '../../../identify/evidence/person-words.ts'
import type { ReadState } from './read.ts'
import { inOrderOfPost, type ResolveDeps, resolvePost, strict } from './resolve.ts'

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

describe('resolvePost', () => {
  const weak: Resolution = { decision: 'weak_data', places: [], mentions: [], queries: [] }
  const asked: Resolution = { ...accepted(place('Asked')), decision: 'needs_confirmation' }
  const link = { kind: 'video', platform: 'TikTok', url: 'u', canonicalUrl: 'c' } as const
  const shared = accepted(place('Shared', 0.6))
  const own = accepted(place('Own'))
  const bare = { ...asked, places: [{ ...place('Bare'), alternatives: [placeWithoutFacts()] }] }

  function placeWithoutFacts() {
    const { place: facts, ...option } = place('Hidden')
    return { ...option, place: { ...facts, lat: Number.NaN, lng: Number.NaN } }
  }

  /** The answer of `resolvePost`; null stands for a post that could not be read. */
  async function answer(read: Resolution | null, resolved: Resolution, given: Given = {}) {
    const applied: unknown[] = []
    const { words = {}, bias, earlier = false, force = false, isLater = false } = given
    const texts = [{ source: 'title', text: 'Shared' }] as const
    const evidence = { texts, ...(bias && { bias }) }
    const analysis = read ? { kind: 'read', resolution: read, earlier } : { kind: 'unread', earlier }
    const deps: ResolveDeps = {
      corrections: {
        applyTo: async (...all) => {
          applied.push(all.slice(1))
          return all[0]
        },
      },
      resolve: async (seen) => {
        expect(seen).toBe(evidence)
        return resolved
      },
    }
    const state = { kept: { userId: 'ana', words }, link, force, isLater, evidence, analysis }
    const { resolution } = await resolvePost(deps, z.custom<ReadState>().parse(state))
    expect(applied).toEqual([[{ platform: 'TikTok', canonicalUrl: 'c', texts }, 'ana']])
    return resolution
  }
  interface Given {
    readonly words?: PersonWords
    readonly bias?: NonNullable<ReadState['evidence']['bias']>
    readonly earlier?: boolean
    readonly force?: boolean
    readonly isLater?: boolean
  }
  const near = { bias: { lat: 1, lng: 2, radiusKm: 3 } }
  const said = { words: { restaurantName: 'Own' } }
  const around = { words: { around: 'mira Own' } }

  it.each<[string, [read: Resolution | null, resolved: Resolution, Given, expected: Resolution]]>([
    ['of the post when nothing was added', [asked, own, {}, asked]],
    ['of the post when it is certain, wherever the person is', [shared, own, { ...near, ...around }, shared]],
    ['of the person whose words say more', [shared, own, said, own]],
    ['of the person’s words, even when they make it uncertain', [shared, weak, said, weak]],
    ['of places that were imported since', [asked, own, { earlier: true }, own]],
    ['of the post when the import changed nothing certain', [asked, weak, { earlier: true }, asked]],
    ['of the person’s surroundings', [asked, weak, near, weak]],
    ['of the words around the link', [asked, bare, around, bare]],
    ['of the post when the words around the link say nothing', [asked, weak, around, asked]],
    ['with facts to choose by', [bare, weak, {}, weak]],
    ['of the words alone for a post that could not be read', [null, asked, {}, asked]],
  ])('gives the answer %s', async (_what, [read, resolved, given, expected]) => {
    expect(await answer(read, resolved, given)).toEqual(expected)
  })

  const listed = { words: { isOfSavedList: true }, isLater: true }
  it.each<[string, Resolution, Given, Resolution['decision']]>([
    ['takes a sure place', accepted(place('Sure', 0.97)), listed, 'accepted'],
    ['is silent about a less sure one', own, listed, 'weak_data'],
    ['asks where the post means the area', located(0.8), listed, 'needs_confirmation'],
    ['decides as for a pasted link when it is pasted', own, { ...listed, isLater: false }, 'accepted'],
    [
      'and when the person says more',
      own,
      { ...listed, words: { ...listed.words, ...said.words } },
      'accepted',
    ],
  ])('%s of a saved list', async (_what, read, given, decision) => {
    expect((await answer(read, read, given)).decision).toBe(decision)
  })

  function located(confidence: number): Resolution {
    return accepted({ ...place('Located', confidence), isLocated: true })
  }

  it('asks about an uncertain answer when the post is read again', async () => {
    expect((await answer(shared, own)).decision).toBe('accepted')
    expect((await answer(shared, own, { force: true })).decision).toBe('needs_confirmation')
  })
})
