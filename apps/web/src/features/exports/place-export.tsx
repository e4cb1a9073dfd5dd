import type { PlaceExportFormat } from '@antojo/contract/transfer/place-export'
import { m } from '@antojo/i18n/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FeedFile, feedResponse } from '@antojo/contract/transfer/place-feeds'
import { Copy, Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../lib/api/use-answer.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { download, feedKeys, feedPath } from './api.ts'
import { Problem } from '../../ui/problem.tsx'
import { callApi } from '../../lib/api/api.ts'
import { copyWithNotice } from '../../lib/view/copy-with-notice.ts'
import { needsProof } from '../../lib/view/use-form.ts'
import { ProofForm } from '../auth/proof-form.tsx'

interface Format {
  readonly format: PlaceExportFormat
  readonly name: string
  readonly use: () => string
}

const FORMATS: readonly Format[] = [
  { format: 'kml', name: 'KML', use: m.places_export_kml },
  { format: 'csv', name: 'CSV', use: m.places_export_csv },
  { format: 'gpx', name: 'GPX', use: m.places_export_gpx },
  { format: 'geojson', name: 'GeoJSON', use: m.places_export_geojson },
]

interface PlaceExportProps {
  /** Absent: everything that the person has. */
  readonly list?: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Saves everything as Antojo's own file, or the places, or those of a list, as a file for another program. */
export function PlaceExport({ list, onClose }: PlaceExportProps) {
  const services = useServices()
  const save = useMutation({
    mutationFn: (format: PlaceExportFormat | null) =>
      format === null
        ? download(services, '/account/export', { file: 'antojo.zip', contents: m.file_saved_all })
        : download(services, `/places/export/${format}${list ? `?list=${list.id}` : ''}`, {
            file: `${list?.name ?? 'antojo'}.${format}`,
            contents: m.lists_count,
          }),
    onSuccess: onClose,
  })
  const choice = (format: PlaceExportFormat | null, name: string, use: string) => (
    <Button
      className="w-full justify-start py-2.5 text-left whitespace-normal!"
      disabled={save.isPending}
      onClick={() => save.mutate(format)}
    >
      <span>
        <span className="block">{name}</span>
        <span className="block text-sm font-normal text-ink-soft">{use}</span>
      </span>
    </Button>
  )
  return (
    <Dialog
      title={list ? m.places_export_list({ name: list.name }) : m.data_take()}
      shape="sheet"
      onClose={onClose}
    >
      {list ? null : (
        <>
          {choice(null, m.account_export(), m.account_export_text())}
          <h3 className="pt-4 pb-2 font-semibold">{m.places_export()}</h3>
        </>
      )}
      <ul className="grid gap-2">
        {FORMATS.map(({ format, name, use }) => (
          <li key={format}>{choice(format, name, use())}</li>
        ))}
      </ul>
      <Problem text={save.error && errorMessage(save.error)} className="pt-3" />
      <LiveLinks listId={list?.id} />
    </Dialog>
  )
}

const FILES: readonly { readonly file: FeedFile; readonly use: () => string }[] = [
  { file: 'network.kml', use: m.feed_network },
  { file: 'places.kml', use: m.feed_kml },
  { file: 'places.geojson', use: m.feed_geojson },
  { file: 'places.csv', use: m.feed_csv },
  { file: 'rss.xml', use: m.feed_rss },
]

/** Addresses under which other programs read the places, always current, until the person ends them. */
function LiveLinks({ listId }: { listId: string | undefined }) {
  const services = useServices()
  const queries = useQueryClient()
  const path = feedPath(listId)
  const [proving, setProving] = useState(false)
  const { data, error } = useAnswer(feedKeys.of(listId), feedResponse, path)
  const id = data?.feed?.id
  const change = useMutation({
    mutationFn: () =>
      id === undefined
        ? callApi(services, path, { method: 'POST' })
        : callApi(services, `/places/feeds/${id}`, { method: 'DELETE' }),
    onMutate: () => setProving(false),
    onError: (refusal) => setProving(needsProof(refusal)),
    onSettled: () => queries.invalidateQueries({ queryKey: feedKeys.all }),
  })
  const failure = error ?? (proving ? null : change.error)
  return (
    <section className="grid gap-3 pt-5">
      <div>
        <h3 className="font-semibold">{m.feed_title()}</h3>
        <p className="text-sm text-ink-soft">{m.feed_text()}</p>
      </div>
      {id === undefined ? null : <Addresses id={id} />}
      <Problem text={failure && errorMessage(failure)} />
      {proving ? (
        <ProofForm onDone={() => change.mutate()} />
      ) : data ? (
        <Button
          disabled={change.isPending}
          icon={id === undefined ? <Link2 aria-hidden /> : <Link2Off aria-hidden />}
          onClick={() => change.mutate()}
        >
          {id === undefined ? m.feed_make() : m.feed_end()}
        </Button>
      ) : null}
    </section>
  )
}

function Addresses({ id }: { id: string }) {
  const copy = (file: FeedFile) =>
    void copyWithNotice(`${location.origin}/feeds/${id}/${file}`, m.feed_copied())
  return (
    <ul className="grid gap-1">
      {FILES.map(({ file, use }) => (
        <li key={file} className="flex items-center gap-3">
          <span className="min-w-0 grow">{use()}</span>
          <IconButton label={m.feed_copy({ use: use() })} onClick={() => copy(file)}>
            <Copy aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
