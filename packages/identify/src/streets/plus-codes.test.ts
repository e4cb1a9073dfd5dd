import { describe, expect, it } from 'vitest'
import { readEvidence } from '../text/read.ts'
import { kmToCode, plusCodes, pointOf } from './plus-codes.ts'

const codesOf = (text: string) => {
  const names = { find: () => new Map() }
  return readEvidence({ texts: [{ source: 'description', text }] }, names).texts.flatMap(plusCodes)
}

describe('plusCodes', () => {
  it.each([
    ['📍 4X2W+P4 Coimbatore. kothu parotta', ['4X2W+P4']],
    ['Pin: 6JXRH8GG+2W', ['6JXRH8GG+2W']],
    ['(HFX9+MH, Arequipa) y JRMQ+X9 Cochabamba', ['HFX9+MH', 'JRMQ+X9']],
    ['2+2, 24+7, CC+CC y 4X2W+P4S5T6', []],
  ])('reads %j', (text, codes) => {
    expect(codesOf(text).map(({ code }) => code)).toEqual(codes)
  })
})

it('tells the point of a whole code, and none of a short one', () => {
  const [whole, short] = codesOf('6JXRH8GG+2W 4X2W+P4')
  expect([whole && pointOf(whole), short && pointOf(short)]).toEqual([
    { lat: expect.closeTo(9.57506, 4), lng: expect.closeTo(76.32731, 4) },
    null,
  ])
})

it('measures the way to the cell that a short code can mean near a place', () => {
  const [short] = codesOf('4X2W+P4 Coimbatore')
  const at = { lat: 11.10181, lng: 76.99531 }
  expect(short && kmToCode(short, at)).toBeLessThan(0.02)
  expect(short && kmToCode(short, { lat: 11.12, lng: 76.99 })).toBeGreaterThan(1)
})
