import { type FeedFile, feedResponse } from '@antojo/contract/transfer/place-feeds'
import { m } from '@antojo/i18n/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { ApiError, callApi, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { copyText } from '../../lib/device/clipboard.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProofForm } from '../auth/proof-form.tsx'
import { feedKeys, feedPath } from './api.ts'
import { Problem } from '../../ui/problem.tsx'

const FILES: readonly { readonly file: FeedFile; readonly use: () => string }[] = [
  { file: 'network.kml', use: m.feed_network },
  { file: 'places.kml', use: m.feed_kml },
  { file: 'places.geojson', use: m.feed_geojson },
  { file: 'places.csv', use: m.feed_csv },
  { file: 'rss.xml', use: m.feed_rss },
]

/** Addresses under which other programs read the places, always current, until the person ends them. */
export function LiveLinks({ listId }: { listId: string | undefined }) {
  const services = useServices()
  const queries = useQueryClient()
  const path = feedPath(listId)
  const [proving, setProving] = useState(false)
  const { data, error } = useQuery({
    queryKey: feedKeys.of(listId),
    queryFn: () => fetchJson(services, feedResponse, path),
    meta: { keepOffline: false },
  })
  const id = data?.feed?.id
  const change = useMutation({
    mutationFn: () =>
      id === undefined
        ? callApi(services, path, { method: 'POST' })
        : callApi(services, `/places/feeds/${id}`, { method: 'DELETE' }),
    onMutate: () => setProving(false),
    onError: (refusal) => setProving(isProofMissing(refusal)),
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

function isProofMissing(error: Error): boolean {
  return error instanceof ApiError && error.code === 'reauthentication_needed'
}

function Addresses({ id }: { id: string }) {
  const copy = async (file: FeedFile) => {
    if (await copyText(`${location.origin}/feeds/${id}/${file}`)) toast.success(m.feed_copied())
  }
  return (
    <ul className="grid gap-1">
      {FILES.map(({ file, use }) => (
        <li key={file} className="flex items-center gap-3">
          <span className="min-w-0 grow">{use()}</span>
          <IconButton label={m.feed_copy({ use: use() })} onClick={() => void copy(file)}>
            <Copy aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
