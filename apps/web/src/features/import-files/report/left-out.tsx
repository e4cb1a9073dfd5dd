import {
  type ImportReport,
  type NamelessEntry,
  type namelessQuery,
  namelessResponse,
} from '@antojo/contract/transfer/imports'
import { m } from '@antojo/i18n/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { callApi, fetchJson } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/navigation/navigation.ts'
import { useServices } from '../../../lib/services.tsx'
import { useTask } from '../../../lib/use-task.ts'
import { attempt } from '../../../lib/view/attempt.ts'
import { toast } from '../../../lib/view/toasts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'

/** The queries of one import begin with it. */
export const IMPORT_KEY = 'import'

interface LeftOutProps {
  readonly title: string
  readonly text: string
  readonly onOpen?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A closed list of what has no place. */
function LeftOut({ title, text, onOpen, children }: LeftOutProps) {
  return (
    <details className="w-full text-sm" onToggle={(event) => onOpen?.(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center text-base font-semibold">{title}</summary>
      <p className="text-ink-soft">{text}</p>
      {children}
    </details>
  )
}

const ROW_CLASS = 'flex items-center gap-3 border-b border-line py-2 last:border-0'

/** The posts of the collection of which no place was found. */
export function MissingList({ rows, total }: { rows: ImportReport['missing']; total: number }) {
  if (total === 0) return null
  return (
    <LeftOut title={m.imports_report_missing({ n: total })} text={m.imports_report_missing_text()}>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)]">
        {rows.map(({ videoId, words, note }) => (
          <li key={videoId} className={ROW_CLASS}>
            <span className="line-clamp-2 min-w-0 grow wrap-anywhere">{words || note}</span>
            <Link
              href={`${paths.home}?${new URLSearchParams({ show: 'open', help: videoId })}`}
              className={buttonClass({ size: 'sm' })}
            >
              {m.open_help()}
            </Link>
          </li>
        ))}
      </ul>
    </LeftOut>
  )
}

const TEXTS = {
  nameless: [m.imports_nameless, m.imports_nameless_text],
  unread: [m.imports_report_unread, m.imports_report_unread_text],
} as const

interface NamelessListProps {
  readonly id: string
  readonly of: z.infer<typeof namelessQuery>['of']
  readonly total: number
  readonly onAdded: () => void
}

/** The entries that are not in the collection. The person can add each of them. */
export function NamelessList({ id, of, total, onAdded }: NamelessListProps) {
  const services = useServices()
  const [isOpen, setIsOpen] = useState(false)
  const path = `/imports/${id}/nameless`
  const pages = useInfiniteQuery({
    queryKey: [IMPORT_KEY, id, of],
    queryFn: ({ pageParam }) => fetchJson(services, namelessResponse, `${path}?of=${of}&after=${pageParam}`),
    initialPageParam: -1,
    getNextPageParam: ({ entries }) => entries.at(-1)?.position,
    enabled: isOpen,
    meta: { keepOffline: false },
  })
  const add = async ({ position }: NamelessEntry) => {
    await attempt(m.imports_failed, async () => {
      await callApi(services, path, { method: 'POST', json: { positions: [position] } })
      toast.success(m.imports_nameless_added())
      onAdded()
    })
    await pages.refetch()
  }
  if (total === 0) return null
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  const [title, text] = TEXTS[of]
  return (
    <LeftOut title={title({ n: total })} text={text()} onOpen={setIsOpen}>
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
    </LeftOut>
  )
}

function Entry({ entry, onAdd }: { readonly entry: NamelessEntry; readonly onAdd: () => Promise<void> }) {
  const [isBusy, work] = useTask()
  return (
    <li className={ROW_CLASS}>
      <a href={entry.url} target="_blank" rel="noreferrer" className="min-w-0 grow">
        <span className="line-clamp-2 wrap-anywhere">{entry.words || entry.url}</span>
      </a>
      <Button size="sm" busy={isBusy} onClick={() => void work(onAdd)}>
        {m.imports_nameless_add()}
      </Button>
    </li>
  )
}
