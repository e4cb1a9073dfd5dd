import { m } from '@antojo/i18n/messages'
import { FileInput, FileOutput, GraduationCap, Link2Off } from 'lucide-react'
import { feedResponse } from '@antojo/contract/transfer/place-feeds'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '../../lib/navigation/navigation.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { Row, RowLink, Rows } from '../../ui/row.tsx'
import { useAnswer } from '../../lib/api/use-answer.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { endAllFeeds, feedKeys, feedPath } from '../exports/api.ts'

const PlaceExport = lateComponent(() => import('../exports/place-export.tsx'), 'PlaceExport')

/** Ways for places into Antojo and out of it, and what the person taught it. */
export function PlaceData() {
  const exporting = useOverlayOf('export', 'all')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Rows tone="maiz">
          <RowLink icon={<FileInput />} label={m.imports_open()} href={paths.imports} />
        </Rows>
        <Rows tone="maiz">
          <Row
            icon={<FileOutput />}
            label={m.data_take()}
            text={m.data_take_text()}
            onClick={exporting.open}
          />
        </Rows>
      </div>
      <Rows>
        <AddressSettings />
        <Row
          icon={<GraduationCap />}
          label={m.taught_title()}
          text={m.taught_hint()}
          onClick={() => drawer.open('taught-names')}
        />
      </Rows>
      {exporting.isOpen ? <PlaceExport onClose={exporting.close} /> : null}
    </>
  )
}

/** How many live links the person has, and a button that revokes them all; nothing when there is none. */
function AddressSettings() {
  const services = useServices()
  const queries = useQueryClient()
  const { data } = useAnswer(feedKeys.of(undefined), feedResponse, feedPath())
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
