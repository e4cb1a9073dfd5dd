import type { Database } from '@antojo/db/database'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Statements that take longer are logged. */
const SLOW_MS = 500
const MAX_STATEMENT_LENGTH = 600

/** Logs slow statements of all pools of the database, without their values. */
export function logSlowQueries(database: Database, log: Logger): Database {
  for (const pool of new Set([database.pool, database.genericPlanPool])) watchPool(pool, log)
  return { ...database, openPool: (options) => watchPool(database.openPool(options), log) }
}

/** The statement without its literals, which may be personal data or tokens. */
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
      const report = (): void => {
        const ms = Math.round(performance.now() - started)
        if (ms >= SLOW_MS) log.warn({ ms, statement: withoutLiterals(textOf(args[0])) }, 'slow query')
      }
      running.then(report, report)
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
