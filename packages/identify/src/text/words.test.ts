import { describe, expect, it } from 'vitest'
import { isAboutEating } from './words.ts'

describe('isAboutEating', () => {
  it.each(['cenamos', 'tacos', 'brunch', 'padaria', 'essen', '맛집', '美味しいご飯'])('%s: true', (word) => {
    expect(isAboutEating(word)).toBe(true)
  })

  it.each(['te', 'dog', 'once', 'pastor', 'mood', 'best', 'viral'])('%s: false', (word) => {
    expect(isAboutEating(word)).toBe(false)
  })
})
