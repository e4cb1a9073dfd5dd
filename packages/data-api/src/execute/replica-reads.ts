import { DatabaseError } from 'pg'
import { ApiError } from '../api-error.ts'
import type { Executor } from './executor.ts'

/** Milliseconds for which a failed replica gets no reads. */
const PAUSE_MS = 5_000
/** Connection, conflict with recovery, full disk or memory, shutdown: the primary may still answer the statement. */
const FAILURES_OF_REPLICA = /^(?:08|40001$|53|57P|58|XX)/

/** Runs reads that may lag on a replica, and on the primary while the replica fails. */
export class ReplicaReads {
  readonly #replica: Executor
  readonly #primary: Executor
  readonly #log: (error: unknown) => void
  #pausedUntil = 0

  constructor(replica: Executor, primary: Executor, log: (error: unknown) => void) {
    this.#replica = replica
    this.#primary = primary
    this.#log = log
  }

  async run(...request: Parameters<Executor['run']>): ReturnType<Executor['run']> {
    if (Date.now() < this.#pausedUntil) return this.#primary.run(...request)
    try {
      return await this.#replica.run(...request)
    } catch (error) {
      if (!isFailureOfReplica(error)) throw error
      this.#pausedUntil = Date.now() + PAUSE_MS
      this.#log(error)
      return this.#primary.run(...request)
    }
  }
}

function isFailureOfReplica(error: unknown): boolean {
  if (error instanceof ApiError) return false
  return !(error instanceof DatabaseError) || FAILURES_OF_REPLICA.test(error.code ?? '')
}
