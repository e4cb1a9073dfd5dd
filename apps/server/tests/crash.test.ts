import { expect, it } from 'vitest'
import { killDuringImport, killNode, killPostgres } from './faults/kills.ts'

// `killNode` and `killPostgres` throw when an acknowledged add is missing or saved twice.

it(
  'kill -9 during adds: the node starts again, and each acknowledged add is saved exactly once',
  { tags: 'slow', timeout: 300_000 },
  async () => {
    // The first of the three adds around a kill is always acknowledged.
    expect((await killNode(1)).acknowledged).toBeGreaterThanOrEqual(1)
  },
)

it(
  'kill -9 many times, sometimes with its Postgres: each acknowledged add is saved exactly once',
  { tags: 'slow', timeout: 900_000 },
  async () => {
    expect((await killNode(50)).acknowledged).toBeGreaterThanOrEqual(50)
  },
)

it(
  'kill -9 of its Postgres: the node restarts it by itself, and each acknowledged add is saved exactly once',
  { tags: 'slow', timeout: 300_000 },
  async () => {
    expect((await killPostgres(3)).acknowledged).toBeGreaterThanOrEqual(3)
  },
)

it(
  'kill -9 during an import: it goes on by itself, and each post is saved exactly once',
  { tags: 'slow', timeout: 300_000 },
  async () => {
    expect(await killDuringImport(2)).toEqual({ state: 'done', saved: 100, different: 100 })
  },
)
