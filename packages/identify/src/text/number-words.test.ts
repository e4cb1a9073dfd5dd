import { describe, expect, it } from 'vitest'
import { numberSpellings, spokenNumber } from './number-words.ts'

describe('spokenNumber', () => {
  it.each([
    ['doscientos veintiuno', 221],
    ['ochenta y seis', 86],
    ['tres mil doscientos', 3200],
    ['mil cuatrocientos veintiuno', 1421],
    ['one hundred and five', 105],
    ['five hundred thirty seven', 537],
    ['once y doce', 11],
    ['treinta veinte', 30],
    ['veintiuno cinco', 21],
  ])('reads %s as %i', (words, value) => {
    expect(spokenNumber(words.split(' '), 0)?.value).toBe(value)
  })

  it('ends with the words of the number', () => {
    expect(spokenNumber('en el ochenta y seis y comimos'.split(' '), 2)).toMatchObject({ first: 2, last: 4 })
    expect(spokenNumber(['calle', 'mayor'], 0)).toBeNull()
  })
})

describe('numberSpellings', () => {
  it.each([
    ['el trece', 'el 13'],
    ['el 13', 'el trece'],
    ['bar treinta y tres', 'bar 33'],
    ['86 bistro', '86 bistro'],
  ])('spells %s also %s', (key, other) => {
    expect([key, ...numberSpellings(key)]).toContain(other)
  })
})
