import { isRecord } from '@antojo/domain/unknown-values'
import { useQuery } from '@tanstack/react-query'
import type { Video } from '../../../entities/video/video.ts'
import { readBody } from '../../../lib/api/api.ts'
import { useServices, useSession } from '../../../lib/services.tsx'

const DAY_MS = 24 * 3_600_000
/** The platforms that say without a key whether they still show a post. */
const TELLING = ['TikTok', 'YouTube']

/** True when the platform does not show a video of the person any more; it is asked once a day, when they open it. */
export function useTakenAway({ url, platform, userId }: Video): boolean {
  const { request } = useServices()
  const isOwn = useSession()?.user.id === userId
  const { data = false } = useQuery({
    queryKey: ['taken-away', url],
    queryFn: async ({ signal }) => {
      const body = await readBody(await request(`/oembed/gone?${new URLSearchParams({ url })}`, { signal }))
      return isRecord(body) && body['gone'] === true
    },
    enabled: isOwn && TELLING.includes(platform),
    staleTime: DAY_MS,
    gcTime: DAY_MS,
    retry: false,
    meta: { keepOffline: false },
  })
  return data
}
