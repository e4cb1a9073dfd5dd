import type { PostArea, Resolution } from '@antojo/identify/evidence'
import { describe, expect, it } from 'vitest'
import { judgeEntry } from './judge.ts'

const MADRID = { lat: 40.42, lng: -3.7 }
const area: PostArea = {
  name: 'Madrid',
  kind: 'city',
  country: 'ES',
  ...MADRID,
  radiusKm: 12,
  population: 3_000_000,
}

const accepted = (confidence: number, isLocated: boolean, areas: PostArea[]): Resolution => ({
  decision: 'accepted',
  places: [
    {
      place: { source: 'test', sourceId: '1', name: 'Sartén Negra', ...MADRID, categories: [], cuisine: [] },
      confidence,
      why: [],
      isLocated,
      alternatives: [],
    },
  ],
  mentions: [{ kind: 'name', text: 'Sartén Negra', key: 'sarten negra', source: 'description', confidence }],
  queries: [],
  areas,
})

async function verdictOn(resolution: Resolution, hasWaited: boolean): Promise<string> {
  const { kind } = await judgeEntry(
    {
      corrections: { applyTo: (own) => Promise.resolve(own) },
      resolve: () => Promise.resolve(resolution),
    },
    {
      userId: 'u',
      url: 'https://www.instagram.com/reel/CxTestCode12/',
      words: { texts: [{ kind: 'caption', text: 'cena en la sartén negra' }], isOfSavedList: true },
      hasWaited,
    },
  )
  return kind
}

describe('judgeEntry', () => {
  it.each([
    ['takes a sure place in the area that the post names', accepted(0.93, true, [area]), 'certain'],
    ['wants to know the area before', accepted(0.93, false, [area]), 'learning', false],
    ['leaves a sure place elsewhere open', accepted(0.93, false, [area]), 'open'],
    ['leaves a less sure place open', accepted(0.85, true, [area]), 'open'],
    ['leaves a name open that is hardly likely', accepted(0.4, false, [area]), 'open'],
    ['is silent about a name that is unlikely', accepted(0.2, false, [area]), 'nameless'],
    ['is silent about a place without an area', accepted(0.93, false, []), 'nameless'],
    ['takes such a place when it is surer', accepted(0.98, false, []), 'certain'],
  ] as const)('%s', async (_, resolution, verdict, hasWaited: boolean = true) => {
    expect(await verdictOn(resolution, hasWaited)).toBe(verdict)
  })
})
