import { expect, test } from 'vitest'
import { textBoxes, type Box } from './text-boxes.ts'

test('each bright region becomes one grown box, in reading order', () => {
  const width = 64
  const map = new Float32Array(width * 64)
  const paint = (box: Box, value: number) => {
    for (let y = box.top; y < box.top + box.height; y++)
      map.fill(value, y * width + box.left, y * width + box.left + box.width)
  }
  paint({ left: 10, top: 40, width: 30, height: 6 }, 0.9)
  paint({ left: 8, top: 10, width: 20, height: 5 }, 0.8)
  paint({ left: 50, top: 60, width: 10, height: 3 }, 0.35)
  expect(textBoxes(map, width, 64)).toEqual([
    { left: 5, top: 7, width: 26, height: 11 },
    { left: 6, top: 36, width: 38, height: 14 },
  ])
})
