import { expect, it } from 'vitest'
import { killNode, killPostgres } from './faults/kills.ts'

// `killNode` and `killPostgres` throw when an acknowledged add is missing or there twice.

it('kill -9 amid adds: the node starts again, nothing acknowledged is lost, nothing doubled', async () => {
  expect((await killNode(1)).acknowledged).toBeGreaterThan(0)
}, 300_000)

it('kill -9 again and again, at times with its Postgres', { tags: 'slow', timeout: 900_000 }, async () => {
  expect((await killNode(50)).acknowledged).toBeGreaterThan(0)
})

it(
  'kill -9 of its Postgres: the node starts it again by itself, and nothing acknowledged is lost',
  { tags: 'slow', timeout: 300_000 },
  async () => {
    expect((await killPostgres(3)).acknowledged).toBeGreaterThan(0)
  },
)
