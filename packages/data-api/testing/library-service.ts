import { readFile } from 'node:fs/promises'
import { answerBadUrl } from '@antojo/data-api/http/bad-url'
import { dataApi, type DataApiOptions } from '@antojo/data-api/plugin'
import type { Database } from '@antojo/db/database'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

export interface CallOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** A string is sent unchanged, everything else as JSON. */
  readonly body?: unknown
  /** The user who is signed in. */
  readonly as?: string
}

export interface CallAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

export interface Library {
  readonly app: FastifyInstance
  readonly pool: Pool
  /** Base address of the running service. */
  readonly url: string
  readonly call: (path: string, options?: CallOptions) => Promise<CallAnswer>
  readonly close: () => Promise<void>
}

/** A token for tests: `user:NAME` is signed in as NAME; anything else is refused. */
export function tokenOf(name: string): string {
  return `user:${name}`
}

/**
 * Serves the data API on an empty database after loading the test library into it; `close` also closes the database.
 */
export async function serveLibrary(
  database: Pick<Database, 'pool' | 'close'>,
  options: Partial<DataApiOptions> = {},
): Promise<Library> {
  await database.pool.query(await readFile(new URL('library.sql', import.meta.url), 'utf8'))
  const app = Fastify({ frameworkErrors: (_error, _request, reply) => answerBadUrl(reply) })
  await app.register(dataApi, {
    prefix: '/rest/v1',
    pool: database.pool,
    schemas: ['library', 'archive'],
    extraSearchPath: ['public'],
    anonRole: 'anon',
    aggregatesEnabled: true,
    dbPlanEnabled: true,
    txEndOverride: true,
    capabilityColumns: ['id'],
    verifyToken: async (jwt) => {
      const name = /^user:(\w+)$/.exec(jwt)?.[1]
      if (name === undefined)
        return { ok: false, code: 'PGRST301', message: 'No suitable key or wrong key type' }
      return { ok: true, claims: { sub: name, role: 'authenticated' } }
    },
    ...options,
  })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/rest/v1`
  return {
    app,
    pool: database.pool,
    url,
    call: (path, callOptions = {}) => call(`${url}${path}`, callOptions),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

async function call(
  url: string,
  { method = 'GET', headers = {}, body, as }: CallOptions,
): Promise<CallAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(as === undefined ? {} : { Authorization: `Bearer ${tokenOf(as)}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /^application\/(?:[\w.]+\+)?json/.test(response.headers.get('content-type') ?? '')
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}
