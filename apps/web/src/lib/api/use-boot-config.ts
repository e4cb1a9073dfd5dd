import type { BootConfig } from '@antojo/contract/boot-config'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../services.tsx'

/** What the server offers; undefined until it is known. */
export function useBootConfig(): BootConfig | undefined {
  const { config } = useServices()
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: config,
    staleTime: Infinity,
    // It has a copy of its own, which gives way to what the server says.
    meta: { keepOffline: false },
  })
  return data
}
