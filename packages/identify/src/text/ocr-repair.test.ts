import { describe, expect, it } from 'vitest'
import { repairedWords } from './ocr-repair.ts'

describe('repairedWords', () => {
  it.each([
    ['P0LLO', 'pollo'],
    ['LA5TRA', 'lastra'],
    ['ma1ta', 'malta'],
    ['ma1ta', 'maita'],
    ['PARRlLLA', 'parrilla'],
    ['carne5', 'carnes'],
    ['tamarnes', 'tamames'],
    ['8ARRIO', 'barrio'],
    ['50PA', 'sopa'],
  ])('%s may be %s', (seen, meant) => {
    expect(repairedWords(seen)).toContain(meant)
  })

  it.each(['2340', '500g', '12', 'taco', 'BAR', ''])('leaves %j alone', (seen) => {
    expect(repairedWords(seen)).toEqual([])
  })

  it('gives few readings of a long misread word', () => {
    expect(repairedWords('1l1l1l1l1l1la').length).toBeLessThanOrEqual(6)
  })
})
