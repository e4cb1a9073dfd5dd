import { describe, expect, it } from 'vitest'
import { tokenize } from '../text/tokens.ts'
import { postWords, wordsAround, wordsOfPost } from './words.ts'

const read = (text: string) => postWords([tokenize({ source: 'description', text })])

describe('words of a post', () => {
  it('keep ends of phrases, currency and numbers, and no handle', () => {
    expect(read('Cenamos en Morunga. Menú a €14 con @ana')).toEqual([
      ['cenamos', 'en', 'morunga', '|menu', 'a', '€0', 'con', '|@'],
    ])
  })

  it('are read as words and as pairs of neighbours', () => {
    expect(wordsOfPost([['mejor', 'que'], [':ana']])).toEqual(['mejor', 'mejor que', 'que', ':ana'])
  })

  it('around a name are read with their distance', () => {
    const around = wordsAround(read('mucho mejor que Morunga, de verdad'), {
      text: 0,
      first: 3,
      last: 3,
      joined: 'morunga',
    })
    expect(around).toEqual(
      expect.arrayContaining(['-1 que', '-2 mejor', '-2-1 mejor que', '+1 de', '< mucho']),
    )
    expect(around.some((word) => word.includes('morunga'))).toBe(false)
  })
})
