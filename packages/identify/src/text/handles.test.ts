import { describe, expect, it } from 'vitest'
import { handleKeys, joinedAreaKeys } from './handles.ts'

const isArea = (key: string): boolean => key === 'springfield'

describe('handleKeys', () => {
  it.each([
    ['donejemplo', 'donejemplo'],
    ['donejemplospringfield', 'donejemplo'],
    ['don.ejemplo_resto', 'don ejemplo'],
    ['donejemplo.oficial', 'donejemplo'],
    ['ejemplo_springfield', 'ejemplo'],
    ['restauranteejemplo', 'ejemplo'],
    ['donejemploinspringfield', 'donejemplo'],
    ['donejemplo.spf', 'donejemplo'],
    ['elsitio_donejemplo', 'donejemplo'],
    ['DonEjemploGrill77', 'don ejemplo'],
    ['don.ejemplo_spf', 'don ejemplo'],
  ])('%s may stand for %s', (handle, key) => {
    expect(handleKeys(handle, isArea)).toContain(key)
  })

  it('never leaves only a generic word', () => {
    expect(handleKeys('pizzeriaspringfield', isArea)).not.toContain('pizzeria')
    expect(handleKeys('abc', isArea)).toEqual([])
  })
})

describe('joinedAreaKeys', () => {
  it('offers both ends of a tag', () => {
    expect(joinedAreaKeys('springfieldfood')).toContain('springfield')
    expect(joinedAreaKeys('comerenspringfield')).toContain('springfield')
  })
})
