import { type NamelessEntry, namelessResponse } from '@antojo/contract/transfer/imports'
import { m } from '@antojo/i18n/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi, fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'

/** The queries of one import begin with it. */
export const IMPORT_KEY = 'import'

interface NamelessListProps {
  readonly id: string
  readonly total: number
  readonly onAdded: () => void
}

/** The entries that name no place. They are not in the collection; the person can add each of them. */
export function NamelessList({ id, total, onAdded }: NamelessListProps) {
  const services = useServices()
  const [isOpen, setIsOpen] = useState(false)
  const path = `/imports/${id}/nameless`
  const pages = useInfiniteQuery({
    queryKey: [IMPORT_KEY, id, 'nameless'],
    queryFn: ({ pageParam }) => fetchJson(services, namelessResponse, `${path}?after=${pageParam}`),
    initialPageParam: -1,
    getNextPageParam: ({ entries }) => entries.at(-1)?.position,
    enabled: isOpen,
    meta: { keepOffline: false },
  })
  const add = async ({ position }: NamelessEntry) => {
    try {
      await callApi(services, path, { method: 'POST', json: { positions: [position] } })
      toast.success(m.imports_nameless_added())
      onAdded()
    } catch (failure) {
      toast.error(m.imports_failed({ reason: errorMessage(failure) }))
    }
    await pages.refetch()
  }
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {m.imports_nameless({ n: total })}
      </summary>
      <p className="text-ink-soft">{m.imports_nameless_text()}</p>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)]">
        {entries.map((entry) => (
          <Entry key={entry.position} entry={entry} onAdd={() => add(entry)} />
        ))}
      </ul>
      {pages.hasNextPage && entries.length < total ? (
        <Button busy={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          {m.imports_report_more()}
        </Button>
      ) : null}
    </details>
  )
}

function Entry({ entry, onAdd }: { readonly entry: NamelessEntry; readonly onAdd: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    setIsBusy(true)
    await onAdd()
    setIsBusy(false)
  }
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-0">
      <a href={entry.url} target="_blank" rel="noreferrer" className="min-w-0 grow">
        <span className="line-clamp-2 wrap-anywhere">{entry.words || entry.url}</span>
      </a>
      <Button size="sm" busy={isBusy} onClick={() => void add()}>
        {m.imports_nameless_add()}
      </Button>
    </li>
  )
}
