import { m } from '@antojo/i18n/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { countHidden } from '../../entities/video/queries/hidden-videos.ts'
import type { VideoQuery } from '../../entities/video/query.ts'
import { useServices } from '../../lib/services.tsx'

/** Above it the notice says "99+". */
const MAX_COUNTED = 99

interface HiddenNoticeProps {
  /** The search with the settings. */
  readonly query: VideoQuery
  readonly isAllShown: boolean
  /** When the grid was loaded; later, the number is read again. */
  readonly loadedAt: number
}

/** Says how many videos of the search the settings hide, and shows them after one press. The address keeps the choice. */
export function HiddenNotice({ query, isAllShown, loadedAt }: HiddenNoticeProps) {
  const { rest } = useServices()
  const [params, setParams] = useSearchParams()
  const { data: count = 0 } = useQuery({
    queryKey: ['hidden-videos', { ...query, near: null, sort: null }, loadedAt],
    queryFn: ({ signal }) => countHidden(rest, query, MAX_COUNTED + 1, signal),
    enabled: loadedAt > 0,
    placeholderData: keepPreviousData,
  })
  if (count === 0) return null
  const n = count > MAX_COUNTED ? `${MAX_COUNTED}+` : count
  const turn = () => {
    const next = new URLSearchParams(params)
    if (isAllShown) next.delete('show')
    else next.set('show', 'all')
    setParams(next, { replace: true })
  }
  return (
    <output className="mb-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <Settings aria-hidden className="size-4.5 shrink-0" />
      <span>{isAllShown ? m.hidden_shown({ n }) : m.hidden_count({ n })}</span>
      <button
        type="button"
        onClick={turn}
        className="min-h-9 rounded-lg font-semibold text-chile-text underline underline-offset-2 touch:min-h-11"
      >
        {isAllShown ? m.hidden_hide() : m.hidden_show()}
      </button>
    </output>
  )
}
