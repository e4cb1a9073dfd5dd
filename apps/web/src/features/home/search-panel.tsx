import { hasLink } from '@antojo/domain/links/link-start'
import { m } from '@antojo/i18n/messages'
import { ClipboardPaste, Plus, Search, SlidersHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SearchForm } from '../../ui/form/search-form.tsx'
import { warmUp } from '../add-video/api.ts'
import { pasteLines, usePasteLink } from './use-paste-link.ts'
import type { HomeSearch } from './use-home-search.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const Filters = lateComponent(() => import('./filters.tsx'), 'Filters')
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
  const isLink = hasLink(search.draft)
  const add = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onAdd(search.draft.trim())
    search.setDraft('')
  }
  return (
    <search
      aria-label={m.search_panel()}
      data-filled={search.draft !== '' || undefined}
      className={cx(
        'group z-20 -mx-4 bg-paper px-4 pb-2 md:@container md:mx-0 md:px-0 md:pb-3',
        filtersOpen ? 'relative' : 'sticky top-0 desk:static',
      )}
    >
      <SearchForm
        className="rounded-[1.75rem] border border-line bg-surface p-1 shadow-card has-[input[type=text]:focus-visible]:outline-3 has-[input[type=text]:focus-visible]:outline-talavera-text md:p-1.5"
        onSearch={() => {
          if (!isLink) onSearch()
          else if (!adding) add()
        }}
      >
        <div className="group/row flex flex-wrap items-center gap-x-1">
          <SearchBox search={search} isLink={isLink} />
          <span aria-hidden className="h-6 w-px bg-line desk:@max-xl:hidden" />
          <Button
            variant="quiet"
            aria-expanded={filtersOpen}
            aria-controls={filtersId}
            icon={<SlidersHorizontal aria-hidden className="size-5" />}
            onClick={() => setFiltersOpen(!filtersOpen)}
            className="rounded-full! px-3!"
          >
            <span className="phone:sr-only">{m.search_filters()}</span>
          </Button>
          <Buttons
            isLink={isLink}
            isWords={!isLink && search.draft.trim() !== ''}
            adding={adding}
            onAdd={add}
          />
        </div>
        {filtersOpen || search.active ? (
          <Filters id={filtersId} isOpen={filtersOpen} search={search} />
        ) : null}
      </SearchForm>
    </search>
  )
}

interface ButtonsProps {
  readonly isLink: boolean
  readonly isWords: boolean
  readonly adding: boolean
  readonly onAdd: () => void
}

/**
 * Search and add; the one that fits the text is the main one. On phones they show while the field has the focus or holds
 * text, and leave late, so that a press on them counts.
 */
function Buttons({ isLink, isWords, adding, onAdd }: ButtonsProps) {
  return (
    <div className="ml-auto phone:invisible phone:grid phone:basis-full phone:grid-rows-[0fr] phone:transition-[grid-template-rows,visibility] phone:delay-150 phone:group-has-[[inputmode=search]:focus]/row:visible phone:focus-within:visible phone:group-has-[[inputmode=search]:focus]/row:grid-rows-[1fr] phone:focus-within:grid-rows-[1fr] phone:group-data-filled:visible phone:group-data-filled:grid-rows-[1fr]">
      <div className="flex min-h-0 gap-2 phone:overflow-hidden phone:px-1 desk:gap-1.5">
        <Button
          type="submit"
          {...(isWords && { variant: 'primary' })}
          className="rounded-full! phone:my-1.5 phone:grow"
        >
          {m.search_submit()}
        </Button>
        <Button
          {...(!isWords && { variant: 'primary' })}
          busy={adding}
          disabled={!isLink}
          icon={<Plus aria-hidden className="size-5" />}
          onClick={onAdd}
          className="rounded-full! phone:my-1.5 phone:grow"
        >
          {adding ? m.search_adding() : m.search_add()}
        </Button>
      </div>
    </div>
  )
}

/** The text box with buttons to clear and paste. */
function SearchBox({ search, isLink }: { search: HomeSearch; isLink: boolean }) {
  const paste = usePasteLink(search.setDraft)
  return (
    <div className="flex min-w-[min(100%,14rem)] flex-1 items-center desk:@max-xl:basis-full">
      <Search aria-hidden className="ml-3 size-5 shrink-0 text-ink-soft" />
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
        className="min-h-11 min-w-0 flex-1 bg-transparent px-2.5 text-base text-ellipsis outline-none!"
      />
      {search.draft === '' ? null : (
        <IconButton label={m.search_clear()} onClick={() => search.setDraft('')}>
          <X aria-hidden />
        </IconButton>
      )}
      <IconButton label={m.search_paste()} onClick={() => void paste()}>
        <ClipboardPaste aria-hidden />
      </IconButton>
    </div>
  )
}
