import type { Database } from '@antojo/db/database'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Milliseconds from which on a statement is worth a line in the log. */
const SLOW_MS = 500
const MAX_STATEMENT_LENGTH = 600

/** Logs statements that take long, on every pool of the database, without any value that stood in them. */
export function logSlowQueries(database: Database, log: Logger): Database {
  for (const pool of new Set([database.pool, database.genericPlanPool])) watchPool(pool, log)
  return { ...database, openPool: (options) => watchPool(database.openPool(options), log) }
}

/** The statement's shape: what stood between quotes may be personal, or a token. */
export function withoutLiterals(statement: string): string {
  return statement
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/e?'(?:[^']|'')*'/giu, '?')
    .slice(0, MAX_STATEMENT_LENGTH)
}

function watchPool(pool: Pool, log: Logger): Pool {
  pool.on('connect', (client) => watchClient(client, log))
  return pool
}

function watchClient(client: PoolClient, log: Logger): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  const watched = (...args: unknown[]): unknown => {
    const started = performance.now()
    const running = query(...args)
    if (running instanceof Promise) {
      const tell = (): void => {
        const ms = Math.round(performance.now() - started)
        if (ms >= SLOW_MS) log.warn({ ms, statement: withoutLiterals(textOf(args[0])) }, 'slow query')
      }
      running.then(tell, tell)
    }
    return running
  }
  Object.assign(client, { query: watched })
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const named = typeof statement === 'object' && statement !== null && 'text' in statement
  return named && typeof statement.text === 'string' ? statement.text : ''
}
