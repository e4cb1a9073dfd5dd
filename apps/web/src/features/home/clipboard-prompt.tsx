import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { ClipboardCheck } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface ClipboardPromptProps {
  /** A text with a link. */
  readonly link: string
  readonly onAdd: () => void
  readonly onDismiss: () => void
}

/** Offers to add the video link on the clipboard. It lies over the page, so that nothing moves under the finger. */
export function ClipboardPrompt({ link, onAdd, onDismiss }: ClipboardPromptProps) {
  return (
    <section
      aria-label={m.clipboard_prompt()}
      data-bottom-bar
      className="fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-30 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-maiz-soft py-2.5 pr-3 pl-4 shadow-pop md:right-auto md:bottom-6 md:left-6 md:w-[min(42rem,100%-28rem)]"
    >
      <ClipboardCheck aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0 grow basis-40">
        <p className="font-display text-lg font-bold">{m.clipboard_prompt()}</p>
        <p className="truncate text-sm text-ink-soft">{findUrls(link).join(' ')}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="primary" onClick={onAdd}>
          {m.clipboard_add()}
        </Button>
        <Button variant="quiet" onClick={onDismiss}>
          {m.clipboard_dismiss()}
        </Button>
      </div>
    </section>
  )
}
