import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { type Asker, runAs } from '../../core/asker.ts'
import { createBudgets } from '../../core/budgets.ts'
import { createUploads } from './service.ts'

const PATIENTLY = { timeout: 10_000 }
const ANA: Asker = { account: 'ana', address: '192.0.2.1' }

/** Bytes that are not a picture, so that they are read as a clip. */
const clip = () => Readable.from([Buffer.alloc(64, 'x')])

it('an upload whose sender disconnects releases its turn at once, whether it is read or waits', async () => {
  const budgets = createBudgets({ rates: false })
  const signals: AbortSignal[] = []
  const uploads = createUploads(
    {
      media: {
        fetch: async () => ({ kind: 'none', reason: 'no_media' }),
        frames: (_file, signal) => {
          signals.push(signal)
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ kind: 'none', reason: 'timeout' }))
          })
        },
      },
      ocr: { read: async () => ({ kind: 'none', reason: 'no_text' }) },
      speech: { available: false, transcribe: async () => ({ kind: 'none', reason: 'switched_off' }) },
    },
    budgets,
  )
  const use = () => {
    const found = budgets.use().find(({ name }) => name === 'clip')
    return { running: found?.running, queued: found?.queued }
  }
  const [first, second] = [new AbortController(), new AbortController()]
  const reading = runAs(ANA, () => uploads.read(clip(), first.signal))
  await expect.poll(use, PATIENTLY).toEqual({ running: 1, queued: 0 })
  const waiting = runAs(ANA, () => uploads.read(clip(), second.signal))
  await expect.poll(use, PATIENTLY).toEqual({ running: 1, queued: 1 })
  second.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  expect(use()).toEqual({ running: 1, queued: 0 })
  await expect.poll(() => signals.length).toBe(1)
  first.abort()
  expect(await reading).toMatchObject({ ok: false })
  expect(use()).toEqual({ running: 0, queued: 0 })
})
