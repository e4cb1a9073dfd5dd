import { X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { m } from '@antojo/i18n/messages'
import { useHasPanel } from '../../lib/navigation/overlay.ts'
import { afterFirstPaint } from '../../lib/view/after-first-paint.ts'
import { cx } from '../../lib/view/cx.ts'
import { useIsDesk } from '../../lib/view/use-columns.ts'
import { IconButton } from '../button.tsx'
import { useDrag } from './use-drag.ts'
import { HeldCountProvider, useLeaveGuard } from './leave-guard.ts'
import './panel.css'

export interface DialogProps {
  readonly title: string
  /** Hides the title visually, for dialogs whose content shows it. */
  readonly hideTitle?: boolean
  readonly onClose: () => void
  /** Off where an accidental press would skip a decision (spec-notes). Typed text is asked about in any case. */
  readonly closeOnBackdrop?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  /**
   * `sheet` rises from the bottom and can be dragged down; above 768 px, it is a window. `panel` is a sheet that, when the
   * address names it, stands beside the page from 64 rem on: the page stays in use, and makes room by the address.
   */
  readonly shape?: keyof typeof SHAPES
  readonly size?: 'sm' | 'md' | 'lg'
  readonly children: ReactNode
  readonly footer?: ReactNode
}

const SHEET =
  'bottom-(--keyboard,0px) mt-auto mx-auto mb-0 md:my-auto rounded-t-3xl md:rounded-3xl animate-sheet md:animate-rise max-h-[calc(100dvh-var(--keyboard,0px)-2.5rem)] w-full md:w-[calc(100%-2rem)]'

const SHAPES = {
  window: 'm-auto rounded-3xl animate-rise max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)]',
  sheet: SHEET,
  panel: SHEET,
  side: 'ml-auto mr-0 my-0 h-dvh max-h-dvh w-full rounded-l-3xl animate-fade',
} as const

const SIZES = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' } as const

/**
 * A modal dialog, based on `<dialog>`: top layer, inert page, and the focus returns to where it was. It asks before it closes
 * over a form with unsent text.
 */
export function Dialog(props: DialogProps) {
  const { onClose, closeOnBackdrop = true, role = 'dialog', shape = 'window' } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { leave, change } = useLeaveGuard(onClose)
  const isSheet = shape === 'sheet' || shape === 'panel'
  const drag = useDragToClose(leave, isSheet)
  const hasRoom = useIsDesk()
  const hasAddress = useHasPanel()
  const isPanel = shape === 'panel' && hasRoom && hasAddress
  useShown(ref, leave, isPanel)
  useKeyboardHeight(ref)

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={id}
      data-panel={isPanel || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Tab' && !isPanel) keepTabInside(event)
        if (event.key === 'Escape') leaveByKey(event, leave)
      }}
      onPointerDown={(event) => {
        if (closeOnBackdrop && event.target === event.currentTarget) leave()
      }}
      className={cx(
        // Clipped, not hidden: what scrolls inside must never scroll the frame itself.
        'overflow-clip bg-paper p-0 text-ink shadow-pop backdrop:bg-scrim backdrop:animate-fade contrast:border-2 contrast:border-line',
        SHAPES[shape],
        shape === 'side' ? 'max-w-md' : SIZES[props.size ?? (shape === 'panel' ? 'md' : 'sm')],
      )}
    >
      <Frame {...props} id={id} drag={isSheet ? drag : null} onClose={leave} onHeld={change} />
    </dialog>
  )
}

interface FrameProps extends DialogProps {
  readonly id: string
  /** Handlers of a sheet that can be dragged. */
  readonly drag: ReturnType<typeof useDragToClose> | null
  readonly onHeld: ReturnType<typeof useLeaveGuard>['change']
}

/** Handle, header, the content, which scrolls, and footer. */
function Frame({ id, title, hideTitle = false, drag, onClose, onHeld, children, footer }: FrameProps) {
  return (
    <div className="flex max-h-[inherit] flex-col">
      {drag ? (
        <div {...drag} className="grid touch-none place-items-center pt-2.5 pb-1 md:hidden">
          <span className="h-1.5 w-11 rounded-full bg-line-strong/60" />
        </div>
      ) : null}
      <DialogHeader id={id} title={title} hideTitle={hideTitle} onClose={onClose} handlers={drag ?? {}} />
      <div
        className={cx(
          '@container grow overflow-y-auto overscroll-contain',
          hideTitle ? '' : 'px-5 pt-1 pb-5',
        )}
      >
        <HeldCountProvider value={onHeld}>{children}</HeldCountProvider>
      </div>
      {footer ? (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      ) : null}
    </div>
  )
}

interface DialogHeaderProps {
  readonly id: string
  readonly title: string
  readonly hideTitle: boolean
  readonly onClose: () => void
  readonly handlers: ReturnType<typeof useDragToClose>
}

