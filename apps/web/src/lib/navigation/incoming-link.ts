import { createPersonalStore, useStore } from '../store.ts'

/** A link that came from outside the home screen (shared to the app, to be reviewed) and is to be added there. */
const link = createPersonalStore<string | null>(() => null)

export const incomingLink = { set: (url: string) => link.set(url), take: () => link.set(null) } as const

export function useIncomingLink(): string | null {
  return useStore(link)
}
