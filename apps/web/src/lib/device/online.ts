import { useSyncExternalStore } from 'react'
import { createStore, useStore } from '../store.ts'

/** Whether the last request reached the server: a device can report a network that has no connection. */
const reached = createStore(true)

export const noteReached = reached.set

/** The opposite of `useOnline`, for code outside React. */
export function isUnreached(): boolean {
  return !navigator.onLine || !reached.get()
}

/** False while the device has no network, or its network does not reach the server. */
export function useOnline(): boolean {
  const hasNetwork = useSyncExternalStore(subscribe, () => navigator.onLine)
  return useStore(reached) && hasNetwork
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
