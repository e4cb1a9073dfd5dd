import { dehydrate, hydrate, type DehydratedState, type Mutation, type Query } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import type { Services } from '../services.tsx'

interface Copy {
  readonly owner: string
  readonly savedAt: number
  readonly state: DehydratedState
}

const MAX_AGE_MS = 30 * 24 * 3600 * 1000
const MIN_WRITE_INTERVAL_MS = 2000
/** The longest time that a start waits for the copy. */
const MAX_READ_MS = 400
const COPY_KEY = 'queries'
const database = () => createStore('antojo', 'offline')
/** Pages of an infinite query that the copy holds: about a thousand videos. A start loads all of them again. */
const MAX_PAGES = 10

/**
 * Keeps the loaded queries on this device, so that the collection can be read offline. The copy belongs to one account:
 * no other account reads it, and it is removed with the account (`forget-device.ts`). Without IndexedDB (private mode) there is
 * no copy; everything else works. Resolves when the copy has been read, or after `MAX_READ_MS`: queries that start earlier
 * would not see it.
 */
export function restoreQueries({ queries, session }: Services): Promise<void> {
  const store = database()
  const ownerNow = () => session.current()?.user.id ?? 'guest'
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async () => {
    const copy = await get<Copy>(COPY_KEY, store)
    if (copy?.owner !== ownerNow() || Date.now() - copy.savedAt >= MAX_AGE_MS) return
    // Newer answers that the server gave meanwhile stay.
    hydrate(queries, copy.state)
    void queries.resumePausedMutations()
  }
  const write = () => {
    timer = undefined
    const copy: Copy = {
      owner: ownerNow(),
      savedAt: Date.now(),
      state: firstPages(
        dehydrate(queries, { shouldDehydrateQuery: mayBeKept, shouldDehydrateMutation: waits }),
      ),
    }
    set(COPY_KEY, copy, store).catch(() => {})
  }

  const restored = read().catch(() => {})
  const writeSoon = ({ type }: { type: string }) => {
    if (type === 'updated') timer ??= setTimeout(write, MIN_WRITE_INTERVAL_MS)
  }
  queries.getQueryCache().subscribe(writeSoon)
  // A change is written at once, so that it outlives a reload while it waits for the network.
  queries.getMutationCache().subscribe(({ type, mutation }) => {
    if (type !== 'updated' || mutation.options.mutationKey === undefined) return
    clearTimeout(timer)
    write()
  })
  return Promise.race([restored, new Promise<void>((resolve) => setTimeout(resolve, MAX_READ_MS))])
}

/** Removes the copy, so that the next person on this device cannot read it. */
export async function removePersistedQueries(): Promise<void> {
  try {
    await del(COPY_KEY, database())
  } catch {
    // Without IndexedDB there is no copy.
  }
}

/** Keeps every query that has data, even after a failed refresh, except those marked `keepOffline: false`. */
function mayBeKept({ state, meta }: Query): boolean {
  return state.data !== undefined && meta?.['keepOffline'] !== false
}

/** Only mutations with a key can be resumed after a start. One whose request was under way is sent again. */
function waits({ state, options }: Mutation): boolean {
  return state.status === 'pending' && options.mutationKey !== undefined
}

function firstPages(state: DehydratedState): DehydratedState {
  return {
    mutations: state.mutations.map((mutation) => ({
      ...mutation,
      state: { ...mutation.state, isPaused: true },
    })),
    queries: state.queries.map((query) => ({
      ...query,
      state: {
        ...query.state,
        // Long ago, so that the start that reads the copy asks the server at once.
        dataUpdatedAt: 1,
        status: 'success',
        error: null,
        data: isPaged(query.state.data) ? cut(query.state.data) : query.state.data,
      },
    })),
  }
}

interface Paged {
  readonly pages: readonly unknown[]
  readonly pageParams: readonly unknown[]
}

function isPaged(data: unknown): data is Paged {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
}

function cut({ pages, pageParams }: Paged): Paged {
  return { pages: pages.slice(0, MAX_PAGES), pageParams: pageParams.slice(0, MAX_PAGES) }
}
