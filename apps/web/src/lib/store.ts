import { useSyncExternalStore } from 'react'

export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A value outside React that components can follow with `useStore`. */
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

const personal = new Set<() => void>()

/** A store of what belongs to the account: it is read anew when the device forgets the account. */
export function createPersonalStore<T>(read: () => T): Store<T> {
  const store = createStore(read())
  personal.add(() => store.set(read()))
  return store
}

export function resetPersonalStores(): void {
  for (const reset of personal) reset()
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
