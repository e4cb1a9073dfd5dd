import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { migrationSources } from './config/migrations.ts'
import { type Context, createContext } from './context.ts'
import { createApp, createWorkerApp } from './http/app.ts'
import type { Readiness } from './http/health/routes.ts'
import { unreadyReason } from './http/health/readiness.ts'
import { watchEventLoop } from './telemetry/event-loop.ts'
import { logSlowQueries } from './telemetry/slow-queries.ts'

/** Milliseconds that requests in flight have to finish after a stop was asked for. */
const MAX_DRAIN_MS = 15_000
const IDLE_SWEEP_INTERVAL_MS = 100

export interface RunningNode {
  /** Where the node listens; a worker shows its health there. */
  readonly url: string
  /** True while nobody has an account: the next one to sign up administers. */
  isFirstAccountFree(): Promise<boolean>
  /** Finishes what is in flight, returns jobs to the queue and closes; may be called twice. */
  stop(): Promise<void>
}

/** Where errors of Postgres quote the row that they are about. */
const QUOTED_ROWS = ['err', 'err.cause', 'error', 'error.cause'].flatMap((at) => [
  `${at}.detail`,
  `${at}.where`,
])

/** Writes to standard output, or to where a test reads it. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.apikey', 'req.headers.cookie', ...QUOTED_ROWS],
    serializers: {
      req: ({ method, url, id }: { method: string; url: string; id: string }) => ({
        id,
        method,
        path: url.split('?')[0],
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Opens the database, brings it up to date and starts the node in its role. */
export async function startNode(
  config: Config,
  log: Logger = createLogger(config.settings.LOG_LEVEL),
): Promise<RunningNode> {
  await mkdir(config.dataDir, { recursive: true })
  const embedded = config.database.kind === 'embedded'
  const opened = await openDatabase(
    embedded ? { ...config.database, dir: join(config.dataDir, 'database') } : config.database,
  )
  const database = logSlowQueries(opened, log)
  try {
    await migrate(database.pool, migrationSources)
    return await serve(config, log, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(config: Config, log: Logger, database: Database): Promise<RunningNode> {
  const { settings } = config
  const context = await createContext(config, log, database)
  let stopping = false
  const eventLoop = watchEventLoop()
  const { budgets } = context
  const askDatabase = () => database.pool.query('select 1')
  const readiness: Readiness = {
    check: async () => (stopping ? 'stopping' : unreadyReason({ budgets, eventLoop, askDatabase })),
  }
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST
  const publicUrl = settings.PUBLIC_URL ?? `http://${host}:${settings.PORT}`
  const worker = settings.ROLE === 'worker'
  const app = worker
    ? createWorkerApp(context, readiness)
    : await createApp(context, { readiness, publicUrl })
  const url = await app.listen({ port: settings.PORT, host: settings.HOST })
  let stopped: Promise<void> | undefined
  return {
    url,
    isFirstAccountFree: () => context.invitations.isFirstAccountFree(),
    stop: () => {
      stopping = true
      eventLoop.stop()
      return (stopped ??= stopAll(app, context, database))
    },
  }
}

/** Requests in flight finish first, for a while; then jobs, then connections. */
async function stopAll(app: FastifyInstance, context: Context, database: Database): Promise<void> {
  // A kept-alive connection becomes idle after its last answer and would hold the server open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
  const late = setTimeout(() => app.server.closeAllConnections(), MAX_DRAIN_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(late)
  await context.close()
  await database.close()
}
