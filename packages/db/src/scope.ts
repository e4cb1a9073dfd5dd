import { CompiledQuery, Kysely, PostgresAdapter, PostgresDriver, PostgresQueryCompiler } from 'kysely'
import type { DatabaseConnection, Transaction, TransactionSettings } from 'kysely'
import { escapeLiteral, type Pool } from 'pg'
import type { Schema } from './schema.ts'

/** The caller of a request. Row security decides by the role and the claims alone. */
export interface Actor {
  readonly role: 'anon' | 'authenticated' | 'service_role'
  /** Claims of the verified access token; `sub` is the user's id. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Ids of unlisted lists or videos that the request names, see `app.capabilities()`. */
  readonly capabilities?: readonly string[]
}

export interface SystemOptions {
  /**
   * The commit does not wait for the disk or the standby. A crash shortly afterwards loses it; any later commit that
   * waits makes it durable.
   */
  readonly asyncCommit?: boolean
  /** The longest time of one statement; default `SYSTEM_TIMEOUT_MS`. */
  readonly timeoutMs?: number
}

/** No statement of the server's own work should take long; it holds a connection that others wait for. */
const SYSTEM_TIMEOUT_MS = 30_000

/** The settings of one transaction, by name. */
type Prologue = Readonly<Record<string, string>>

/**
 * The settings by which row security identifies an actor. `role` comes last, because after it the connection has only
 * the actor's rights.
 */
export function actorPrologue(actor: Actor): Prologue {
  return {
    'request.jwt.claims': JSON.stringify(actor.claims),
    'request.capabilities': JSON.stringify(actor.capabilities ?? []),
    role: actor.role,
  }
}

/**
 * The settings for a person who asks the server itself. This role may also use tables that the data API does not show;
 * row security limits it to the person's rows there as well.
 */
export function personPrologue(actor: Actor): Prologue {
  return { ...actorPrologue(actor), role: 'antojo_person' }
}

export function systemPrologue(
  reason: string,
  { asyncCommit = false, timeoutMs = SYSTEM_TIMEOUT_MS }: SystemOptions = {},
): Prologue {
  return {
    statement_timeout: String(timeoutMs),
    ...(asyncCommit ? { synchronous_commit: 'off' } : {}),
    application_name: `antojo: ${reason}`.slice(0, 63),
    'request.jwt.claims': '{"role":"service_role"}',
    role: 'service_role',
  }
}

/** Runs `fn` in one transaction with settings that end with it. BEGIN and the settings take one round trip. */
export function inScope<T>(
  pool: Pool,
  prologue: Prologue,
  fn: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const scoped = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ScopedDriver(pool, prologue),
      createIntrospector: () => {
        throw new Error('A scoped transaction has no introspector.')
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return scoped.transaction().execute(fn)
}

class ScopedDriver extends PostgresDriver {
  readonly #prologue: Prologue

  constructor(pool: Pool, prologue: Prologue) {
    super({ pool })
    this.#prologue = prologue
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const isolation =
      settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`
    const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`
    await connection.executeQuery(
      CompiledQuery.raw(`begin${isolation}${access}; ${setLocal(this.#prologue)}`),
    )
  }
}

/** As literals, because several statements in one message cannot have parameters. */
function setLocal(prologue: Prologue): string {
  const calls = Object.entries(prologue).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
  )
  return `select ${calls.join(', ')}`
}
