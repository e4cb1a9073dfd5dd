import { type Database, openDatabase } from '@antojo/db/database'
import type { EmbeddedServer } from '@antojo/db/embedded/server'
import { ping } from '@antojo/db/health'
import { makeFolder } from '@antojo/db/make-folder'
import { migrate } from '@antojo/db/migrate'
import { missingDiskLimit } from '@antojo/db/unfit-database'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { migrationSources } from './config/migrations.ts'
import { type Context, createContext } from './context.ts'
import { createApp, createWorkerApp } from './http/app.ts'
import type { Readiness } from './http/health/routes.ts'
import { type StorageWatch, watchStorage } from './telemetry/storage.ts'
import { unreadyReason } from './http/health/readiness.ts'
import { watchEventLoop } from './telemetry/event-loop.ts'
import { logSlowQueries } from './telemetry/slow-queries.ts'

/** The most milliseconds for requests in flight to finish after the stop begins. */
const MAX_DRAIN_MS = 15_000
const NO_STORAGE: StorageWatch = { isFull: () => false, stop: () => undefined }
const IDLE_SWEEP_INTERVAL_MS = 100

export interface RunningNode {
  /** The URL at which the node listens; a worker serves only its health there. */
  readonly url: string
  /** True while there is no account; the first person to sign up becomes an administrator. */
  isFirstAccountFree(): Promise<boolean>
  /** How decoding processes are confined on this system. */
  confinement(): ReturnType<Context['decoders']['confinement']>
  /** Finishes requests in flight, returns jobs to the queue and closes. A second call waits for the first. */
  stop(): Promise<void>
}

/** The fields in which Postgres errors quote the affected row. */
const QUOTED_ROWS = ['err', 'err.cause', 'error', 'error.cause'].flatMap((at) => [
  `${at}.detail`,
  `${at}.where`,
])

/** Creates the log, to standard output or to a test's destination. */
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

/** Opens and migrates the database, and starts the node in its role; its embedded server may be starting already. */
export async function startNode(
  config: Config,
  log: Logger = createLogger(config.settings.LOG_LEVEL),
  server?: Promise<EmbeddedServer>,
): Promise<RunningNode> {
  await makeFolder(config.dataDir)
  const { database: wanted } = config
  const opened = await openDatabase(wanted.kind === 'embedded' ? { ...wanted, server } : wanted)
  const database = logSlowQueries(opened, log)
  try {
    // Connections of their own, since the first migrations take long, which is no slow query to look into.
    await migrate(opened.openPool({ size: 1 }), migrationSources)
    const limit = wanted.kind === 'postgres' ? await missingDiskLimit(database.pool) : null
    if (limit !== null) log.warn(`one statement may fill the disk of Postgres; as a superuser, run: ${limit}`)
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
  // The disk of a Postgres elsewhere cannot be watched from here.
  const storage = config.database.kind === 'embedded' ? watchStorage(config.dataDir, log) : NO_STORAGE
  const { budgets } = context
  const askDatabase = () => ping(context.reservedPool)
  const readiness: Readiness = {
    check: async () => (stopping ? 'stopping' : unreadyReason({ budgets, eventLoop, askDatabase })),
  }
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST
  const publicUrl = settings.PUBLIC_URL ?? `http://${host}:${settings.PORT}`
  const worker = settings.ROLE === 'worker'
  const app = worker
    ? createWorkerApp(context, readiness)
    : await createApp(context, { readiness, publicUrl, storage })
  // As many as the kernel keeps: a client beyond that would take itself for connected, and be reset.
  const url = await app.listen({ port: settings.PORT, host: settings.HOST, backlog: 4096 })
  context.warmUp().catch((err: unknown) => log.error({ err }, 'identification is not ready'))
  let stopped: Promise<void> | undefined
  return {
    url,
    isFirstAccountFree: () => context.invitations.isFirstAccountFree(),
    confinement: () => context.decoders.confinement(),
    stop: () => {
      stopping = true
      eventLoop.stop()
      storage.stop()
      return (stopped ??= stopAll(app, context, database))
    },
  }
}

/** Ends requests first, within `MAX_DRAIN_MS`; then jobs, then connections to the database. */
async function stopAll(app: FastifyInstance, context: Context, database: Database): Promise<void> {
  // A kept-alive connection becomes idle after its last answer, and would keep the server open.
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
  const late = setTimeout(() => app.server.closeAllConnections(), MAX_DRAIN_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(late)
  await context.close()
  await database.close()
}
