import { feedResponse } from '@antojo/contract/transfer/place-feeds'
import { m } from '@antojo/i18n/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Row } from '../../ui/row.tsx'
import { endAllFeeds, feedKeys, feedPath } from '../exports/api.ts'

/** How many live links the person has, and a button that revokes them all; nothing when there is none. */
export function AddressSettings() {
  const services = useServices()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: feedKeys.of(undefined),
    queryFn: () => fetchJson(services, feedResponse, feedPath()),
    meta: { keepOffline: false },
  })
  const end = useMutation({
    mutationFn: () => endAllFeeds(services),
    onSuccess: () => toast.success(m.feed_ended_all()),
    onError: (error) => toast.error(m.feed_unended({ reason: errorMessage(error) })),
    onSettled: () => queries.invalidateQueries({ queryKey: feedKeys.all }),
  })
  if (data === undefined || data.ofPerson === 0) return null
  return (
    <Row
      icon={<Link2Off />}
      label={m.feed_end_all()}
      text={m.feed_count({ n: data.ofPerson })}
      disabled={end.isPending}
      onClick={() => end.mutate()}
    />
  )
}
