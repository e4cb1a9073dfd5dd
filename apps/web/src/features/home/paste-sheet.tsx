import { startsWithLink } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { ClipboardPaste, Link2, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { warmUp } from '../add-video/api.ts'
import { usePasteLink } from './use-paste-link.ts'
import type { HomeSearch } from './use-home-search.ts'

interface PasteButtonProps {
  readonly search: HomeSearch
  readonly adding: boolean
  readonly onAdd: (text: string) => void
  readonly onSearch: () => void
}

/** The floating button of small screens and its sheet; both within the thumb's reach. */
export function PasteButton(props: PasteButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          warmUp()
          setOpen(true)
        }}
        className="fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 inline-flex min-h-14 items-center gap-2 rounded-full bg-chile px-5 font-bold text-chile-ink shadow-pop active:scale-[0.98] md:hidden"
      >
        <Link2 aria-hidden className="size-5" />
        {m.fab_paste()}
      </button>
      {open ? <PasteSheet {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function PasteSheet({
  search,
  adding,
  onAdd,
  onSearch,
  onClose,
}: PasteButtonProps & { onClose: () => void }) {
  const { draft, setDraft } = search
  const isLink = startsWithLink(draft)
  const add = () => {
    onAdd(draft.trim())
    setDraft('')
    onClose()
  }
  return (
    <Dialog title={m.sheet_title()} shape="sheet" onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isLink) return adding ? undefined : add()
          onSearch()
          return onClose()
        }}
      >
        <SheetField search={search} isLink={isLink} />
        <div className="grid grid-cols-2 gap-2">
          <Button type="submit" size="lg" icon={<Search aria-hidden className="size-5" />}>
            {m.search_submit()}
          </Button>
          <Button
            variant="primary"
            size="lg"
            disabled={!isLink}
            busy={adding}
            icon={<Plus aria-hidden className="size-5" />}
            onClick={add}
          >
            {adding ? m.search_adding() : m.sheet_add()}
          </Button>
        </div>
      </form>
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
      placeholder={m.search_placeholder()}
      value={search.draft}
      onChange={(event) => search.setDraft(event.target.value)}
      trailing={
        <IconButton label={m.search_paste()} onClick={() => void paste()}>
          <ClipboardPaste aria-hidden />
        </IconButton>
      }
    />
  )
}
