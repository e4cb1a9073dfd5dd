import { m } from '@antojo/i18n/messages'
import { Link } from 'wouter'
import { findUrls } from '@antojo/domain/links/find-urls'
import { ClipboardList, FileUp, Link2, LocateFixed } from 'lucide-react'
import { useSession } from '../../lib/services.tsx'
import { paths } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RemovableChip } from '../../ui/form/chip.tsx'
import { activeFilters } from './filters.tsx'
import type { HomeSearch } from './use-home-search.ts'
import { usePasteLink } from './use-paste-link.ts'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { toast } from '../../lib/view/toasts.ts'
import { importQueueOf } from '../import/api.ts'
import { cx } from '../../lib/view/cx.ts'
import { Awning } from '../../components/brand.tsx'

/** Shown instead of cards: how to start with an empty collection, or a hint for a search without results. */
export function NoResults({ search, onAdd }: { search: HomeSearch; onAdd: (text: string) => void }) {
  const session = useSession()
  const paste = usePasteLink(onAdd)
  if (!search.active && session) {
    const { id } = session.user
    return <EmptyState onPaste={() => void paste()} onImport={() => void importFromClipboard(id)} />
  }
  const filters = activeFilters(search)
  const hint = search.applied.q === '' ? m.none_filters() : m.none_text()
  const isOnlyOpen = search.applied.open && filters.length === 1
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 py-14 text-center">
      <h2 className="text-2xl">
        {isOnlyOpen ? m.none_open() : search.active ? m.none_title() : m.empty_guest_title()}
      </h2>
      {isOnlyOpen ? null : <p className="text-ink-soft">{search.active ? hint : m.empty_guest_text()}</p>}
      {filters.length > 1 ? (
        <fieldset className="flex flex-wrap justify-center gap-2">
          <legend className="mx-auto mb-2 text-sm font-semibold">{m.none_loosen()}</legend>
          {filters.map(({ key, label, remove }) => (
            <RemovableChip key={key} label={label} onRemove={remove} />
          ))}
        </fieldset>
      ) : null}
      {search.active ? (
        <Button variant="primary" onClick={search.reset}>
          {isOnlyOpen ? m.none_open_all() : m.filter_reset()}
        </Button>
      ) : (
        <>
          <Link href={paths.find} className={cx(buttonClass({ variant: 'primary' }), 'whitespace-normal!')}>
            {m.page_find()}
          </Link>
          <Link href={paths.home} className={buttonClass()}>
            {m.page_sign_in()}
          </Link>
        </>
      )}
    </section>
  )
}

/** Spec §9. */
const MAX_CLIPBOARD_LINKS = 5

/** Adds the links on the clipboard to the import queue, with the notices of spec §5. */
async function importFromClipboard(userId: string): Promise<void> {
  const text = await readClipboard()
  if (text === null) {
    toast.error(m.clipboard_failed())
    return
  }
  const links = findUrls(text)
  if (links.length === 0) {
    toast.info(m.import_none())
    return
  }
  toast.info(m.import_notice({ n: Math.min(MAX_CLIPBOARD_LINKS, links.length) }))
  if (links.length > MAX_CLIPBOARD_LINKS)
    toast.info(m.import_ignored({ n: links.length - MAX_CLIPBOARD_LINKS }))
  importQueueOf(userId).enqueue(links.slice(0, MAX_CLIPBOARD_LINKS))
}

/** Shown for an empty collection, with three ways to add a video, and below them the way to bring what is saved elsewhere. */
function EmptyState({ onPaste, onImport }: { onPaste: () => void; onImport: () => void }) {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-3">
      <section className="overflow-hidden rounded-3xl bg-surface text-center shadow-card">
        <Awning className="h-6 [--stripe:2rem]" />
        <div className="grid grid-cols-1 justify-items-center gap-4 px-3.5 pt-6 pb-9 sm:px-6 sm:pt-8">
          <EmptyPlate />
          <h2 className="text-3xl">{m.empty_title()}</h2>
          <p className="max-w-prose text-lg text-ink-soft">{m.empty_text()}</p>
          <div className="mt-2 flex w-full flex-col gap-2.5 sm:w-auto sm:flex-row sm:flex-wrap sm:justify-center">
            <Button
              variant="primary"
              size="lg"
              icon={<Link2 aria-hidden className="size-5" />}
              onClick={onPaste}
            >
              {m.empty_paste()}
            </Button>
            <Link href={paths.find} className={buttonClass({ size: 'lg' })}>
              <LocateFixed aria-hidden className="size-5" />
              {m.empty_nearby()}
            </Link>
            <Button
              size="lg"
              icon={<ClipboardList aria-hidden className="size-5" />}
              onClick={onImport}
              className="px-3 sm:px-6"
            >
              {m.empty_import()}
            </Button>
          </div>
          <p className="max-w-prose text-sm text-ink-soft">{m.empty_tip()}</p>
        </div>
      </section>
      <Link href={paths.imports} className={cx(buttonClass({ variant: 'quiet' }), 'whitespace-normal!')}>
        <FileUp aria-hidden className="size-5" />
        {m.imports_open()}
      </Link>
    </div>
  )
}

/** A drawing of an empty plate. */
function EmptyPlate() {
  return (
    <svg aria-hidden viewBox="0 0 160 92" className="hidden w-40 sm:block">
      <ellipse cx="80" cy="62" rx="76" ry="26" className="fill-maiz-soft" />
      <ellipse cx="80" cy="58" rx="76" ry="26" className="fill-surface stroke-talavera" strokeWidth="3" />
      <ellipse cx="80" cy="57" rx="50" ry="15" className="fill-sunk stroke-talavera" strokeDasharray="3 5" />
      <path
        d="M62 22c-5-6 5-9 0-16M80 20c-5-6 5-9 0-16M98 22c-5-6 5-9 0-16"
        className="fill-none stroke-line-strong"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
