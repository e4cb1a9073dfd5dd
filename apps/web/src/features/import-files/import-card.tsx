import type { ImportChoice, ImportPart, ImportPreview, ImportView } from '@antojo/contract/transfer/imports'
import { builtInListOf } from '@antojo/domain/transfer/built-in-list'
import { m } from '@antojo/i18n/messages'
import { texts as formatNames } from '@antojo/i18n/messages/imports_format'
import { texts as unreadTexts } from '@antojo/i18n/messages/imports_unread'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { paths } from '../../lib/navigation/navigation.ts'
import { useTask } from '../../lib/use-task.ts'
import { dateText } from '../../lib/view/locale.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Progress } from '../../ui/progress.tsx'
import { PointsMap } from '../map/video-map.tsx'
import { ReadChoice } from './read-choice.tsx'
import { listName } from '../../entities/list/list.ts'

interface ImportCardProps {
  readonly item: ImportView
  /** How its file was read; null when the file is not at hand. */
  readonly preview: ImportPreview | null
  readonly onRead: (choice: ImportChoice) => Promise<void>
  readonly onStart: (parts: readonly number[]) => Promise<void>
  readonly onUndo: () => Promise<void>
}

/** One import: what its file has, and what became of it. */
export function ImportCard({ item, preview, onRead, onStart, onUndo }: ImportCardProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-4 rounded-3xl bg-surface p-5 shadow-card">
      <div className="wrap-anywhere">
        <h2 id={heading} className="text-xl">
          {formatNames[item.format]()}
        </h2>
        <p className="text-sm text-ink-soft">
          {item.fileName} · {dateText(item.createdAt, { dateStyle: 'medium' })}
        </p>
      </div>
      {item.state === 'preview' ? (
        <>
          {preview ? <ReadChoice format={item.format} choices={preview.choices} onRead={onRead} /> : null}
          {preview && preview.places.length > 0 ? <PreviewMap places={preview.places} /> : null}
          <Preview item={item} onStart={onStart} onUndo={onUndo} />
        </>
      ) : (
        <Outcome item={item} onUndo={onUndo} />
      )}
      <UnreadEntries unread={item.unread} />
    </section>
  )
}

const NO_FACTS = { dish: dishDrawing([]).src, rating: '', cuisines: [] }

/** Where the places of a file lie, before anything is added. */
function PreviewMap({ places }: Pick<ImportPreview, 'places'>) {
  const points = places.map((place, index) => ({ ...place, ...NO_FACTS, id: String(index), video: '' }))
  return (
    <figure className="grid gap-1">
      <div className="h-48 overflow-hidden rounded-2xl border border-line">
        <PointsMap points={points} label={m.page_map()} onOpen={() => {}} />
      </div>
      <figcaption className="text-sm text-ink-soft">{m.imports_preview_map({ n: places.length })}</figcaption>
    </figure>
  )
}

