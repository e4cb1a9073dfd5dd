import type { Connection } from 'pg'
import { serialize } from 'pg-protocol'
import type { PreparedStatement } from './prepared-statement.ts'
import type { StatementNames } from './statement-names.ts'

/** The text values of one answer row. */
export type Row = readonly (string | null)[]

/**
 * Several statements sent together and finished by one Sync: one round trip, and one transaction, since Postgres
 * commits an implicit transaction at Sync and rolls it back when any statement fails.
 * Each statement is planned when its turn comes, under the role that an earlier one has set.
 * It is a `Submittable` of `pg`, whose client calls the handle… methods.
 */
export class PipelinedQuery {
  readonly #statements: readonly PreparedStatement[]
  readonly #names: StatementNames | undefined
  readonly #created: PreparedStatement[] = []
  readonly #rows: Row[][]
  #current = 0
  readonly #outcome = Promise.withResolvers<readonly (readonly Row[])[]>()
  /** The rows of each statement. Rejects with the error of Postgres or of the connection. */
  readonly result = this.#outcome.promise

  constructor(statements: readonly PreparedStatement[], names: StatementNames | undefined) {
    this.#statements = statements
    this.#names = names
    this.#rows = statements.map(() => [])
  }

  /** All messages are sent in one write, because separate writes would cost more than the messages themselves. */
  submit(connection: Connection): Error | null {
    try {
      const closing = this.#names?.takeClosing() ?? []
      const messages = closing.map((name) => serialize.close({ type: 'S', name }))
      for (const statement of this.#statements) this.#add(messages, statement)
      messages.push(serialize.sync())
      connection.stream.write(Buffer.concat(messages))
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error('could not send a statement', { cause: error })
    }
  }

  #add(messages: Buffer[], statement: PreparedStatement): void {
    let name = this.#names?.find(statement)
    if (name === undefined) {
      name = this.#names?.create(statement) ?? ''
      if (name !== '') this.#created.push(statement)
      messages.push(serialize.parse({ name, text: statement.text }))
    }
    messages.push(serialize.bind({ statement: name, values: [...statement.values] }), serialize.execute())
  }

  handleDataRow(message: { readonly fields: Row }): void {
    this.#rows[this.#current]?.push(message.fields)
  }

  handleCommandComplete(): void {
    this.#current += 1
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve(this.#rows)
  }

  handleError(error: Error): void {
    for (const statement of this.#created) this.#names?.forget(statement)
    this.#outcome.reject(error)
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
