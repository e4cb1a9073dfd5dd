import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createBudgets } from '../../../core/budgets.ts'
import { createDecoders } from '../../decoder/decoders.ts'
import { createHybridOcr } from './hybrid-ocr.ts'

const decoders = createDecoders(createBudgets({ rates: false }))
const ocr = createHybridOcr(decoders)
afterAll(async () => {
  await decoders.close()
  await ocr.close()
})

const patient = new AbortController().signal
const image = await readFile(fileURLToPath(new URL('fixtures/frame-5.webp', import.meta.url)))

test('reads frames in a process of its own, and leaves this one free meanwhile', async () => {
  let ticks = 0
  const ticker = setInterval(() => (ticks += 1), 5)
  const frames = [1, 2, 3].map((second) => ({ second, image }))
  const read = await ocr.read(frames, patient)
  clearInterval(ticker)
  expect(read).toMatchObject({ kind: 'found' })
  const lines = read.kind === 'found' ? read.lines : []
  expect(lines.map(({ text, second }) => ({ text, second }))).toEqual([
    { text: 'Bodega La Ardosa', second: 1 },
    { text: 'Calle Colón 13', second: 1 },
    { text: 'tortilla española', second: 1 },
  ])
  expect(ticks).toBeGreaterThan(10)
}, 30_000)

test('bytes that are no picture, and a truncated picture, end in a reason', async () => {
  const frames = [Buffer.from('GIF89a nothing'), image.subarray(0, 200)].map((bytes) => ({
    second: 0,
    image: bytes,
  }))
  expect(await ocr.read(frames, patient)).toEqual({ kind: 'none', reason: 'broken' })
}, 30_000)

test('what the time budget does not allow is not read', async () => {
  expect(await ocr.read([{ second: 0, image }], AbortSignal.abort())).toEqual({
    kind: 'none',
    reason: 'timeout',
  })
})
