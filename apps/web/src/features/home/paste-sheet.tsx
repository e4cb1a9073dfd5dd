import { findUrls } from '@antojo/domain/links/find-urls'
import { hasLink } from '@antojo/domain/links/link-start'
import { m } from '@antojo/i18n/messages'
import { ClipboardPaste, Plus, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServices } from '../../lib/services.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { SearchForm } from '../../ui/form/search-form.tsx'
import { TextField } from '../../ui/form/form.tsx'
import type { SearchPanelProps } from './search-panel.tsx'
import { newClipboardLink } from './use-clipboard-link.ts'
import { warmUp } from '../add-video/api.ts'
import { pasteLines, usePasteLink } from './use-paste-link.ts'
import type { HomeSearch } from './use-home-search.ts'

/** The text box of the search panel in a sheet, for small screens. */
export function PasteSheet({
  search,
  adding,
  onAdd,
  onSearch,
  onClose,
}: SearchPanelProps & { onClose: () => void }) {
  const { draft } = search
  const isLink = hasLink(draft)
  const copied = useCopiedLink()
  // With an empty field, the link on the clipboard is what the button adds.
  const toAdd = isLink ? draft.trim() : draft.trim() === '' ? copied : null
  useEffect(warmUp, [])
  const add = () => {
    if (toAdd === null) return
    onAdd(toAdd)
    search.setDraft('')
    onClose()
  }
  return (
    <Dialog title={m.sheet_title()} shape="sheet" onClose={onClose}>
      <SearchForm
        className="grid grid-cols-1 gap-3"
        onSearch={() => {
          if (isLink) return adding ? undefined : add()
          onSearch()
          return onClose()
        }}
      >
        <SheetField search={search} isLink={isLink} />
        {copied !== null && draft.trim() === '' ? <ClipboardOffer link={copied} /> : null}
        <div className="grid grid-cols-2 gap-2">
          <Button type="submit" icon={<Search aria-hidden className="size-5" />}>
            {m.search_submit()}
          </Button>
          <Button
            variant="primary"
            disabled={toAdd === null}
            busy={adding}
            icon={<Plus aria-hidden className="size-5" />}
            onClick={add}
          >
            {adding ? m.search_adding() : m.sheet_add()}
          </Button>
        </div>
      </SearchForm>
    </Dialog>
  )
}

function SheetField({ search, isLink }: { search: HomeSearch; isLink: boolean }) {
  const paste = usePasteLink(search.setDraft)
  return (
    <TextField
      label={m.search_label()}
      hideLabel
      data-autofocus
      inputMode="url"
      enterKeyHint={isLink ? 'send' : 'search'}
      autoComplete="off"
      autoCapitalize="none"
      placeholder={m.sheet_placeholder()}
      value={search.draft}
      onChange={(event) => search.setDraft(event.target.value)}
      onPaste={(event) => pasteLines(event, search.setDraft)}
      trailing={
        <IconButton label={m.search_paste()} onClick={() => void paste()}>
          <ClipboardPaste aria-hidden />
        </IconButton>
      }
    />
  )
}

/** The text with a link on the clipboard; null when there is none, and until it is read. */
function useCopiedLink(): string | null {
  const { request } = useServices()
  const [link, setLink] = useState<string | null>(null)
  useEffect(() => {
    void newClipboardLink(request).then(setLink)
  }, [request])
  return link
}

/** Shows the link on the clipboard, which the button below adds. */
function ClipboardOffer({ link }: { link: string }) {
  return (
    <p className="grid gap-0.5 rounded-xl bg-maiz-soft px-4 py-2">
      <span className="text-xs font-semibold text-ink-soft">{m.sheet_offer()}</span>
      <span className="truncate text-sm font-semibold">{findUrls(link).join(' ')}</span>
    </p>
  )
}
