import type { Tx } from '@antojo/db/database'
import type { z } from 'zod'

/** A kind of durable work. Its payload contains ids instead of data. */
export interface JobDefinition<Payload extends object> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly retries: number
  /** Seconds after which a job is retried when its process has died. */
  readonly timeoutSeconds: number
  /** The owner of the job. The jobs of an owner with many waiting ones come after those of others. */
  owner?(payload: Payload): string
}

/** One run of a job; times in seconds. */
export interface JobRun {
  readonly job: string
  readonly ok: boolean
  readonly waited: number
  readonly seconds: number
}

export interface QueueCounts {
  readonly waiting: number
  readonly running: number
  readonly failed: number
}

/** Durable jobs on the application's own database. A job may run twice, so its work has to be idempotent. */
export interface JobQueue {
  /** Joins the transaction, so that write and job are committed together. At most one job waits for each key. */
  enqueue<P extends object>(tx: Tx, job: JobDefinition<P>, payload: P, key: string): Promise<void>
  /** Wakes the worker of this process, so that a new job starts immediately. */
  wake(name: string): void
  work<P extends object>(job: JobDefinition<P>, run: (payload: P) => Promise<void>): Promise<void>
  counts(): Promise<QueueCounts>
  /** Waits for running jobs; the others stay in the queue. */
  stop(): Promise<void>
}
