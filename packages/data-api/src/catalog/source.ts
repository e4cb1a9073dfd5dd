import { isDeepStrictEqual } from 'node:util'
import { Client, type Pool } from 'pg'
import { loadCatalog } from './load.ts'
import type { Catalog } from './model.ts'

export type CatalogLog = (message: string, error: unknown) => void

/** The least milliseconds between reloads that failed requests cause. */
const MIN_RELOAD_INTERVAL_MS = 10_000
const RECONNECT_DELAY_MS = 5_000

/**
 * Caches the catalog: loads it once, again on `NOTIFY pgrst, 'reload schema'` (or an empty payload), and again when an
 * error suggests that the schema has changed.
 */
export class CatalogSource {
  readonly #pool: Pool
  readonly #schemas: readonly string[]
  readonly #log: CatalogLog
  #catalog: Catalog | undefined
  #loading: Promise<Catalog> | undefined
  #checkedAt = 0
  #listener: Client | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(pool: Pool, schemas: readonly string[], log: CatalogLog) {
    this.#pool = pool
    this.#schemas = schemas
    this.#log = log
  }

  /** The current catalog. Rejects with Postgres's error while it was never loaded. */
  get(): Catalog | Promise<Catalog> {
    return this.#catalog ?? this.reload()
  }

  /**
   * False until the schema has been read once: no request can be answered. Each call then triggers a reload that
   * `MIN_RELOAD_INTERVAL_MS` limits.
   */
  isReadable(): boolean {
    if (!this.#catalog) this.reloadIfStale()
    return this.#catalog !== undefined
  }

  /** Loads the catalog for the first time. When the database is not available yet, the first request tries again. */
  start(): Promise<void> {
    return this.#reloadInBackground()
  }

  /** Loads the catalog again; simultaneous callers share one load. */
  reload(): Promise<Catalog> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<Catalog> {
    this.#checkedAt = Date.now()
    const loaded = await loadCatalog(this.#pool, this.#schemas)
    // Keeps an unchanged catalog as the same object, so that plans made from it stay valid.
    if (!this.#catalog || !isDeepStrictEqual(loaded, this.#catalog)) this.#catalog = loaded
    return this.#catalog
  }

  /** True when the catalog is old enough to be reloaded because a request failed. */
  get mayBeStale(): boolean {
    return !this.#closed && Date.now() - this.#checkedAt >= MIN_RELOAD_INTERVAL_MS
  }

  /** Reloads in the background, unless the last reload was within `MIN_RELOAD_INTERVAL_MS`. */
  reloadIfStale(): void {
    if (this.mayBeStale) void this.#reloadInBackground()
  }

  /** Waits for a running load first, which may have read the schema before it changed. */
  async #reloadInBackground(): Promise<void> {
    try {
      await this.#loading
      await this.reload()
    } catch (error) {
      this.#log('the schema could not be read again', error)
    }
  }

  /** Opens the connection that receives notifications, and reopens it whenever it breaks. */
  async listen(): Promise<void> {
    if (this.#closed) return
    const client = new Client(this.#pool.options)
    const lost = (error: unknown) => {
      if (this.#closed || this.#listener !== client) return
      this.#listener = undefined
      this.#log('the connection that hears schema changes broke', error)
      this.#retry = setTimeout(() => {
        void this.#listenAgain()
      }, RECONNECT_DELAY_MS)
      this.#retry.unref()
    }
    this.#listener = client
    client.on('error', lost)
    client.on('end', () => lost(undefined))
    client.on('notification', ({ channel, payload }) => {
      if (channel !== 'pgrst' || (payload !== 'reload schema' && payload !== '')) return
      void this.#reloadInBackground()
    })
    try {
      await client.connect()
      await client.query('listen pgrst')
    } catch (error) {
      lost(error)
    }
  }

  async #listenAgain(): Promise<void> {
    await this.listen()
    this.reloadIfStale()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const listener = this.#listener
    this.#listener = undefined
    await listener?.end()
  }
}
