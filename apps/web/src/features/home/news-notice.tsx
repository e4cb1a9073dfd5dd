import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History, X } from 'lucide-react'
import { listOf, rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { IconButton } from '../../ui/button.tsx'

/** Above it, the notice says "99+". */
const MAX_COUNTED = 99

/** Says how many places of the person have changed, until they look at them or put the notice away. */
export function NewsNotice({ userId, onSearch }: { userId: string; onSearch: (text: string) => void }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const queryKey = ['place-news', userId]
  const unseen = { user_id: userId, is_news_seen: false }
  const { data: count = 0 } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const asked = rest.from('user_places').select('place_id').match(unseen).not('news', 'is', null)
      return listOf(await asked.limit(MAX_COUNTED + 1).abortSignal(signal)).length
    },
    meta: { keepOffline: false },
  })
  if (count === 0) return null
  const see = async () => {
    queries.setQueryData(queryKey, 0)
    rowsOf(
      await rest
        .from('user_places')
        .update({ is_news_seen: true })
        .match(unseen)
        .not('news', 'is', null)
        .select('place_id'),
    )
  }
  const n = count > MAX_COUNTED ? `${MAX_COUNTED}+` : count
  return (
    <output className="mb-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <History aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-min wrap-normal max-md:flex-1">{m.news_count({ n })}</span>
      <button
        type="button"
        onClick={() => {
          void see()
          onSearch(m.news_search())
        }}
        className="min-h-9 shrink-0 rounded-lg font-semibold text-chile-text underline underline-offset-2 touch:min-h-11"
      >
        {m.news_see()}
      </button>
      <IconButton label={m.news_dismiss()} onClick={() => void see()} className="ml-auto">
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </output>
  )
}
