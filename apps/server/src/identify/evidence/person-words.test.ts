import { describe, expect, it } from 'vitest'
import { biasOf, evidenceFor, hasHint, wordsAround, wordsOf } from './person-words.ts'

const link = 'https://www.tiktok.com/@ana/video/7412345678901230040'

it.each([
  [`Los mejores tacos, El Califa ${link} ¡vamos!`, 'Los mejores tacos, El Califa ¡vamos!'],
  [`tiktok.com/@ana/video/7412345678901230040 El Califa`, 'El Califa'],
  [`El Califa ${link} Contramar https://youtu.be/dQw4w9WgXcQ otro`, 'El Califa Contramar'],
  [`El Califa ${link} ${link} al pastor https://youtu.be/dQw4w9WgXcQ otro`, `El Califa ${link} al pastor`],
  [`El Califa ${link}，al pastor`, 'El Califa ，al pastor'],
  [`${link} !!`, ''],
  [link, ''],
  ['sin enlace', ''],
])('the words around the first link of %j', (text, words) => {
  expect(wordsAround(text)).toBe(words)
})

it('keeps at most 5,000 characters around a link', () => {
  expect(wordsAround(`${'taco '.repeat(100_000)}${link}`)).toHaveLength(5_000)
})

it('leaves out what Postgres cannot keep', () => {
  const hints = { restaurantName: 'El\0 Califa\ud83c' }
  expect(wordsOf({ videoUrl: `Taco\0s ${link}`, hints })).toEqual({
    restaurantName: 'El Califa\ufffd',
    around: 'Tacos',
  })
})

it('counts only what the person said on purpose, and leaves out blanks', () => {
  expect(wordsOf({ videoUrl: link, hints: { caption: '' } })).toEqual({})
  expect(hasHint(wordsOf({ videoUrl: `mira ${link}`, biasLat: 1, biasLng: 1 }))).toBe(false)
  expect(hasHint(wordsOf({ videoUrl: link, hints: { location: 'CDMX' } }))).toBe(true)
})

describe('words of the person', () => {
  it("stand beside the post's own words", () => {
    const bias = biasOf({ videoUrl: 'x', biasLat: 1, biasLng: 2 })
    expect(evidenceFor({ restaurantName: 'El Califa', location: 'CDMX' }, null, bias)).toEqual({
      texts: [
        { source: 'user-hint', text: 'El Califa' },
        { source: 'user-hint', text: 'CDMX' },
      ],
      cityHint: 'CDMX',
      bias: { lat: 1, lng: 2, radiusKm: 20 },
    })
  })
})