function Preview({ item, onStart, onUndo }: Pick<ImportCardProps, 'item' | 'onStart' | 'onUndo'>) {
  const [selected, setSelected] = useState(
    () => new Set(item.parts.flatMap((part, index) => (part.isSelected ? [index] : []))),
  )
  const [isBusy, work] = useTask()
  const chosen = item.parts.filter((_, index) => selected.has(index))
  const fresh = chosen.reduce((sum, part) => sum + part.total - part.known, 0)
  const turn = (index: number) =>
    setSelected(new Set([...item.parts.keys()].filter((each) => selected.has(each) !== (each === index))))
  const hasLists = item.parts.some(({ kind }, index) => kind === 'collection' && selected.has(index))
  return (
    <>
      <p className="font-semibold">{previewText(item.counts)}</p>
      <div className="grid gap-2">
        {item.parts.map((part, index) => (
          <div key={`${part.kind} ${part.name}`} className="grid gap-1">
            <Switch
              label={partName(part)}
              description={numbersOf(part)}
              checked={selected.has(index)}
              onChange={() => turn(index)}
            />
            <FirstNames {...part} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={isBusy}
          disabled={fresh === 0 && !hasLists}
          onClick={() => void work(() => onStart([...selected]))}
        >
          {m.imports_start({ n: Math.min(fresh, item.counts.waiting) })}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => void work(onUndo)}>
          {m.imports_discard()}
        </Button>
      </div>
    </>
  )
}

function numbersOf({ total, known, alike }: ImportPart): string {
  const numbers = m.imports_part_numbers({ fresh: total - known - alike, known })
  return alike > 0 ? `${numbers} · ${m.imports_part_alike({ n: alike })}` : numbers
}

/** The first names of a part, by which the person sees that the file was understood. */
function FirstNames({ names, total }: ImportPart) {
  if (names.length === 0) return null
  const rest = total - names.length
  return (
    <p className="text-sm">
      {names.join(' · ')}
      {rest > 0 ? ` · ${m.imports_part_more({ n: rest })}` : null}
    </p>
  )
}

function previewText({ waiting, known }: ImportView['counts']): string {
  if (waiting > 0) return m.imports_preview_ready()
  return known > 0 ? m.imports_nothing() : m.imports_none_read()
}

function Outcome({ item, onUndo }: Pick<ImportCardProps, 'item' | 'onUndo'>) {
  const { id, counts } = item
  const facts = [
    [counts.identified, m.imports_identified],
    [counts.reading, m.imports_being_read],
    [counts.open, m.imports_open_rows],
    [counts.known, m.imports_known],
    [counts.nameless, m.imports_nameless_count],
    [counts.later, m.imports_later],
    [counts.deleted, m.imports_deleted],
  ] as const
  return (
    <>
      <ImportProgress item={item} />
      <ul className="grid gap-1 text-sm">
        {facts.map(([n, text]) => (n === 0 ? null : <li key={text({ n })}>{text({ n })}</li>))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Link href={`${paths.imports}?report=${id}`} className={buttonClass({ variant: 'primary' })}>
          {m.imports_report_show()}
        </Link>
        <Button variant="danger" onClick={() => void onUndo()}>
          {m.imports_undo()}
        </Button>
      </div>
    </>
  )
}

/** How much of an import is added. */
export function ImportProgress({ item: { state, counts } }: Pick<ImportCardProps, 'item'>) {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const added = total - counts.waiting
  return (
    <div className="w-full">
      <p className="font-semibold">{state === 'done' ? m.imports_done() : m.imports_running()}</p>
      <p aria-live="polite" className="mt-1 mb-2 text-sm text-ink-soft">
        {m.imports_progress({ done: added, total })}
      </p>
      <Progress
        label={m.imports_progress({ done: added, total })}
        value={total === 0 ? 100 : (added / total) * 100}
      />
    </div>
  )
}

function UnreadEntries({ unread }: Pick<ImportView, 'unread'>) {
  const total = unread.reduce((sum, reason) => sum + reason.total, 0)
  if (total === 0) return null
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {m.imports_unread_title({ n: total })}
      </summary>
      {unread.map(({ reason, total: n, examples }) => (
        <div key={reason} className="mt-2">
          <p>{unreadTexts[reason]({ n })}</p>
          <ul className="mt-1 max-h-48 overflow-y-auto text-ink-soft">
            {examples.map((example) => (
              <li key={example} className="truncate">
                {example}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  )
}

function partName({ kind, name }: ImportPart): string {
  const names = {
    favourites: m.imports_part_favourites,
    likes: m.imports_part_likes,
    saved: m.imports_part_saved,
    file: m.imports_part_file,
    collection: () => collectionName(name ?? ''),
  } as const
  return names[kind]()
}

/** A list that everybody has is called as the app calls it, because the import fills that one. */
function collectionName(name: string): string {
  const kind = builtInListOf(name)
  if (kind === null) return m.imports_part_collection({ name })
  return m.imports_part_own_list({ name: listName({ kind, name }) })
}
