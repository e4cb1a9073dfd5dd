import { importReport, type ImportReport, type ImportView } from '@antojo/contract/transfer/imports'
import { m } from '@antojo/i18n/messages'
import { texts as formatNames } from '@antojo/i18n/messages/imports_format'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { Page } from '../../../components/page.tsx'
import { useAnswer } from '../../../lib/api/use-answer.ts'
import { errorMessage } from '../../../lib/api/rest.ts'
import { paths } from '../../../lib/navigation/navigation.ts'
import { cx } from '../../../lib/view/cx.ts'
import { dateText } from '../../../lib/view/locale.ts'
import { ImportProgress } from '../import-card.tsx'
import { IMPORT_KEY, MissingList, NamelessList } from './left-out.tsx'
import { FoundPlaces } from './found-places.tsx'
import { Questions } from './questions.tsx'
import { countsWith, useAnswers } from './use-answers.ts'

/** The result of an import: its numbers, its questions, its places on cards and a map, and what has no place. */
export function ReportPage({ item }: { readonly item: ImportView }) {
  const { id, counts } = item
  // Read again when the numbers of the import change.
  const queryKey = [IMPORT_KEY, id, 'report', Object.values(counts).join(' ')]
  const { data, error } = useAnswer(queryKey, importReport, `/imports/${id}/report`, {
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={m.imports_report_title({ name: formatNames[item.format]() })}
      hideTitle
      width={data?.places.every(({ lat }) => lat === null) === true ? 'page' : 'wide'}
    >
      <Header item={item} />
      {error ? <p role="alert">{m.imports_unread({ reason: errorMessage(error) })}</p> : null}
      {data ? <Report item={item} report={data} /> : null}
    </Page>
  )
}

function Header({ item }: { readonly item: ImportView }) {
  return (
    <header className="grid gap-1 wrap-anywhere">
      <Link
        href={paths.imports}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-xl pr-2 text-sm font-semibold text-talavera-text hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {m.page_imports()}
      </Link>
      <p aria-hidden className="font-display text-3xl leading-tight font-bold tracking-tight text-balance">
        {m.imports_report_title({ name: formatNames[item.format]() })}
      </p>
      <p className="text-sm text-ink-soft">
        {[
          item.fileName,
          dateText(item.createdAt, { dateStyle: 'medium' }),
          m.imports_report_posts({ n: Object.values(item.counts).reduce((sum, n) => sum + n, 0) }),
        ].join(' · ')}
      </p>
      {item.state === 'done' && item.counts.reading === 0 ? null : <ImportProgress item={item} />}
    </header>
  )
}

function Report({ item: { id }, report }: { readonly item: ImportView; readonly report: ImportReport }) {
  const queries = useQueryClient()
  // An answer changes places, lists and what the cards tell of them. A first reading that is on its way would count as new.
  const onChanged = () => void queries.cancelQueries().then(() => queries.invalidateQueries())
  const answers = useAnswers(id, report.questions, onChanged)
  const counts = countsWith(report.counts, answers.waiting)
  const { unread, nameless } = counts
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Numbers counts={counts} />
      <FoundPlaces id={id} places={report.places} posts={counts.identified + counts.known}>
        <Questions answers={answers} />
      </FoundPlaces>
      <div className="grid w-full">
        <MissingList rows={report.missing} total={counts.missing} />
        <NamelessList id={id} of="unread" total={unread} onAdded={onChanged} />
        <NamelessList id={id} of="nameless" total={nameless} onAdded={onChanged} />
      </div>
    </div>
  )
}

/** The numbers of posts, in one bar and in words; together they are the posts of the import. */
function Numbers({ counts }: Pick<ImportReport, 'counts'>) {
  const facts = [
    [counts.identified, m.imports_identified, 'bg-cilantro'],
    [counts.questions + counts.missing, m.imports_open_rows, 'bg-maiz'],
    [counts.unread, m.imports_report_unread_count, 'bg-chile'],
    [counts.nameless, m.imports_nameless_count, 'bg-line-strong'],
    [counts.known, m.imports_known, 'bg-talavera'],
    [counts.deleted, m.imports_deleted, 'bg-line-strong'],
    [counts.reading, m.imports_being_read, 'bg-line'],
  ] as const
  const shown = facts.filter(([n]) => n > 0)
  const total = shown.reduce((sum, [n]) => sum + n, 0)
  return (
    <section aria-label={m.imports_report_posts({ n: total })} className="grid gap-3">
      <div aria-hidden className="mt-3 flex h-3 gap-1">
        {shown.map(([n, text, color]) => (
          <span key={text({ n })} className={cx('min-w-2 rounded-sm', color)} style={{ flexGrow: n }} />
        ))}
      </div>
      <ul aria-live="polite" className="grid grid-cols-2 gap-2 text-sm">
        {shown.map(([n, text, color]) => (
          <li
            key={color + text({ n })}
            className="flex items-center gap-2.5 rounded-xl border border-line bg-surface px-3 py-2.5"
          >
            <span aria-hidden className={cx('size-2.5 shrink-0 rounded-sm', color)} />
            {text({ n })}
          </li>
        ))}
      </ul>
    </section>
  )
}
