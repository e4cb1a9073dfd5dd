import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { ClipboardPaste, Plus, Search, SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { Button } from '../../ui/button.tsx'
import { SearchForm } from '../../ui/form/search-form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { warmUp } from '../add-video/api.ts'
import { pasteLines, usePasteLink } from './use-paste-link.ts'
import type { HomeSearch } from './use-home-search.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const Filters = lazyComponent(
  () => import('./filters.tsx'),
  (code) => code.Filters,
)
export interface SearchPanelProps {
  readonly search: HomeSearch
  readonly adding: boolean
  readonly onAdd: (text: string) => void
  readonly onSearch: () => void
}

/** One text box for links and searches: a text with a link is added, any other text is searched. */
export function SearchPanel({ search, adding, onAdd, onSearch }: SearchPanelProps) {
  const [filtersOpen, setFiltersOpen] = useState(false)
  const filtersId = useId()
  const isLink = findUrls(search.draft).length > 0
  const add = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onAdd(search.draft.trim())
    search.setDraft('')
  }
  return (
    <search aria-label={m.search_panel()}>
      <SearchForm
        className="mb-5 rounded-3xl bg-surface p-3 shadow-card md:p-4"
        onSearch={() => {
          if (!isLink) onSearch()
          else if (!adding) add()
        }}
      >
        <div className="flex flex-wrap gap-2">
          <SearchBox search={search} isLink={isLink} />
          <div className="flex grow flex-wrap gap-2 sm:grow-0">
            <Button
              aria-expanded={filtersOpen}
              aria-controls={filtersId}
              icon={<SlidersHorizontal aria-hidden className="size-4.5" />}
              onClick={() => setFiltersOpen(!filtersOpen)}
              className="min-h-12 grow px-2.5 sm:px-4"
            >
              {m.search_filters()}
            </Button>
            <Button type="submit" className="min-h-12 grow px-2.5 sm:px-4">
              {m.search_submit()}
            </Button>
            <Button
              variant="primary"
              busy={adding}
              disabled={!isLink}
              icon={<Plus aria-hidden className="hidden size-5 sm:block" />}
              onClick={add}
              className="min-h-12 grow px-2.5 sm:px-4"
            >
              {adding ? m.search_adding() : m.search_add()}
            </Button>
          </div>
        </div>
        <Suspense fallback={null}>
          {filtersOpen || search.active ? (
            <Filters id={filtersId} isOpen={filtersOpen} search={search} />
          ) : null}
        </Suspense>
      </SearchForm>
    </search>
  )
}

/** The text box with buttons to clear and paste. */
function SearchBox({ search, isLink }: { search: HomeSearch; isLink: boolean }) {
  const paste = usePasteLink(search.setDraft)
  return (
    <div className="relative min-w-0 grow basis-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="text"
        inputMode="search"
        enterKeyHint={isLink ? 'send' : 'search'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={m.search_label()}
        placeholder={m.search_placeholder()}
        value={search.draft}
        onFocus={warmUp}
        onPaste={(event) => pasteLines(event, search.setDraft)}
        onChange={(event) => search.setDraft(event.target.value)}
        className={cx(
          'min-h-12 w-full rounded-2xl border border-line-strong bg-paper pl-11 text-base text-ellipsis',
          search.draft === '' ? 'pr-13' : 'pr-24',
        )}
      />
      <div className="absolute inset-y-0 right-1 flex items-center">
        {search.draft === '' ? null : (
          <IconButton label={m.search_clear()} onClick={() => search.setDraft('')}>
            <X aria-hidden />
          </IconButton>
        )}
        <IconButton label={m.search_paste()} onClick={() => void paste()}>
          <ClipboardPaste aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
