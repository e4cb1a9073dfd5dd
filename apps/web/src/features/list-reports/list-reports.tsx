import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Flag } from 'lucide-react'
import { z } from 'zod'
import { listKeys, type VideoList } from '../../entities/list/list.ts'
import { refreshLists } from '../../entities/list/lists-api.ts'
import { dateLabel } from '../../entities/video/labels.ts'
import type { Video } from '../../entities/video/video.ts'
import { listOf } from '../../lib/api/rest.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'
import { attemptAgain } from '../../lib/view/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

const listReport = z.object({
  id: z.string(),
  video_id: z.string(),
  body: z.string(),
  created_at: z.coerce.date(),
})

interface ListReportsProps {
  readonly list: VideoList
  readonly videos: readonly Video[]
}

/** The mistakes that visitors report in the list, for its owner; nothing while there is none. */
export function ListReports({ list, videos }: ListReportsProps) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const { isOpen, open, close } = useOverlayOf('reports', list.id)
  const queryKey = listKeys.reports(list.id)
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async () =>
      z
        .array(listReport)
        .parse(
          listOf(
            await rest
              .from('list_reports')
              .select('id,video_id,body,created_at')
              .eq('list_id', list.id)
              .order('created_at'),
          ),
        ),
    refetchInterval: refreshLists,
  })
  if (data.length === 0) return null
  return (
    <>
      <Button variant="tonal" size="sm" icon={<Flag aria-hidden className="size-4" />} onClick={open}>
        {m.reports_count({ n: data.length })}
      </Button>
      {isOpen ? (
        <Dialog title={m.reports_title()} shape="sheet" size="md" onClose={close}>
          <ul className="grid gap-4">
            {data.map((each) => (
              <Report
                key={each.id}
                report={each}
                place={videos.find(({ id }) => id === each.video_id)?.place.name ?? m.no_restaurant()}
                onResolved={async () => {
                  if (data.length === 1) close()
                  await queries.invalidateQueries({ queryKey })
                }}
              />
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  )
}

interface ReportProps {
  readonly report: z.infer<typeof listReport>
  readonly place: string
  readonly onResolved: () => Promise<void>
}

function Report({ report, place, onResolved }: ReportProps) {
  const { rest } = useServices()
  const resolve = () =>
    attemptAgain(m.report_failed, async () => {
      listOf(await rest.from('list_reports').delete().eq('id', report.id).select('id'))
      await onResolved()
    })
  return (
    <li className="grid gap-1 border-b border-line pb-4 last:border-0">
      <p className="text-sm text-ink-soft">
        <strong className="text-ink">{place}</strong>
        {' · '}
        {dateLabel(report.created_at)}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{report.body}</p>
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Check aria-hidden className="size-4" />}
        onClick={() => void resolve()}
      >
        {m.reports_resolved()}
      </Button>
    </li>
  )
}
