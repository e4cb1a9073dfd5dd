import { adminMetricsResponse, type AdminMetrics } from '@antojo/contract/admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { config as zod } from 'zod'
import { useServices } from '../../lib/services.tsx'

// The content security policy forbids compiled parsers.
zod({ jitless: true })

export const windows = [1, 6, 24, 72] as const
export type Window = (typeof windows)[number]

const refreshEvery = 60_000

/** What the server refused with, e.g. `forbidden`. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** The figures of a window, made anew every minute while the page is looked at. */
export function useMetrics(hours: Window) {
  const { session } = useServices()
  return useQuery({
    queryKey: ['admin-metrics', hours],
    queryFn: async ({ signal }): Promise<AdminMetrics> => {
      const token = await session.accessToken()
      const response = await fetch(`/admin/metrics?hours=${hours}`, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        signal,
      })
      const body: unknown = await response.json()
      if (!response.ok) throw new RefusedError(codeOf(body))
      return adminMetricsResponse.parse(body)
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    retry: false,
  })
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : 'internal'
}
