import { connect } from 'node:net'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import { ApiError } from '../api-error.ts'
import type { Statement } from '../sql/statement.ts'
import type { Departure } from './departure.ts'
import { PipelinedQuery, type Row } from './pipelined-query.ts'
import { StatementNames } from './statement-names.ts'
import { type PreparedStatement, SHARED_SCOPE, StatementUse } from './prepared-statement.ts'

/** The settings of a request's transaction. */
export interface RequestSettings {
  readonly role: string
  readonly searchPath: string
  readonly claims: string
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly cookies: string
  readonly capabilities: string
  readonly readOnly: boolean
  /**
   * True for generic plans, because custom plans would be made again for every execution. An EXPLAIN shows the plan for
   * its own values.
   */
  readonly genericPlans: boolean
  /** Milliseconds after which Postgres aborts the request. */
  readonly statementTimeout: number
  readonly timezone: string | undefined
}

/** Postgres's name of each setting, and its value. */
const SETTINGS: Readonly<Record<string, (settings: RequestSettings) => string>> = {
  role: ({ role }) => role,
  search_path: ({ searchPath }) => searchPath,
  'request.jwt.claims': ({ claims }) => claims,
  'request.method': ({ method }) => method,
  'request.path': ({ path }) => path,
  'request.headers': ({ headers }) => headers,
  'request.cookies': ({ cookies }) => cookies,
  'request.capabilities': ({ capabilities }) => capabilities,
  transaction_read_only: ({ readOnly }) => (readOnly ? 'on' : 'off'),
  plan_cache_mode: ({ genericPlans }) => (genericPlans ? 'force_generic_plan' : 'auto'),
  statement_timeout: ({ statementTimeout }) => String(statementTimeout),
  'response.headers': () => '',
  'response.status': () => '',
}

/** Returns no row: set_config returns the values just sent, and thirteen texts would have to be made, sent and read. */
const settingsText = `select where num_nulls(${Object.keys(SETTINGS)
  .map((name, at) => `set_config('${name}', $${at + 1}, true)`)
  .join(', ')}) > 0`

const begin: PreparedStatement = { text: 'begin', values: [], scope: SHARED_SCOPE }

/**
 * Runs requests on a pool, each in its own transaction. Leaves nothing on the connection except prepared statements.
 */
export class Executor {
  readonly #pool: Pool
  #maxBytes: number
  readonly #use = new StatementUse()
  readonly #names = new WeakMap<PoolClient, StatementNames>()

  /** `maxBytes`: the most text of prepared statements per role on one connection; with 0 no statement is named. */
  constructor(pool: Pool, maxBytes: number) {
    this.#pool = pool
    this.#maxBytes = maxBytes
  }

  /**
   * Runs the statements in one transaction and one round trip. With a `verdict`, the transaction stays open until the
   * verdict has seen the rows, and is rolled back when it throws or returns false. Rejects with the error of the
   * verdict, of Postgres or of the connection.
   */
  async run(
    settings: RequestSettings,
    statements: readonly Statement[],
    options: RunOptions = {},
  ): Promise<readonly (readonly Row[])[]> {
    try {
      return await this.#runOnce(settings, statements, options)
    } catch (error) {
      // A pooler between the server and Postgres exchanges connections. Nothing has run yet, so try again without
      // names.
      if (this.#maxBytes === 0 || !isNameClash(error)) throw error
      this.#maxBytes = 0
      return this.#runOnce(settings, statements, options)
    }
  }

  async #runOnce(
    settings: RequestSettings,
    statements: readonly Statement[],
    { verdict, departure }: RunOptions,
  ): Promise<readonly (readonly Row[])[]> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      if (departure?.happened) throw new ApiError(499, '57014', 'The client closed the connection')
      const prepared = prepare(settings, statements)
      const query = new PipelinedQuery(verdict ? [begin, ...prepared] : prepared, this.#namesOf(client))
      client.query(query)
      const rows = (await this.#orCancelled(client, query.result, departure)).slice(-statements.length)
      // A commit checks the deferred constraints. A rollback that the client asked for checks them too, so that the
      // answer is the same.
      if (verdict) await client.query(verdict(rows) ? 'commit' : 'set constraints all immediate; rollback')
      return rows
    } catch (error) {
      broken = isHarmless(error) ? undefined : new Error('the connection broke', { cause: error })
      if (verdict && !broken) await client.query('rollback')
      throw error
    } finally {
      client.release(broken)
    }
  }

