import { expect, it } from 'vitest'
import { storedResult } from './stored-analysis.ts'

function stepsOf(steps: unknown) {
  const result = { decision: 'weak_data', places: [] }
  return storedResult({ evidence: { texts: [] }, result, steps }).steps
}

it('never reports the reason of an older row as something that was found', () => {
  expect(
    stepsOf([
      { step: 'transcribe', state: 'skipped', found: 'switched_off' },
      { step: 'ocr', state: 'done', ms: 4, found: 'no_text' },
      { step: 'extract', state: 'done', ms: 5, found: 'Contramar' },
    ]),
  ).toEqual([
    { step: 'transcribe', state: 'skipped', reason: 'switched_off' },
    { step: 'ocr', state: 'done', ms: 4, reason: 'no_text' },
    { step: 'extract', state: 'done', ms: 5, found: 'Contramar' },
  ])
})

it('reads back what was found and why nothing was', () => {
  const steps = [
    { step: 'oembed', state: 'done', found: 'Tacos' },
    { step: 'ocr', state: 'failed', ms: 9, reason: 'timeout' },
  ]
  expect(stepsOf(steps)).toEqual(steps)
})
