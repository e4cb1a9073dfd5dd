import { createPersonalStore, useStore } from '../store.ts'

/** A link from outside the home screen (shared to the app, or one to review) that the home screen should add. */
const link = createPersonalStore<string | null>(() => null)

export const incomingLink = { set: (url: string) => link.set(url), take: () => link.set(null) } as const

export function useIncomingLink(): string | null {
  return useStore(link)
}
