import { localNames } from '@antojo/identify/candidates/local-names'
import type { NameIndex } from '@antojo/identify/name-index'
import { describeCandidates } from '@antojo/identify/resolve'
import { createGazetteer } from '@antojo/places/gazetteer/gazetteer'
import { expect, it } from 'vitest'
import { areaNames } from './area-names.ts'
import { post } from './resolve.fixture.ts'
import { loadWordRanks } from './word-ranks.ts'

const nothing = (): Promise<never[]> => Promise.resolve([])

/** The queries to a provider about a post when the index knows no place at all. */
async function queriesAbout(description: string): Promise<string[]> {
  const queries: string[] = []
  const places: NameIndex = {
    byKeys: nothing,
    byTypo: nothing,
    byTokens: nothing,
    byAnyToken: nothing,
    byHeads: nothing,
    byLocalNames: nothing,
    byAddress: nothing,
    localNames: () => Promise.resolve(localNames([])),
    similarWords: () => Promise.resolve(new Map()),
    tokenCounts: () => Promise.resolve({ counts: new Map(), total: 0 }),
    fromProvider: (name) => {
      queries.push(name)
      return Promise.resolve([])
    },
  }
  const gazetteer = areaNames(await createGazetteer([]))
  await describeCandidates(post(description), { places, gazetteer, rank: loadWordRanks() })
  return queries
}

it('queries a provider for each place of a list', async () => {
  const names = ['Brañas', 'Quetzalpapa', 'Quiltrana', 'Trasquilón', 'Zamarrona', 'Zurribarra']
  const list = names.map((name, index) => `${index + 1}. 📍 Fonda ${name}`).join('\n')
  expect((await queriesAbout(list)).toSorted()).toEqual([
    'fonda branas',
    'fonda quetzalpapa',
    'fonda quiltrana',
    'fonda trasquilon',
    'fonda zamarrona',
    'fonda zurribarra',
  ])
})

it('queries it for one place in any other post', async () => {
  expect(
    await queriesAbout('La mejor tinga 📍 Fonda Quetzalpapa, y de postre en “Nieves Zurribarra”'),
  ).toEqual(['fonda quetzalpapa'])
})
