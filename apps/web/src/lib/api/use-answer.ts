import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import { useServices } from '../services.tsx'
import { fetchJson } from './api.ts'

type Options<T> = Pick<UseQueryOptions<T>, 'placeholderData' | 'refetchInterval'>

/** The current answer of one of the product's own endpoints, which the offline copy does not keep. */
export function useAnswer<T>(
  queryKey: readonly unknown[],
  schema: ZodType<T>,
  path: string,
  options: Options<T> = {},
) {
  const services = useServices()
  return useQuery({
    queryKey,
    queryFn: () => fetchJson(services, schema, path),
    meta: { keepOffline: false },
    ...options,
  })
}
