import { useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A value outside React that components read with `useStore`. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Counts the accounts that have signed out in this page. */
const departures = createStore(0)

/** A store of data that belongs to the account: it starts again from `read` when the device forgets the account. */
export function createPersonalStore<T>(read: () => T): Store<T> {
  const store = createStore(read())
  departures.subscribe(() => store.set(read()))
  return store
}

export function resetPersonalStores(): void {
  departures.set(departures.get() + 1)
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
