import { dehydrate, hydrate, type DehydratedState } from '@tanstack/react-query'
import { createStore, del, get, set } from 'idb-keyval'
import type { Services } from './services.tsx'

interface Copy {
  readonly owner: string
  readonly savedAt: number
  readonly state: DehydratedState
}

const keptFor = 30 * 24 * 3600 * 1000
const writeAtMostEvery = 2000
const key = 'queries'

/**
 * Keeps what was loaded on this device, so that the collection can be read without network. The copy belongs to one
 * account: it is not read for another one, and it goes when the person signs out. Without IndexedDB (private mode)
 * there is no copy; everything else works.
 */
export function keepOfflineCopy({ queries, session }: Services): void {
  const store = createStore('antojo', 'offline')
  const ownerNow = () => session.current()?.user.id ?? 'guest'
  let owner = ownerNow()
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async () => {
    const copy = await get<Copy>(key, store)
    // What the server answered meanwhile is newer, and stays.
    if (copy?.owner === owner && Date.now() - copy.savedAt < keptFor) hydrate(queries, copy.state)
  }
  const write = () => {
    timer = undefined
    const copy: Copy = { owner, savedAt: Date.now(), state: dehydrate(queries) }
    set(key, copy, store).catch(() => {})
  }

  read().catch(() => {})
  queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') timer ??= setTimeout(write, writeAtMostEvery)
  })
  session.subscribe(() => {
    if (ownerNow() === owner) return
    owner = ownerNow()
    clearTimeout(timer)
    timer = undefined
    del(key, store).catch(() => {})
  })
}
