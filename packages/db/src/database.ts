import { setPriority } from 'node:os'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg'
import { type EmbeddedServer, startServer } from './embedded/server.ts'
import { createAppDatabase } from './embedded/provision.ts'
import type { Schema } from './schema.ts'
import {
  type Actor,
  actorPrologue,
  inScope,
  personPrologue,
  systemPrologue,
  type SystemOptions,
} from './scope.ts'

/** A transaction on the product's tables. */
export type Tx = Transaction<Schema>

export type DatabaseConfig =
  | {
      readonly kind: 'embedded'
      readonly dir: string
      readonly poolSize?: number
      /** A server in `dir` that is starting already. */
      readonly server?: Promise<EmbeddedServer> | undefined
    }
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** A read-only copy for reads that may lag. */
      readonly replicaUrl?: string | undefined
      readonly poolSize?: number
    }

export interface Database {
  /** Plain connections as the owner of the tables. Row security applies to the owner too. */
  readonly pool: Pool
  /**
   * Connections for named statements, which Postgres plans once for all values. On a server other than the embedded one
   * these are the plain connections, because PgBouncer would mix up session settings.
   */
  readonly genericPlanPool: Pool
  /** Connections to the replica, for reads that may lag; undefined without one. */
  readonly replicaPool: Pool | undefined
  readonly kysely: Kysely<Schema>
  /** Opens another pool on this database with its own settings, such as `plan_cache_mode`; `close` closes it too. */
  openPool(options: PoolOptions): Pool
  /** Runs `fn` in one transaction as the actor, with the rights that the data API gives. */
  withActor<T>(actor: Actor, fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `fn` in one transaction as a person who asks the server itself: like `withActor`, but with access to the
   * person's rows that the data API does not show, such as imports and tokens.
   */
  asPerson<T>(actor: Actor, fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `fn` in one transaction as the service, which sees the rows of everybody; `reason` is visible in
   * pg_stat_activity. `scripts/structure/system-work.ts` names every use outside of jobs.
   */
  asSystem<T>(reason: string, fn: (tx: Tx) => Promise<T>, options?: SystemOptions): Promise<T>
  close(): Promise<void>
}

export interface PoolOptions {
  readonly size: number
  readonly settings?: Readonly<Record<string, string>>
  /** The nice(1) value of the backends; on the embedded server only. */
  readonly niceness?: number
}

const POOL_SIZE = 8
/** Milliseconds to wait for a connection before a query fails as unavailable. */
const CONNECT_TIMEOUT = 10_000

/**
 * Parsers by type oid: bigint as number (our values stay below 2^53); dates as text, because a Date would be midnight
 * in some time zone.
 */
const READERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1082, String],
  [1182, (text) => (text === '{}' ? [] : text.slice(1, -1).split(','))],
])

const READING: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : READERS.get(oid)) ?? types.getTypeParser(oid, format),
}

/** Opens the database: starts (or takes over) the embedded Postgres, or connects to the one at `url`. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'postgres') {
    return databaseOn({ connectionString: config.url }, config, async () => undefined)
  }
  const server = await (config.server ?? startServer({ dir: config.dir }))
  try {
    const connection = await createAppDatabase(server)
    return databaseOn(connection, config, () => server.stop())
  } catch (error) {
    await server.stop()
    throw error
  }
}

function databaseOn(connection: PoolConfig, config: DatabaseConfig, stop: () => Promise<void>): Database {
  const pools: Pool[] = []
  const open = (to: PoolConfig, { size: max, settings = {}, niceness = 0 }: PoolOptions): Pool => {
    const options = Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ')
    const pool = new Pool({
      ...to,
      ...(options === '' ? {} : { options }),
      max,
      types: READING,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
    })
    // The pool replaces an idle connection that breaks. Without a listener its error would end this process.
    pool.on('error', () => undefined)
    // When a connection breaks between two statements of a transaction, the next statement fails, so the error needs no
    // handling here.
    pool.on('connect', (client) => client.on('error', () => undefined))
    if (niceness > 0 && config.kind === 'embedded')
      pool.on('connect', (client) => lowerPriority(client, niceness))
    pools.push(pool)
    return pool
  }
  const openPool: Database['openPool'] = (options) => open(connection, options)
  const size = config.poolSize ?? POOL_SIZE
  const pool = openPool({ size })
  const replicaUrl = config.kind === 'postgres' ? config.replicaUrl : undefined
  const genericPlan = { plan_cache_mode: 'force_generic_plan' }
  let closing: Promise<void> | undefined
  return {
    pool,
    genericPlanPool: config.kind === 'embedded' ? openPool({ size, settings: genericPlan }) : pool,
    replicaPool: replicaUrl === undefined ? undefined : open({ connectionString: replicaUrl }, { size }),
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    openPool,
    withActor: (actor, fn) => inScope(pool, actorPrologue(actor), fn),
    asPerson: (actor, fn) => inScope(pool, personPrologue(actor), fn),
    asSystem: (reason, fn, options) => inScope(pool, systemPrologue(reason, options), fn),
    close: () => (closing ??= Promise.all(pools.map((each) => each.end())).then(stop)),
  }
}

/** Lowers the priority of a backend. The driver knows its process id, but the driver's types do not contain it. */
function lowerPriority(client: object, niceness: number): void {
  const pid: unknown = Reflect.get(client, 'processID')
  if (typeof pid !== 'number') return
  try {
    setPriority(pid, niceness)
  } catch {
    // Without the permission, the backend keeps its priority.
  }
}
