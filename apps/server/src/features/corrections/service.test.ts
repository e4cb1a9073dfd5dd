import type { Resolution } from '@antojo/identify/evidence'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { runAs } from '../../core/asker.ts'
import { RATE_BUDGETS } from '../../core/budget-table.ts'
import { createBudgets } from '../../core/budgets.ts'
import { taughtBy } from './service.ts'

const place = { source: 'x', sourceId: '1', name: 'Lardo', lat: 0, lng: 0, categories: [], cuisine: [] }
const answer: Resolution = {
  decision: 'weak_data',
  places: [],
  mentions: [],
  queries: [],
  unknownNames: ['Contramar'],
}
const TEXTS = [{ source: 'creator', text: '@comelon' }] as const
const POST = { platform: 'TikTok', canonicalUrl: 'https://example.org/1', texts: TEXTS } as const

/** The lessons from a number of choices by one account. */
async function teach(account: string, choices: number, claims: Readonly<Record<string, unknown>> = {}) {
  const deps = { budgets: createBudgets({ rates: true }), log: pino({ level: 'silent' }) }
  const user = { id: account, email: null, actor: { role: 'authenticated', claims } } as const
  const taught = await runAs({ account, address: '198.51.100.7' }, async () =>
    Promise.all(
      Array.from({ length: choices }, () => taughtBy(deps, user, POST, { answer, places: [place] })),
    ),
  )
  return taught.flat()
}

test('choices beyond the daily share teach nothing and do not fail', async () => {
  const { max } = RATE_BUDGETS.correction
  expect(await teach('ana', max + 5)).toHaveLength(max)
})

test('a correction by an anonymous account has no network, so that it never counts for others', async () => {
  expect((await teach('ana', 1)).map(({ network }) => network)).toEqual(['198.51.100.0/24'])
  expect((await teach('visit', 1, { is_anonymous: true })).map(({ network }) => network)).toEqual([null])
})
