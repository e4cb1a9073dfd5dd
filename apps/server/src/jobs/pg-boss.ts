import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database } from '@antojo/db/database'
import { isRecord } from '@antojo/domain/unknown-values'
import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import PgBoss from 'pg-boss'
import { noTracer, type Tracer } from '../telemetry/tracer.ts'
import {
  countJobsByState,
  grantEnqueueing,
  retryAbandonedJobs,
  SCHEMA,
  WAITING_JOBS_OF_OWNER,
} from './repo.ts'
import { messageOf } from '../core/app-error.ts'
import type { JobDefinition, JobQueue, JobRun } from '../core/job-queue.ts'

const STOP_TIMEOUT_MS = 15_000
const WORKERS_PER_JOB = 2
const POLLING_OPTIONS = { pollingIntervalSeconds: 1, batchSize: 1, includeMetadata: true } as const

export interface QueueOptions {
  readonly log: Logger
  readonly works: boolean
  readonly alone: boolean
  readonly tracer?: Tracer
  readonly onJob?: (run: JobRun) => void
}

/** Connections for the bookkeeping of the queue alone: neither requests nor long jobs can delay it. */
const POOL_SIZE = 2

/** Runs pg-boss on the application's own database, so that the queue needs no additional service. */
export async function startPgBoss(
  database: Database,
  jobs: readonly JobDefinition<object>[],
  options: QueueOptions,
): Promise<JobQueue> {
  const open = new OpenWork()
  const pool = database.openPool({ size: POOL_SIZE })
  const boss = new PgBoss({
    schema: SCHEMA,
    // pg-boss does not await the write of a job's end (its issue 365), so an outage must not make it fail.
    db: {
      executeSql: (text, values) => open.add(retryWhileUnavailable(() => pool.query(text, values), Infinity)),
    },
    schedule: false,
    supervise: options.works,
    maintenanceIntervalSeconds: 15,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'))
  await boss.start()
  for (const job of jobs) await createQueue(boss, job)
  await grantEnqueueing(database)
  if (options.alone) await retryAbandonedJobs(database)
  return queueOn({ boss, open, database }, options)
}

async function createQueue(boss: PgBoss, job: JobDefinition<object>): Promise<void> {
  await boss.createQueue(job.name, {
    name: job.name,
    policy: 'short',
    retryLimit: job.retries,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds,
  })
}

interface Parts {
  readonly boss: PgBoss
  readonly open: OpenWork
  readonly database: Database
}

function queueOn(
  { boss, open, database }: Parts,
  { log, tracer = noTracer, onJob = () => undefined }: QueueOptions,
): JobQueue {
  const workers = new Map<string, readonly string[]>()
  const wake = (name: string): void => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }
  return {
    enqueue: async (tx, job, payload, key) => {
      const executeSql = async (text: string, values: unknown[]) => {
        const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
        return { rows }
      }
      const owner = job.owner?.(payload)
      const { rows } =
        owner === undefined ? { rows: [] } : await executeSql(WAITING_JOBS_OF_OWNER, [job.name, owner])
      const priority = isRecord(rows[0]) ? -Number(rows[0]['waiting']) : 0
      const data = { ...payload, ...tracer.carrier(), ...(owner === undefined ? {} : { owner }) }
      await boss.send(job.name, data, { singletonKey: key, priority, db: { executeSql } })
    },
    wake,
    work: async (job, run) => {
      const perform = async ([found]: PgBoss.JobWithMetadata[]): Promise<void> => {
        if (!found) return
        const started = performance.now()
        const waited = Math.max(0, Date.now() - found.startAfter.getTime()) / 1000
        const report = (ok: boolean): void =>
          onJob({ job: job.name, ok, waited, seconds: (performance.now() - started) / 1000 })
        const traced = { kind: 'consumer', parent: found.data } as const
        const work = (): Promise<void> => run(job.payload.parse(found.data))
        await tracer.span(`job ${job.name}`, work, traced).catch((error: unknown) => {
          report(false)
          // A system's refusal, such as a full disk, says everything by its line.
          const err = error instanceof Error && 'syscall' in error ? messageOf(error) : error
          log.error({ err, job: job.name, jobId: found.id }, 'job failed')
          throw error
        })
        report(true)
        log.debug({ job: job.name, jobId: found.id, ms: Math.round(performance.now() - started) }, 'job done')
        // More jobs may be waiting; otherwise the worker would wait for its next poll.
        wake(job.name)
      }
      const started = Array.from({ length: WORKERS_PER_JOB }, () =>
        boss.work(job.name, POLLING_OPTIONS, (found: PgBoss.JobWithMetadata[]) => open.add(perform(found))),
      )
      workers.set(job.name, await Promise.all(started))
    },
    counts: async () => {
      const rows = await countJobsByState(database)
      const of = (...states: string[]): number =>
        rows.filter(({ state }) => states.includes(state)).reduce((sum, { jobs }) => sum + jobs, 0)
      return { waiting: of('created', 'retry'), running: of('active'), failed: of('failed') }
    },
    stop: async () => {
      await boss.stop({ graceful: true, wait: true, timeout: STOP_TIMEOUT_MS })
      await open.drain(STOP_TIMEOUT_MS)
    },
  }
}

/** Work that the queue has started: a job fetched while the queue was stopping still needs the database. */
class OpenWork {
  readonly #open = new Set<Promise<unknown>>()

  add<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = work.then(
      () => this.#open.delete(settled),
      () => this.#open.delete(settled),
    )
    this.#open.add(settled)
    return work
  }

  /** Waits until no work is open, including work started by other work that ended during the wait. */
  async drain(limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs
    while (this.#open.size > 0 && Date.now() < deadline) {
      await Promise.race([...this.#open, pause(limitMs, undefined, { ref: false })])
      await nextTurn()
    }
  }
}