function DialogHeader({ id, title, hideTitle, onClose, handlers }: DialogHeaderProps) {
  return (
    <header
      {...handlers}
      className={cx(
        'flex items-center justify-between gap-3 pt-3 pr-3 pb-2 pl-5',
        hideTitle && 'absolute top-0 right-0 z-10 p-2',
      )}
    >
      <h2 id={id} tabIndex={-1} data-dialog-title className={hideTitle ? 'sr-only' : 'text-xl'}>
        {title}
      </h2>
      <IconButton label={m.close()} tone={hideTitle ? 'photo' : 'plain'} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </header>
  )
}

/** Shows the dialog: modal, or as a panel beside a page that stays in use. */
function useShown(ref: RefObject<HTMLDialogElement | null>, leave: () => void, isPanel: boolean) {
  const cancelled = useEffectEvent((event: Event) => {
    event.preventDefault()
    leave()
  })
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const show = () => (isPanel ? dialog.show() : dialog.showModal())
    const leaveFromPage = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape' && isPanel && !hasLayerAbove(event))
        cancelled(event)
    }
    const cancel = (event: Event) => cancelled(event)
    // A browser that was refused once closes the dialog at the next Escape without an event to refuse.
    const closed = (event: Event) => {
      if (dialog.open || event.target !== dialog) return
      show()
      cancelled(event)
    }
    const trigger = document.activeElement
    // Where the cards made room first, the pressed one has lost the focus already.
    const video = new URLSearchParams(location.search).get('video') ?? ''
    show()
    // React runs the effects of a dialog inside this one first, but the inner dialog has to be on top.
    const inner = [...dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')]
    for (const each of inner) {
      each.close()
      each.showModal()
    }
    const top = inner.at(-1) ?? dialog
    const first =
      top.querySelector<HTMLElement>('[data-autofocus]') ??
      top.querySelector<HTMLElement>('[data-dialog-title]')
    first?.focus({ preventScroll: true })
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('close', closed)
    document.addEventListener('keydown', leaveFromPage)
    return () => {
      document.removeEventListener('keydown', leaveFromPage)
      dialog.removeEventListener('cancel', cancel)
      dialog.removeEventListener('close', closed)
      dialog.close()
      if (!(trigger instanceof HTMLElement)) return
      trigger.focus({ preventScroll: true })
      void returnFocus(trigger, video)
    }
  }, [ref, isPanel])
}

/** Frames until cards that were in other rows beside the panel are back. */
const MAX_FRAMES = 20

/** Again once the page is drawn: going back in a page with a fragment, and cards in other rows, lose the focus. */
async function returnFocus(trigger: HTMLElement, video: string): Promise<void> {
  for (let frame = 0; frame < MAX_FRAMES; frame += 1) {
    await afterFirstPaint()
    if (document.activeElement !== document.body) return
    const card = document.querySelector<HTMLElement>(`[data-video="${CSS.escape(video)}"] h2 button`)
    ;(trigger.isConnected && trigger !== document.body ? trigger : card)?.focus({ preventScroll: true })
  }
}

/** Whether the key belongs to a window over the panel; a menu keeps the key to itself. */
function hasLayerAbove(event: Event): boolean {
  return event.defaultPrevented || document.querySelector('dialog:modal') !== null
}

/** Safari lays the keyboard over the page; a sheet rises above it. Other browsers make the page smaller. */
function useKeyboardHeight(ref: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    const follow = () => {
      // A page that is zoomed in shows a part of it, too.
      const covered = view.scale === 1 ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0
      ref.current?.style.setProperty('--keyboard', `${Math.round(covered)}px`)
    }
    view.addEventListener('resize', follow)
    view.addEventListener('scroll', follow)
    return () => {
      view.removeEventListener('resize', follow)
      view.removeEventListener('scroll', follow)
    }
  }, [ref])
}

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),iframe,summary,[tabindex="0"]'

/** Chrome by itself would close the dialog below as well. */
function leaveByKey(event: KeyboardEvent, leave: () => void): void {
  event.preventDefault()
  event.stopPropagation()
  leave()
}

/** Keeps the Tab key inside the dialog, away from the browser's own buttons (spec §4). */
function keepTabInside(event: KeyboardEvent<HTMLDialogElement>) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  )
  const first = stops.at(0)
  const last = stops.at(-1)
  const at = document.activeElement
  const leaving = event.shiftKey ? at === first || at?.matches('[data-dialog-title]') === true : at === last
  if (!leaving) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

/** A sheet closes after a drag of this distance. */
const MIN_CLOSE_DISTANCE_PX = 110

/** Handlers for the handle of a sheet, which follows the finger down, and back up when the sheet does not close. */
function useDragToClose(leave: () => boolean, enabled: boolean): Partial<ReturnType<typeof useDrag>> {
  const drag = useDrag(moveSheet, (handle, distance, isFast) => {
    const isFarEnough = distance > MIN_CLOSE_DISTANCE_PX || (distance > 0 && isFast)
    if (!isFarEnough || !leave()) moveSheet(handle, 0)
  })
  return enabled ? drag : {}
}

function moveSheet(handle: HTMLElement, offset: number) {
  const sheet = handle.closest('dialog')
  if (sheet) sheet.style.transform = offset > 0 ? `translateY(${offset}px)` : ''
}
