import type { Schema } from '@antojo/db/schema'
import type { Transaction } from 'kysely'
import type { z } from 'zod'

/** A kind of durable work. The payload holds ids, not data. */
export interface JobDefinition<Payload extends object> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly retries: number
  /** Seconds after which a job whose process died is done again. */
  readonly timeoutSeconds: number
  /** Whose job it is: who has many waiting lets the others go first. */
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
  /** Part of the transaction: no write without its job, no job without its write. At most one waits per key. */
  enqueue<P extends object>(
    tx: Transaction<Schema>,
    job: JobDefinition<P>,
    payload: P,
    key: string,
  ): Promise<void>
  /** Wakes this process's worker, so that a job just enqueued starts at once. */
  wake(name: string): void
  work<P extends object>(job: JobDefinition<P>, run: (payload: P) => Promise<void>): Promise<void>
  counts(): Promise<QueueCounts>
  /** Waits for running jobs; the rest stays in the queue. */
  stop(): Promise<void>
}
