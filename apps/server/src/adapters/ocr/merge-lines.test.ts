import { expect, test } from 'vitest'
import { mergeLines } from './merge-lines.ts'

test('a caption in many frames becomes one line, with its first second and its best reading', () => {
  const lines = [
    { text: 'Taqueria EI Rincon', second: 3, confidence: 0.8 },
    { text: 'Taquería El Rincón', second: 4, confidence: 0.95 },
    { text: 'desde $45', second: 4, confidence: 0.9 },
    { text: '★', second: 5, confidence: 0.9 },
  ]
  expect(mergeLines(lines)).toEqual([
    { text: 'Taquería El Rincón', second: 3, confidence: 0.95 },
    { text: 'desde $45', second: 4, confidence: 0.9 },
  ])
})

test('lines that differ in a number stay separate', () => {
  const lines = [12, 14].map((number) => ({
    text: `Calle Génova ${number}`,
    second: number,
    confidence: 0.9,
  }))
  expect(mergeLines(lines)).toHaveLength(2)
})
