import { onlineManager, QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import { loadConfig, rememberedConfig } from './api/boot-config.ts'
import { createRequest } from './api/request.ts'
import { createRest } from './api/rest.ts'
import { createSessionStore, type Session } from './storage/session-store.ts'

/** The objects that live as long as the page, created once in main.ts. */
export type Services = Readonly<ReturnType<typeof createServices>>

export function createServices() {
  // Its default is online until an `offline` event, and a start without network fires none.
  onlineManager.setOnline(navigator.onLine)
  const fresh = loadConfig()
  const anonKey = async () => rememberedConfig().anonKey || (await fresh).anonKey
  const session = createSessionStore(anonKey)
  const request = createRequest({ anonKey, accessToken: session.accessToken })
  return {
    config: () => fresh,
    session,
    request,
    rest: createRest(request),
    queries: new QueryClient({
      defaultOptions: {
        queries: { staleTime: 30_000, gcTime: 30 * 60_000, retry: 1, networkMode: 'offlineFirst' },
      },
    }),
  }
}

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

/** The signed-in person's session, or null; follows changes in this and other tabs. */
export function useSession(): Session | null {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.current)
}

/** True while a person with two-step verification has given the password but not yet the code. */
export function useNeedsCode(): boolean {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.needsCode)
}

/** When the signed-in account will be deleted unless its owner restores it; null without a pending deletion. */
export function useDeleteAfter(): string | null {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, session.deleteAfter)
}
