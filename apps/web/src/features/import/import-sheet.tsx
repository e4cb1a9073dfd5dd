import { m } from '@antojo/i18n/messages'
import { texts } from '@antojo/i18n/messages/import'
import { useState } from 'react'
import { Check, CircleAlert, CircleDashed, LoaderCircle, TriangleAlert } from 'lucide-react'
import { cx } from '../../lib/view/cx.ts'
import { useBack } from '../../lib/navigation/use-back.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { OpenVideoHelp } from '../add-video/open-video-help.tsx'
import { isWaiting, type ImportItem, type ImportQueue, type ImportStatus } from './api.ts'

interface ImportSheetProps {
  readonly queue: ImportQueue
  readonly items: readonly ImportItem[]
  readonly onClose: () => void
}

/** The progress of the import, one line per link. The import continues when the sheet is closed. */
export function ImportSheet({ queue, items, onClose }: ImportSheetProps) {
  useBack(true, onClose)
  const [helped, setHelped] = useState<string | null>(null)
  const done = items.filter(({ status }) => !isWaiting(status)).length
  const count = (wanted: ImportStatus) => items.filter(({ status }) => status === wanted).length
  const left = count('needs_review')
  const failed = count('error')
  return (
    <Dialog
      title={m.import_title()}
      shape="sheet"
      size="md"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>{done === items.length ? m.import_done() : m.import_hide()}</Button>}
    >
      <p aria-live="polite" className="mb-2 text-sm text-ink-soft">
        {m.import_progress({ done: count('saved'), total: items.length })}
        {left > 0 ? ` · ${m.import_left({ n: left })}` : null}
        {failed > 0 ? ` · ${m.import_failed({ n: failed })}` : null}
      </p>
      <Progress label={m.import_title()} value={(done / items.length) * 100} />
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-1">
        {items.map((item) => (
          <Line
            key={item.url}
            item={item}
            isHelped={helped === item.url}
            onHelp={() => setHelped(helped === item.url ? null : item.url)}
            onLater={() => setHelped(null)}
            onSaved={() => queue.update(item.url, { status: 'saved', message: null })}
            onRetry={() => queue.enqueue([item.url])}
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface LineProps {
  readonly item: ImportItem
  /** Whether the box that helps to find the place is open. */
  readonly isHelped: boolean
  readonly onHelp: () => void
  readonly onLater: () => void
  readonly onSaved: () => void
  readonly onRetry: () => void
}

function Line({ item, isHelped, onHelp, onLater, onSaved, onRetry }: LineProps) {
  const canHelp = item.status === 'needs_review' && item.videoId !== null
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex min-h-12 items-center gap-3 py-2">
        <StatusIcon status={item.status} />
        <div className="min-w-0 grow">
          <p className="truncate text-sm font-medium">{item.url.replace(/^https?:\/\/(www\.)?/, '')}</p>
          <p className="text-sm text-ink-soft">
            {texts[item.status]()}
            {item.message === null ? null : ` · ${item.message}`}
          </p>
        </div>
        {canHelp ? (
          <Button size="sm" variant="tonal" aria-expanded={isHelped} onClick={onHelp}>
            {m.import_review()}
          </Button>
        ) : null}
        {item.status === 'error' ? (
          <Button size="sm" onClick={onRetry}>
            {m.retry()}
          </Button>
        ) : null}
      </div>
      {canHelp && isHelped ? <OpenVideoHelp id={item.videoId} onLater={onLater} onSaved={onSaved} /> : null}
    </li>
  )
}

const LOOKS = {
  queued: { Icon: CircleDashed, look: '' },
  extracting: { Icon: LoaderCircle, look: 'animate-spin' },
  enriched: { Icon: LoaderCircle, look: 'animate-spin' },
  saved: { Icon: Check, look: 'text-cilantro-text' },
  needs_review: { Icon: CircleAlert, look: 'text-talavera-text' },
  error: { Icon: TriangleAlert, look: 'text-chile-text' },
} as const

function StatusIcon({ status }: { status: ImportStatus }) {
  const { Icon, look } = LOOKS[status]
  return <Icon aria-hidden className={cx('size-5 shrink-0', look)} />
}
