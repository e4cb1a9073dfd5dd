import type { PlaceOption, Resolution } from '@antojo/identify/evidence'
import { expect, it } from 'vitest'
import { createFinder, type FinderDeps } from './service.ts'

const OUTAGE = new Error('the database stops')
const place = {
  source: 'antojo',
  sourceId: '1',
  name: 'Contramar',
  lat: 19.4,
  lng: -99.1,
  categories: [],
  cuisine: [],
}
const found: PlaceOption = { place, confidence: 0.9, why: [] }

function unused(): never {
  throw new Error('The finder needs no such call here.')
}

/** A finder whose index and provider fail, unless a test replaces them, with its warnings. */
function createWith(deps: Partial<FinderDeps>) {
  const warnings: unknown[] = []
  const finder = createFinder({
    analyses: { of: unused },
    corrections: { applyTo: unused },
    places: {
      search: unused,
      named: unused,
      byId: unused,
      details: () => Promise.reject(OUTAGE),
      hoursOf: unused,
    },
    fetch: unused,
    llm: { available: false, mentions: unused, queries: unused },
    resolve: () => Promise.reject(OUTAGE),
    log: { warn: (details: unknown) => void warnings.push(details) },
    ...deps,
  })
  return { finder, warnings }
}

it('an outage of the index is a failure, not an answer without phrases', async () => {
  const { finder } = createWith({})
  await expect(finder.querySynth({ title: 'Tostadas' })).rejects.toBe(OUTAGE)
})

it('the phrases of the language model are an answer during an outage of the index, which is logged', async () => {
  const queries = async () => ({ kind: 'found', queries: ['contramar'], cityHint: null }) as const
  const { finder, warnings } = createWith({ llm: { available: true, mentions: unused, queries } })
  expect(await finder.querySynth({ title: 'Tostadas' })).toMatchObject({ queries: ['contramar'] })
  expect(warnings).toEqual([{ err: OUTAGE }])
})

it('a failing provider costs a result its details, and is logged', async () => {
  const resolution: Resolution = {
    decision: 'accepted',
    places: [{ ...found, alternatives: [] }],
    mentions: [],
    queries: [],
  }
  const { finder, warnings } = createWith({ resolve: async () => resolution })
  const { results } = await finder.find({ mediaUrl: '', extraText: 'Contramar' }, null, () => undefined)
  expect(results).toMatchObject([{ placeId: 'antojo:1', name: 'Contramar', hours: [] }])
  expect(warnings).toEqual([{ err: OUTAGE, place: 'antojo:1' }])
})

it('a doubtful place is possible, not a result, as adding would ask about it', async () => {
  const doubtful = { ...found, confidence: 0.52 }
  const resolution: Resolution = {
    decision: 'needs_confirmation',
    places: [{ ...doubtful, alternatives: [] }],
    mentions: [],
    queries: [],
  }
  const { finder } = createWith({ resolve: async () => resolution })
  const answer = await finder.find({ mediaUrl: '', extraText: 'Contramar' }, null, () => undefined)
  expect(answer).toMatchObject({ results: [], possible: [{ name: 'Contramar', confidence: 0.52 }] })
})
