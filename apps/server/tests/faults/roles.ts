import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppDatabase } from '@antojo/db/embedded/provision'
import { startServer } from '@antojo/db/embedded/server'
import { startApp } from '@antojo/testing/app'
import { expectWhole, type Ground, manyPosts, withNode } from './with-node.ts'
import { ADDS_PER_KILL, beginAdds, type Promised } from './kills.ts'

/**
 * Another worker gets the job of a killed one after its timeout of 45 s and the queue's next poll, at most 15 s later.
 */
const JOBS_LIMIT_MS = 150_000

/** Runs the work with a separate Postgres, which nodes of one role need. */
export async function withPostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-postgres-'))
  const server = await startServer({ dir })
  try {
    await createAppDatabase(server)
    return await work(`postgres://antojo@/antojo?host=${encodeURIComponent(server.socketDir)}`)
  } finally {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Kills a web node and a worker in turn with kill -9, during adds. */
export async function killRoles(kills: number): Promise<string> {
  const posts = manyPosts(kills * ADDS_PER_KILL)
  const links = posts.map(({ link }) => link)
  return withPostgres((databaseUrl) =>
    withNode(posts, (ground) => killInTurn(ground, databaseUrl, links), {
      env: { ROLE: 'web', DATABASE_URL: databaseUrl },
    }),
  )
}

async function killInTurn(
  { app: web, dataDir, enter }: Ground,
  databaseUrl: string,
  links: string[],
): Promise<string> {
  const env = { ...web.sandbox.env, LOG_LEVEL: 'error', ROLE: 'worker', DATABASE_URL: databaseUrl }
  const worker = await startApp({ dataDir, env })
  try {
    const client = await enter()
    const promised: Promised = { acknowledged: new Set(), kept: new Set() }
    const slowest = { web: 0, worker: 0 }
    for (let kill = 0; links.length > 0; kill += 1) {
      const adding = await beginAdds(client, links.splice(0, ADDS_PER_KILL), promised)
      const [name, node] = kill % 2 === 0 ? (['web', web] as const) : (['worker', worker] as const)
      await node.kill()
      const killed = performance.now()
      await Promise.all(adding)
      await node.restart()
      slowest[name] = Math.max(slowest[name], performance.now() - killed)
    }
    const over = performance.now()
    await expectWhole(client, promised.kept, JOBS_LIMIT_MS)
    const seconds = [slowest.web, slowest.worker, performance.now() - over].map((ms) =>
      (ms / 1000).toFixed(1),
    )
    return `web ready again after ${seconds[0]} s at most, worker after ${seconds[1]} s, all jobs done after ${seconds[2]} s more, ${promised.acknowledged.size} acknowledged adds all there once`
  } finally {
    await worker.stop()
  }
}
