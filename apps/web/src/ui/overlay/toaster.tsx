import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { m } from '@antojo/i18n/messages'
import { cx } from '../../lib/view/cx.ts'
import { toast, useToasts, type Toast } from '../../lib/view/toasts.ts'

const looks = {
  success: { Icon: CircleCheck, tint: 'text-cilantro-text' },
  error: { Icon: CircleAlert, tint: 'text-chile-text' },
  info: { Icon: Info, tint: 'text-talavera-text' },
} as const

/**
 * The notices at the bottom right, announced by screen readers. On a phone one after the other, above the tab bar, or at the top
 * while a sheet or the comparison bar is at the bottom.
 */
export function Toaster() {
  const toasts = useToasts()
  const layer = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  const isPhone = matchMedia('(width <= 768px)').matches
  const host = useTopDialog()
  useEffect(() => {
    // Shown again with each notice, so that it is above a dialog that opened in between.
    // A dialog that closes takes the layer with it: the next host shows it.
    if (!layer.current?.isConnected) return
    layer.current.style.top = isPhone && host ? belowFields(host) : ''
    layer.current.hidePopover()
    if (newest !== undefined) layer.current.showPopover()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a notice that moved to another host is shown there
  }, [newest, host, isPhone])
  return createPortal(
    <section
      ref={layer}
      popover="manual"
      data-notices
      aria-label={m.notices()}
      className="@container pointer-events-none fixed inset-x-3 top-auto z-50 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] m-0 w-auto justify-items-end gap-2 overflow-visible border-0 bg-transparent p-0 open:grid max-md:in-[:has(dialog[open],[data-bottom-bar])]:top-[calc(0.5rem+env(safe-area-inset-top))] max-md:in-[:has(dialog[open],[data-bottom-bar])]:bottom-auto md:right-6 md:bottom-6 md:left-auto md:w-96"
    >
      {toasts.slice(0, isPhone ? 1 : undefined).map((item) => (
        <ToastCard key={item.id} item={item} isWaitedFor={isPhone && toasts.length > 1} />
      ))}
    </section>,
    host ?? document.body,
  )
}

/** Below the title and the fields in the upper half of a sheet, which may still move; else where the style has it. */
function belowFields(dialog: HTMLDialogElement): string {
  const by = dialog.offsetTop - dialog.getBoundingClientRect().top
  const parts = [...dialog.querySelectorAll(':has(>[data-dialog-title]),input,textarea')]
  const bottoms = parts.map((part) => part.getBoundingClientRect().bottom + by)
  const lowest = Math.max(0, ...bottoms.filter((bottom) => bottom < innerHeight / 2))
  return lowest ? `${lowest}px` : ''
}

/** The open dialog on top, if any. It makes the rest of the page inert, so a notice with a button has to be inside it. */
function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (changed) => {
      const watch = new MutationObserver(changed)
      watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
      return () => watch.disconnect()
    },
    () => [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? null,
  )
}

/** A notice that another one waits for is short, unless there is something to press. */
const WAITED_FOR_MS = 1500

function ToastCard({ item, isWaitedFor }: { item: Toast; isWaitedFor: boolean }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // A pointer that happens to rest there must not keep the next notice from being seen.
    if (held && !isWaitedFor) return undefined
    const duration = isWaitedFor && !item.action ? WAITED_FOR_MS : item.duration
    const timer = setTimeout(() => toast.dismiss(item.id), duration)
    return () => clearTimeout(timer)
  }, [held, item, isWaitedFor])
  const { Icon, tint } = looks[item.type]
  return (
    <div
      role={item.type === 'error' ? 'alert' : 'status'}
      data-toast={item.type}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full animate-rise items-center gap-3 rounded-2xl border border-line bg-surface py-1.5 pr-1.5 pl-4 text-ink shadow-pop"
    >
      <Icon aria-hidden className={cx('hidden size-5 shrink-0 @2xs:block', tint)} />
      <div className="grid min-w-0 grow py-2 text-sm">
        <p className="font-medium">{item.text}</p>
        {item.detail === undefined ? null : <p className="truncate text-ink-soft">{item.detail}</p>}
      </div>
      {item.action ? (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-lg px-2 text-sm font-bold text-chile-text hover:bg-sunk"
          onClick={() => {
            toast.dismiss(item.id)
            item.action?.run()
          }}
        >
          {item.action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={m.notice_close()}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunk"
        onClick={() => toast.dismiss(item.id)}
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
