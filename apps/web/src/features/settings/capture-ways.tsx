import { m } from '@antojo/i18n/messages'
import { Bookmark, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/navigation/navigation.ts'
import { copyWithNotice } from '../../lib/view/copy-with-notice.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'

/** How a phone's share menu and a browser's bookmarks save links, with everything to copy filled in. */
export function CaptureWays({ token }: { readonly token: string | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Way title={m.capture_shortcut_title()}>
        <ShortcutSteps token={token} />
      </Way>
      <Way title={m.capture_bookmark_title()}>
        <Bookmarklet />
      </Way>
    </div>
  )
}

function Way({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1 pb-3">{children}</div>
    </details>
  )
}

function ShortcutSteps({ token }: { readonly token: string | null }) {
  const address = `${location.origin}/functions/v1/capture`
  const header = token === null ? null : `Bearer ${token}`
  return (
    <>
      <p className="text-sm text-ink-soft">{m.capture_shortcut_text()}</p>
      <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-4 pl-5">
        <li>
          {m.capture_step_create()}
          <Drawn rows={[['+', 'Antojo']]} />
        </li>
        <li>
          {m.capture_step_share()}
          <Drawn rows={[[m.capture_share_sheet(), '✓']]} />
        </li>
        <li>
          {m.capture_step_address()}
          <Drawn rows={[['URL', address]]} copy={address} />
        </li>
        <li>
          {m.capture_step_header()}
          {header === null ? (
            <p className="mt-1 text-sm font-medium text-chile-text">{m.capture_needs_token()}</p>
          ) : null}
          <Drawn
            rows={[
              [m.capture_method(), 'POST'],
              ['Authorization', header ?? 'Bearer …'],
            ]}
            {...(header !== null && { copy: header })}
          />
        </li>
        <li>
          {m.capture_step_body()}
          <Drawn rows={[['text', m.capture_input()]]} />
        </li>
        <li>{m.capture_step_done()}</li>
      </ol>
    </>
  )
}

interface DrawnProps {
  readonly rows: readonly (readonly [label: string, value: string])[]
  /** The value that a press copies. */
  readonly copy?: string
}

/** A drawing of the part of the screen that a step is about. */
function Drawn({ rows, copy }: DrawnProps) {
  return (
    <div className="mt-2 flex items-center gap-1 rounded-2xl border border-line bg-sunk px-3 py-1">
      <dl className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-1 py-1.5 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-3">
            <dt className="shrink-0 text-ink-soft">{label}</dt>
            <dd className="ml-auto truncate font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {copy === undefined ? null : (
        <IconButton
          label={m.capture_copy({ value: copy })}
          onClick={() => void copyWithNotice(copy, m.capture_copied())}
        >
          <Copy aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function Bookmarklet() {
  const code = bookmarkletOf(location.origin)
  return (
    <>
      <p className="text-sm text-ink-soft">{m.capture_bookmark_text()}</p>
      <div className="flex flex-wrap items-center gap-2">
        <a
          ref={(link) => (link ? asBookmarklet(link, code) : undefined)}
          href={paths.home}
          draggable
          className="inline-flex min-h-11 items-center gap-2 rounded-xl border border-line-strong px-4 font-semibold"
        >
          <Bookmark aria-hidden className="size-5" />
          {m.capture_bookmark_name()}
        </a>
        <Button onClick={() => void copyWithNotice(code, m.capture_copied())}>
          {m.capture_bookmark_copy()}
        </Button>
      </div>
    </>
  )
}

/** React refuses such an address, and the policy of this page does not run it: the link is there to be dragged. */
function asBookmarklet(link: HTMLAnchorElement, code: string): () => void {
  link.setAttribute('href', code)
  link.addEventListener('click', sayHow)
  return () => link.removeEventListener('click', sayHow)
}

function sayHow(event: Event): void {
  event.preventDefault()
  toast.info(m.capture_bookmark_drag())
}

/**
 * Opens the first screen with the page's title and address, which no policy of the page can forbid; where it forbids a new
 * window, it shows the address to copy.
 */
function bookmarkletOf(origin: string): string {
  const first = JSON.stringify(`${origin}${paths.home}?add=`)
  const question = JSON.stringify(m.capture_bookmark_blocked())
  const code = `(()=>{const u=${first}+encodeURIComponent(document.title.slice(0,300)+' '+location.href);if(!window.open(u,'_blank'))prompt(${question},u)})()`
  return `javascript:${encodeURIComponent(code)}`
}