  /**
   * Waits for the result. When the client disconnects and Postgres still works after `CANCEL_AFTER_MS`, cancels the
   * statement.
   */
  async #orCancelled<T>(
    client: PoolClient,
    result: Promise<T>,
    departure: Departure | undefined,
  ): Promise<T> {
    if (!departure) return result
    let cancelling: Promise<void> | undefined
    let timer: NodeJS.Timeout | undefined
    departure.listen(() => {
      timer = setTimeout(() => {
        cancelling = cancelStatement(this.#pool, client)
      }, CANCEL_AFTER_MS)
    })
    try {
      return await result
    } finally {
      clearTimeout(timer)
      departure.listen(undefined)
      // The connection must not run another request's statement before the cancellation arrives.
      if (cancelling) await cancelling
    }
  }

  /** Undefined when statements are to be sent without names. */
  #namesOf(client: PoolClient): StatementNames | undefined {
    if (this.#maxBytes === 0) return undefined
    const known = this.#names.get(client)
    if (known) return known
    const names = new StatementNames(this.#maxBytes, this.#use)
    this.#names.set(client, names)
    return names
  }
}

export interface RunOptions {
  /** Decides by the rows whether to commit. */
  readonly verdict?: (rows: readonly (readonly Row[])[]) => boolean
  /** Cancels the statements when its client disconnects. */
  readonly departure?: Departure | undefined
}

/** Milliseconds: a statement that ends this soon is not worth another connection to Postgres. */
const CANCEL_AFTER_MS = 100

/** "prepared statement does not exist" or "… already exists". */
function isNameClash(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '26000' || error.code === '42P05')
}

/**
 * True for an error of a statement or of the verdict, after which the connection can be reused; false for a broken
 * socket.
 */
function isHarmless(error: unknown): boolean {
  if (error instanceof ApiError) return true
  return error instanceof DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
}

/** The statements of a request, its settings first. */
export function prepare(settings: RequestSettings, statements: readonly Statement[]): PreparedStatement[] {
  const first: PreparedStatement = {
    text: settingsText,
    values: Object.values(SETTINGS).map((valueOf) => valueOf(settings)),
    scope: SHARED_SCOPE,
  }
  const prepared = [first]
  if (settings.timezone !== undefined)
    prepared.push({
      text: `select set_config('timezone', $1, true)`,
      values: [settings.timezone],
      scope: SHARED_SCOPE,
    })
  // A plan made under row security is valid for one role only.
  const scope = `${settings.role}\n${settings.searchPath}`
  for (const { text, values } of statements) prepared.push({ text, values, scope })
  return prepared
}

const CANCEL_REQUEST_CODE = 80_877_102
const CANCEL_TIMEOUT_MS = 2_000

/** The driver's client has these fields, but its types do not. */
const backendSchema = z.object({
  processID: z.number(),
  secretKey: z.number(),
  host: z.string(),
  port: z.number(),
})

/**
 * Asks Postgres to cancel the statement that runs on the connection. Resolves when Postgres has the request or cannot
 * be reached. Uses the protocol's cancel request, which poolers pass on and which needs no connection of the pool.
 */
function cancelStatement({ options }: Pool, client: PoolClient): Promise<void> {
  const { data: backend } = backendSchema.safeParse(client)
  // The request is not encrypted; over TLS the statement timeout ends the statement instead.
  if (!backend || options.ssl) return Promise.resolve()
  const { host, port, processID, secretKey } = backend
  const request = Buffer.alloc(16)
  for (const [at, value] of [16, CANCEL_REQUEST_CODE, processID, secretKey].entries())
    request.writeInt32BE(value, at * 4)
  return new Promise((resolve) => {
    const socket = host.startsWith('/')
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host, port })
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
    socket.on('connect', () => socket.end(request))
    socket.on('error', () => undefined)
    // Postgres answers by closing the connection after it has signalled the backend.
    socket.on('close', () => resolve())
    socket.resume()
  })
}
