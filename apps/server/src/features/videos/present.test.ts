import type { Resolution, ResolvedPlace, Why, WhyKind } from '@antojo/identify/evidence'
import { describe, expect, it } from 'vitest'
import { choicesOf, openEnd, postColumns, presentCandidate, presentCommon } from './present.ts'

const why = (kind: WhyKind, words: string = kind): Why => ({ kind, source: 'title', words })
const place = (name: string, given: Partial<ResolvedPlace> = {}): ResolvedPlace => ({
  place: { source: 'test', sourceId: name, name, lat: 1, lng: 2, categories: [], cuisine: [] },
  confidence: 0.5,
  why: [],
  alternatives: [],
  ...given,
})
const resolution = (given: Partial<Resolution> = {}): Resolution => ({
  decision: 'needs_confirmation',
  places: [],
  mentions: [],
  queries: [],
  ...given,
})
const post = {
  oembed: null,
  title: null,
  description: null,
  creator: null,
  thumbnail: null,
  videoUrl: null,
  subtitlesUrl: null,
  texts: [],
  transcript: null,
}

describe('postColumns', () => {
  it('cuts long texts, between characters, and leaves out a picture whose URL is too long', () => {
    const columns = postColumns({
      ...post,
      title: `${'t'.repeat(499)}🌮`,
      description: 'd'.repeat(5_001),
      creator: 'c'.repeat(201),
      thumbnail: 'p'.repeat(4_097),
    })
    expect(columns).toEqual({
      title: `${'t'.repeat(499)}\uFFFD`,
      description: 'd'.repeat(5_000),
      creator_name: 'c'.repeat(200),
      provider_thumbnail_url: null,
      thumbnail_url: null,
    })
    const longest = 'p'.repeat(4_096)
    expect(postColumns({ ...post, thumbnail: longest })).toMatchObject({
      provider_thumbnail_url: longest,
      thumbnail_url: `/img?u=${longest}&w=800`,
    })
  })
})

describe('a question', () => {
  it('offers three places, each once: the first, its alternatives, the others of the video', () => {
    const first = place('first', { alternatives: [place('other'), place('first')] })
    const places = [first, place('other'), place('second'), place('third')]
    const names = (given: readonly { readonly place: { readonly name: string } }[]) =>
      given.map((option) => option.place.name)
    expect(names(choicesOf(resolution({ places })))).toEqual(['first', 'other', 'second'])
    expect(openEnd(resolution({ places }))).toMatchObject({
      state: 'question',
      question: [{ name: 'first' }, { name: 'other' }, { name: 'second' }],
    })
  })

  it('is none without places, with the reason if there is one', () => {
    expect(openEnd(resolution())).toEqual({ state: 'unidentified', reason: 'insufficient_restaurant_data' })
    const weak = resolution({ decision: 'weak_data', reason: 'no_restaurant_name', places: [place('a')] })
    expect(openEnd(weak)).toEqual({ state: 'unidentified', reason: 'no_restaurant_name' })
    expect(openEnd(resolution({ decision: 'accepted', places: [place('a')] }))).toBeNull()
  })

  it.each<[WhyKind[], object]>([
    [[], { name: 0, website: 0, geo: 0 }],
    [['name'], { name: 1 }],
    [['alias'], { name: 1 }],
    [['correction'], { name: 1 }],
    [['misspelt-name', 'hashtag'], { name: 0.8 }],
    [['partial-name'], { name: 0.5 }],
    [['hashtag'], { name: 0.5 }],
    [['address', 'city'], { geo: 1 }],
    [['phone'], { geo: 1 }],
    [['street'], { geo: 0.8 }],
    [['neighbourhood', 'city'], { geo: 0.8 }],
    [['city'], { geo: 0.5 }],
    [['region'], { geo: 0.5 }],
    [['handle'], { website: 1 }],
    [['creator'], { website: 1 }],
  ])('breaks the score of %j down to %j', (kinds, parts) => {
    expect(presentCandidate(place('a', { why: kinds.map((kind) => why(kind)) })).breakdown).toMatchObject(
      parts,
    )
  })

  it('tells what speaks for a place, each word once', () => {
    const known = { ...place('a').place, address: 'Calle 1', city: 'Lima', ratingCount: 25 }
    const reasons = [{ ...why('name', 'La Mar'), second: 3 }, why('alias', 'La Mar'), why('city', 'Lima')]
    expect(presentCandidate(place('a', { place: known, why: reasons, confidence: 0.4 }))).toEqual({
      place_id: 'test:a',
      name: 'a',
      formatted_address: 'Calle 1, Lima',
      score: 0.4,
      breakdown: { name: 1, website: 0, geo: 0.5, pop: 0.05 },
      explanation: 'La Mar · Lima',
      why: reasons,
      lat: 1,
      lng: 2,
    })
    const popular = { ...known, ratingCount: 90_000 }
    expect(presentCandidate(place('a', { place: popular })).breakdown.pop).toBe(0.1)
  })
})

describe('presentCommon', () => {
  const mention = (kind: 'name' | 'city' | 'hashtag', text: string) =>
    ({ kind, text, key: text, source: 'transcript', second: 7, confidence: 1 }) as const
  it('tells what was heard and the words that named something', () => {
    const mentions = [mention('city', 'Lima'), mention('hashtag', '#lamar')]
    const heard = { ...post, transcript: { text: 'en La Mar', service: 'local' } }
    const steps = [{ step: 'transcribe', state: 'failed' }] as const
    expect(presentCommon('u', heard, resolution({ mentions }), steps)).toEqual({
      originalVideoUrl: 'u',
      oembed: null,
      extracted_signals: { restaurantName: '#lamar' },
      signals: [
        { kind: 'city', text: 'Lima', source: 'transcript', at: 7 },
        { kind: 'hashtag', text: '#lamar', source: 'transcript', at: 7 },
      ],
      whisper_attempted: true,
      whisper_transcript: 'en La Mar',
      transcription_service: 'local',
    })
  })

  it.each([
    ['transcribe', 'done', true],
    ['transcribe', 'skipped', false],
    ['ocr', 'done', false],
  ] as const)('%s %s: speech was tried: %s', (step, state, attempted) => {
    expect(presentCommon('u', null, null, [{ step, state }]).whisper_attempted).toBe(attempted)
  })

  it('prefers the name of the place to the words of the post', () => {
    const known = resolution({ mentions: [mention('name', 'contra')], places: [place('Contramar')] })
    expect(presentCommon('u', post, known, []).extracted_signals.restaurantName).toBe('Contramar')
    expect(presentCommon('u', post, null, []).extracted_signals.restaurantName).toBeNull()
  })
})
