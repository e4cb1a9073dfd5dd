import { m } from '@antojo/i18n/messages'
import { useSession } from '../../lib/services.tsx'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { RemovableChip } from '../../ui/form/chip.tsx'
import { activeFilters } from './filters.tsx'
import type { HomeSearch } from './use-home-search.ts'
import { usePasteLink } from './use-paste-link.ts'
import { findUrls } from '@antojo/domain/links/find-urls'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { toast } from '../../lib/view/toasts.ts'
import { importQueueOf } from '../import/api.ts'

/** Shown instead of cards: how to start with an empty collection, or a hint for a search without results. */
export function NoResults({ search, onAdd }: { search: HomeSearch; onAdd: (text: string) => void }) {
  const session = useSession()
  const paste = usePasteLink(onAdd)
  const importLinks = useImportFromClipboard()
  if (!search.active && session) {
    return <EmptyState onPaste={() => void paste()} onImport={() => void importLinks()} />
  }
  const filters = activeFilters(search)
  if (search.applied.open && filters.length === 1)
    return (
      <section className="mx-auto grid max-w-md justify-items-center gap-3 py-8 text-center">
        <h2 className="text-2xl">{m.none_open()}</h2>
        <Button variant="primary" onClick={() => search.change({ open: false })}>
          {m.none_open_all()}
        </Button>
      </section>
    )
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 py-14 text-center">
      <h2 className="text-2xl">{search.active ? m.none_title() : m.empty_title()}</h2>
      <p className="text-ink-soft">{search.active ? m.none_text() : m.empty_text()}</p>
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
          {m.filter_reset()}
        </Button>
      ) : (
        <Link href={paths.home} className={buttonClass({ variant: 'primary' })}>
          {m.page_sign_in()}
        </Link>
      )}
    </section>
  )
}

/** Spec §9. */
const MAX_CLIPBOARD_LINKS = 5

/** Adds the links on the clipboard to the import queue, with the notices of spec §5. */
function useImportFromClipboard(): () => Promise<void> {
  const session = useSession()
  return async () => {
    if (!session) {
      toast.info(m.add_sign_in_first())
      return
    }
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
    importQueueOf(session.user.id).enqueue(links.slice(0, MAX_CLIPBOARD_LINKS))
  }
}
