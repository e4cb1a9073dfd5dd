import type { BootConfig } from '@antojo/contract/boot-config'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../services.tsx'

/** The server's public configuration; undefined until it has loaded. */
export function useBootConfig(): BootConfig | undefined {
  const { config } = useServices()
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: config,
    staleTime: Infinity,
    // `loadConfig` keeps its own copy.
    meta: { keepOffline: false },
  })
  return data
}
