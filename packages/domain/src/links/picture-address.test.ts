import { describe, expect, test } from 'vitest'
import { imageUrl } from './picture-address.ts'

describe('imageUrl', () => {
  test.each([
    ['/img?ref=a#preview', 480, '/img?ref=a&w=480&shape=card'],
    ['/img?ref=a&w=800', 800, '/img?ref=a&w=800&shape=card'],
    ['/img?ref=a&w=800', 1200, '/img?ref=a&w=1200'],
    ['https://x.test/y.jpg?a=1&b=2', 320, '/img?u=https%3A%2F%2Fx.test%2Fy.jpg%3Fa%3D1%26b%3D2&w=320'],
  ] as const)('%s at %d', (image, width, url) => {
    expect(imageUrl(image, width)).toBe(url)
  })
})
