import { m } from '@antojo/i18n/messages'
import { useSession } from '../../lib/services.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from './empty-state.tsx'
import type { HomeSearch } from './use-home-search.ts'
import { useImportFromClipboard } from './use-import-from-clipboard.ts'
import { usePasteLink } from './use-paste-link.ts'

/** In the place of the cards when there are none: how to begin, or what to look for instead. */
export function NoResults({ search, onAdd }: { search: HomeSearch; onAdd: (text: string) => void }) {
  const session = useSession()
  const paste = usePasteLink(onAdd)
  const importLinks = useImportFromClipboard()
  if (!search.active && session) {
    return <EmptyState onPaste={() => void paste()} onImport={() => void importLinks()} />
  }
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 py-14 text-center">
      <h2 className="text-2xl">{search.active ? m.none_title() : m.empty_title()}</h2>
      <p className="text-ink-soft">{search.active ? m.none_text() : m.empty_text()}</p>
      {search.active ? (
        <Button variant="primary" onClick={search.reset}>
          {m.filter_reset()}
        </Button>
      ) : null}
    </section>
  )
}
