import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { fetchVideosById } from '../../entities/video/fetch-videos.ts'
import { overlay } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'
import { Button } from '../../ui/button.tsx'
import { compareSelection, useCompareSelection } from './api.ts'
import { CompareSheet } from './compare-sheet.tsx'

interface CompareBarProps {
  readonly near: Point | null
  /** The ids in the URL while the sheet is open, separated by commas. */
  readonly compared: string | null
}

/** The bar 'N selected' at the bottom, and the sheet that it opens. */
export function CompareBar({ near, compared }: CompareBarProps) {
  const selection = useCompareSelection()
  return (
    <>
      {selection.length > 0 ? (
        <section
          aria-label={m.compare_bar()}
          data-bottom-bar
          className="fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-lg animate-rise items-center justify-between gap-2 rounded-2xl bg-ink py-2 pr-2 pl-5 text-paper shadow-pop md:bottom-6"
        >
          <p aria-live="polite" className="tabular font-semibold">
            {m.compare_selected({ n: selection.length })}
          </p>
          <div className="flex gap-1">
            <button
              type="button"
              onClick={compareSelection.clear}
              className="min-h-11 rounded-xl px-3 text-sm font-semibold underline underline-offset-2"
            >
              {m.compare_clear()}
            </button>
            <Button
              variant="tonal"
              disabled={selection.length < 2}
              onClick={() => overlay.open('compare', selection.map(({ id }) => id).join(','))}
            >
              {m.compare_open()}
            </Button>
          </div>
        </section>
      ) : null}
      {compared === null ? null : <Compared ids={compared.split(',')} near={near} />}
    </>
  )
}

/** The sheet for the videos in the URL, in their order. After a reload, the ids are all that is known of them. */
function Compared({ ids, near }: { ids: readonly string[]; near: Point | null }) {
  const { rest } = useServices()
  const selection = useCompareSelection()
  const isSelected = ids.every((id) => selection.some((video) => video.id === id))
  const { data = [] } = useQuery({
    queryKey: ['compared', ids],
    queryFn: () => fetchVideosById(rest, ids),
    enabled: !isSelected,
    meta: { keepOffline: false },
  })
  const known = isSelected ? selection : data
  const videos = ids.flatMap((id) => known.find((video) => video.id === id) ?? [])
  if (videos.length === 0) return null
  return <CompareSheet videos={videos} near={near} onClose={() => void overlay.close('compare')} />
}
