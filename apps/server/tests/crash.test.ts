import { expect, it } from 'vitest'
import { killNode, killPostgres } from './faults/kills.ts'

/** A long run of the same is `KILLS=1000 npm run test:faults kill-node`. */
const kills = 50

it('50 times kill -9 amid adds: it starts again, nothing acknowledged is lost, nothing doubled', async () => {
  const { recoveries, acknowledged } = await killNode(kills)
  expect(recoveries).toHaveLength(kills)
  expect(acknowledged).toBeGreaterThanOrEqual(kills)
}, 900_000)

it('kill -9 of its Postgres: the node starts it again by itself, and nothing acknowledged is lost', async () => {
  const { acknowledged } = await killPostgres(3)
  expect(acknowledged).toBeGreaterThanOrEqual(3)
}, 300_000)
