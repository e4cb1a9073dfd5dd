import type { EvidenceText, Resolution } from '@antojo/identify/evidence'
import { expect, test } from 'vitest'
import { speechHints } from './speech-hints.ts'

const caption = (text: string): EvidenceText[] => [{ source: 'description', text }]
const nothing: Resolution = { decision: 'weak_data', places: [], mentions: [], queries: [] }

test.each([
  ['Los mejores tacos que probé en el centro, con una salsa muy rica y para compartir', 'es'],
  ['The best tacos in the city, and this is where you have to go with your friends', 'en'],
  ['The best tacos de la ciudad, con una salsa que is the best para ti y for you', undefined],
  ['Tacos al pastor', undefined],
])('%s → %s', (text, language) => {
  expect(speechHints(caption(text), nothing).language).toBe(language)
})

test('gives the names of the post and of the places that it may mean, and its city', () => {
  const option = (name: string) => ({
    place: { source: 'local', sourceId: name, name, lat: 19.4, lng: -99.1, categories: [], cuisine: [] },
    confidence: 0.5,
    why: [],
  })
  const resolution: Resolution = {
    ...nothing,
    places: [{ ...option('El Califa de León'), alternatives: [option('El Califa')] }],
    mentions: [
      { kind: 'city', text: 'CDMX', key: 'cdmx', source: 'title', confidence: 0.9 },
      { kind: 'name', text: 'El Califa', key: 'el califa', source: 'title', confidence: 0.9 },
    ],
    cityHint: 'Ciudad de México',
  }
  expect(speechHints([], resolution).names).toEqual([
    'El Califa de León',
    'El Califa',
    'El Califa',
    'Ciudad de México',
  ])
})
