import { expect, it } from 'vitest'
import { killNode, killPostgres } from './faults/kills.ts'

/** Enough to kill Postgres with the node once; `npm run test:all` repeats it, `npm run test:faults kill-node` longer. */
const kills = process.env['ANTOJO_TESTS'] === 'all' ? 50 : 5

it('kill -9 again and again amid adds: it starts again, nothing acknowledged is lost, nothing doubled', async () => {
  const { recoveries, acknowledged } = await killNode(kills)
  expect(recoveries).toHaveLength(kills)
  expect(acknowledged).toBeGreaterThanOrEqual(kills)
}, 900_000)

it('kill -9 of its Postgres: the node starts it again by itself, and nothing acknowledged is lost', async () => {
  const { acknowledged } = await killPostgres(3)
  expect(acknowledged).toBeGreaterThanOrEqual(3)
}, 300_000)
