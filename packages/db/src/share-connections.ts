import type { Pool, PoolClient } from 'pg'

/**
 * Waits for the caller's turn to use a connection, and returns a function that ends the turn. Throws when there is no
 * turn in time.
 */
export type TakeTurn = () => Promise<() => void>

type Release = PoolClient['release']
type Taken = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

export interface Sharing {
  readonly takeTurn: TakeTurn
  /** Other connections for the current caller, who then takes no turn; null for a caller who takes turns. */
  readonly otherPool?: () => Pool | null
  /** Converts the failure of a connection into the error to throw. */
  readonly explain?: (error: unknown) => unknown
}

/**
 * Makes every use of a connection of the pool wait for a turn, so that one caller cannot hold them all. Requests get
 * connections in no other way.
 */
export function shareConnections(
  pool: Pool,
  { takeTurn, otherPool = () => null, explain = (error) => error }: Sharing,
): void {
  const connect = pool.connect.bind(pool)
  const connectInTurn = async (): Promise<PoolClient> => {
    const other = otherPool()
    const endTurn = other ? () => undefined : await takeTurn()
    try {
      return endingTurn(await (other ? other.connect() : connect()), endTurn)
    } catch (error) {
      endTurn()
      throw explain(error)
    }
  }
  // `pool.query` calls the form with a callback.
  const connectEither = (taken?: Taken): Promise<PoolClient> | void => {
    if (!taken) return connectInTurn()
    connectInTurn().then(
      (client) => taken(undefined, client, (error) => client.release(error)),
      (error: unknown) => taken(asError(error), undefined, () => undefined),
    )
  }
  Object.assign(pool, { connect: connectEither })
}

/** The pool sets a new `release` at each use, so this replacement lasts for one turn. */
function endingTurn(client: PoolClient, endTurn: () => void): PoolClient {
  const release = client.release.bind(client)
  client.release = (destroy) => {
    endTurn()
    release(destroy)
  }
  return client
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
