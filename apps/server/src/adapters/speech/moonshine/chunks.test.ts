import { expect, test } from 'vitest'
import { cutAtPauses, SAMPLE_RATE, samplesOf } from './chunks.ts'

/** Noise in pieces of `[seconds, loudness]`. */
function sound(...pieces: readonly (readonly [number, number])[]): Float32Array {
  return Float32Array.from(
    pieces.flatMap(([seconds, level]) =>
      Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => (i % 2 === 0 ? level : -level)),
    ),
  )
}

test('cuts long speech at the pause between sentences', () => {
  const chunks = cutAtPauses(sound([8, 0.3], [0.5, 0], [7, 0.3]))
  expect(chunks.map((chunk) => chunk.second)).toEqual([0, 8])
  expect(chunks[0]?.samples.length).toBeGreaterThan(8 * SAMPLE_RATE)
  expect(chunks[0]?.samples.length).toBeLessThan(8.5 * SAMPLE_RATE)
})

test('leaves out silence and keeps all of speech without pauses', () => {
  expect(cutAtPauses(sound([10, 0.001]))).toEqual([])
  const chunks = cutAtPauses(sound([30, 0.2]))
  expect(chunks.reduce((sum, chunk) => sum + chunk.samples.length, 0)).toBe(30 * SAMPLE_RATE)
})

test('reads the samples of a WAV after its header', () => {
  const header = Buffer.concat([
    Buffer.from('RIFF....WAVEfmt '),
    Buffer.alloc(20),
    Buffer.from('data'),
    Buffer.alloc(4),
  ])
  const values = Buffer.alloc(4)
  values.writeInt16LE(16_384, 0)
  values.writeInt16LE(-32_768, 2)
  expect([...samplesOf(Buffer.concat([header, values]))]).toEqual([0.5, -1])
})
