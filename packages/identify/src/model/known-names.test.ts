import { describe, expect, it } from 'vitest'
import { nameCounts } from './known-names.ts'

const KNOWN = { total: 1000, words: { taqueria: 200 }, places: {} }

describe('nameCounts', () => {
  it('takes a word of a small index to be as common as it is known to be', () => {
    const { countOf, indexed } = nameCounts(KNOWN, { counts: new Map([['taqueria', 1]]), total: 10 })
    expect(countOf('taqueria')).toBe(200)
    expect(indexed).toBe(0.01)
  })

  it('counts a word that is not known as the index has it, in as many names as are known', () => {
    const { countOf, indexed } = nameCounts(KNOWN, { counts: new Map([['zurribarra', 8]]), total: 2000 })
    expect(countOf('zurribarra')).toBe(4)
    expect(countOf('farolito')).toBe(0)
    expect(indexed).toBe(1)
  })
})
