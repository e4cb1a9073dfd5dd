import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createBudgets } from '../../core/budgets.ts'
import { createDecoders } from '../decoder/decoders.ts'
import { createPaddleOcr } from './paddle-ocr.ts'

const decoders = createDecoders(createBudgets({ rates: false }))
const ocr = createPaddleOcr(decoders)
afterAll(async () => {
  await decoders.close()
})

const patient = new AbortController().signal
const image = await readFile(fileURLToPath(new URL('fixtures/frame-5.webp', import.meta.url)))

test('reads frames in another process while this one is idle', { tags: 'slow' }, async () => {
  const frames = [1, 2, 3].map((second) => ({ second, image }))
  const before = performance.eventLoopUtilization()
  const read = await ocr.read(frames, patient)
  const { utilization } = performance.eventLoopUtilization(before)
  expect(read).toMatchObject({ kind: 'found' })
  const lines = read.kind === 'found' ? read.lines : []
  expect(lines.map(({ text, second }) => ({ text, second }))).toEqual([
    { text: 'Bodega La Ardosa', second: 1 },
    { text: 'Calle Colón 13', second: 1 },
    { text: 'tortilla espanola', second: 1 },
  ])
  // The models are in the other process. Reading takes much longer than the messages between the processes.
  expect(decoders.pool.use()).toMatchObject({ processes: 1 })
  expect(decoders.pool.use().memoryMb).toBeGreaterThan(150)
  expect(utilization).toBeLessThan(0.5)
})

test(
  'reports bytes that are not a picture, and a truncated picture, as broken',
  { tags: 'slow' },
  async () => {
    const frames = [Buffer.from('GIF89a nothing'), image.subarray(0, 200)].map((bytes) => ({
      second: 0,
      image: bytes,
    }))
    expect(await ocr.read(frames, patient)).toEqual({ kind: 'none', reason: 'broken' })
  },
)

test('reads nothing after the time budget', async () => {
  expect(await ocr.read([{ second: 0, image }], AbortSignal.abort())).toEqual({
    kind: 'none',
    reason: 'timeout',
  })
})

test('does not decode a picture of too many pixels', async () => {
  const bomb = await readFile(new URL('../decoder/fixtures/49-megapixels.avif', import.meta.url))
  expect(await ocr.read([{ second: 0, image: bomb }], patient)).toEqual({ kind: 'none', reason: 'broken' })
})
