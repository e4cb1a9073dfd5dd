import { describe, expect, it } from 'vitest'
import {
  FINDER,
  finderNameScore,
  finderScore,
  finderTokenScore,
  isOtherBusiness,
  isRestaurantType,
  withoutDuplicates,
} from './finder-score.ts'

const clues = { phrases: [], hashtags: [], text: '' }

describe('finder scoring (spec §9)', () => {
  it.each([
    ['the very name', { phrases: ['casa ejemplo'], hashtags: [] }, 0.6],
    ['a name that holds a hashtag', { phrases: [], hashtags: ['#ejemplo'] }, 0.45],
    ['a short hashtag is none', { phrases: [], hashtags: ['casa'.slice(0, 3)] }, 0],
    ['half of the words', { phrases: ['casa otra'], hashtags: [] }, 0],
    ['nothing', clues, 0],
  ])('%s', (_what, given, score) => {
    expect(finderNameScore('Casa Ejemplo', given)).toBe(score)
  })

  it('gives 0.4 from 60 % of the words on', () => {
    expect(
      finderNameScore('Casa Ejemplo del Mar Azul', { phrases: ['casa ejemplo mar'], hashtags: [] }),
    ).toBe(0.4)
    expect(finderNameScore('Casa Ejemplo del Mar Azul', { phrases: ['casa ejemplo'], hashtags: [] })).toBe(0)
  })

  it.each([
    ['Casa Ejemplo', 'la casa', 0.05],
    ['Casa Ejemplo', 'casa ejemplo casa', 0.1],
    ['Sol Mar', 'sol mar', 0],
    ['Uno Dosss Tresss Cuatro Cinco Seiss Siete', 'dosss tresss cuatro cinco seiss siete', 0.25],
  ])('words of %j in %j: %d', (name, text, score) => {
    expect(finderTokenScore(name, text)).toBeCloseTo(score, 10)
  })

  it.each([
    ['restaurant', true],
    ['cafe', true],
    ['bar', true],
    ['meal_takeaway', true],
    ['bakery', true],
    ['barber', false],
    ['museum', false],
    ['lodging', false],
  ])('type %s', (type, is) => {
    expect(isRestaurantType(type)).toBe(is)
  })

  it.each([
    [['museum'], true],
    [['lodging', 'park'], true],
    [['lodging', 'restaurant'], false],
    [[], false],
  ])('types %j of other businesses: %s', (types, is) => {
    expect(isOtherBusiness(types)).toBe(is)
  })

  it('adds the parts and stops at 1', () => {
    expect(finderScore({ name: 'Casa Ejemplo', types: ['museum'], ratings: 49 }, clues)).toBe(0)
    expect(finderScore({ name: 'Casa Ejemplo', types: ['restaurant'], ratings: 0 }, clues)).toBe(
      FINDER.restaurantType,
    )
    expect(finderScore({ name: 'Casa Ejemplo', types: [], ratings: 50 }, clues)).toBe(FINDER.rated)
    const all = {
      phrases: ['Casa Ejemplo Mares Azules Vivas'],
      hashtags: [],
      text: 'casa ejemplo mares azules vivas',
    }
    expect(
      finderScore({ name: 'Casa Ejemplo Mares Azules Vivas', types: ['restaurant'], ratings: 99 }, all),
    ).toBe(1)
  })

  it('keeps the duplicate with more ratings', () => {
    const kept = withoutDuplicates([
      { placeId: 'a', ratings: 3 },
      { placeId: 'b', ratings: 1 },
      { placeId: 'a', ratings: 9 },
    ])
    expect(kept).toEqual([
      { placeId: 'a', ratings: 9 },
      { placeId: 'b', ratings: 1 },
    ])
  })

  it('names the other constants of the spec', () => {
    expect(FINDER).toMatchObject({
      topMatch: 0.7,
      mostPhrases: 5,
      mostPhrasesAfterTranscription: 7,
      detailed: 3,
      geocodeRadius: 20_000,
      transcriptionSeconds: 90,
    })
  })
})
