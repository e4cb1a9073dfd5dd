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
/** Milliseconds that a start waits for the copy. */
const MAX_READ_MS = 400
const COPY_KEY = 'queries'
const database = () => createStore('antojo', 'offline')
/** Of a list that goes on and on, so many pages: about a thousand videos, and what is loaded anew after a start. */
const MAX_PAGES = 10

/**
 * Keeps what was loaded on this device, so that the collection can be read without network. The copy belongs to one
 * account: it is not read for another one, and it goes with the account (`forget-device.ts`). Without IndexedDB (private mode)
 * there is no copy; everything else works. Resolves when the copy is read, at once when it takes too long: queries that
 * start before it would not know what it holds.
 */
export function restoreQueries({ queries, session }: Services): Promise<void> {
  const store = database()
  const ownerNow = () => session.current()?.user.id ?? 'guest'
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async () => {
    const copy = await get<Copy>(COPY_KEY, store)
    // What the server answered meanwhile is newer, and stays.
    if (copy?.owner !== ownerNow() || Date.now() - copy.savedAt >= MAX_AGE_MS) return
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
  // What waits for the network to be sent is kept with the rest.
  queries.getMutationCache().subscribe(writeSoon)
  return Promise.race([restored, new Promise<void>((resolve) => setTimeout(resolve, MAX_READ_MS))])
}

/** Removes the copy: what one person loaded is not kept for the next. */
export async function removePersistedQueries(): Promise<void> {
  try {
    await del(COPY_KEY, database())
  } catch {
    // Without IndexedDB there is no copy.
  }
}

/** All that has data, also when asking for it again failed. What a provider's terms forbid to store says so itself. */
function mayBeKept({ state, meta }: Query): boolean {
  return state.data !== undefined && meta?.['keepOffline'] !== false
}

/** Those with a key are known at every start; what was on its way when the page went counts as not sent. */
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
