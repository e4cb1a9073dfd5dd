import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { m } from '@antojo/i18n/messages'
import { useHasPanel } from '../lib/navigation/overlay.ts'
import { cx } from '../lib/view/cx.ts'
import { Skeleton } from '../ui/skeleton.tsx'

interface PageProps {
  /** The screen's heading and the window's title. */
  readonly title: string
  /** Keeps the heading for screen readers only. */
  readonly hideTitle?: boolean
  /** `text` is one narrow column, `page` leaves margins on wide screens. */
  readonly width?: 'text' | 'page' | 'wide'
  /** Shown beside the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export interface Visit {
  /** True for the screen that the document opened with. */
  readonly isFirst: boolean
}

/** The current visit; the value changes when the person goes to another screen. */
export const VisitContext = createContext<Visit>({ isFirst: true })

/** A screen: one `main`, and one `h1` that receives the focus on arrival, so that screen readers announce it. */
export function Page({ title, hideTitle, width = 'wide', actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { isFirst } = use(VisitContext)
  useEffect(() => {
    document.title = m.app_title({ page: title })
  }, [title])
  useEffect(() => {
    // Screen readers announce a new document without help.
    if (isFirst) return
    const holdsFocus = document.activeElement?.closest('main, dialog') !== null
    if (!holdsFocus) heading.current?.focus({ preventScroll: true })
  }, [isFirst])
  useEffect(() => {
    // A pressed button that is gone, as that of a notice, would leave the focus to the whole page.
    const catchFocus = ({ target }: Event) =>
      setTimeout(() => {
        if (target instanceof Node && !target.isConnected && document.activeElement === document.body)
          (document.querySelector<HTMLElement>('dialog:modal') ?? heading.current)?.focus({
            preventScroll: true,
          })
      })
    addEventListener('click', catchFocus)
    return () => removeEventListener('click', catchFocus)
  }, [])
  return (
    <main
      id="content"
      data-panel={useHasPanel() || undefined}
      className={cx(
        'mx-auto w-full px-4 pt-4 pb-32 md:px-6 md:pt-6 md:pb-16',
        width === 'text'
          ? 'grid max-w-2xl justify-items-start gap-5'
          : width === 'page'
            ? 'max-w-5xl'
            : // A grid of cards fills the window, as it does beside a map or a panel.
              !hideTitle && 'max-w-screen-2xl',
      )}
    >
      <div className={hideTitle ? 'contents' : 'flex w-full flex-wrap items-center justify-between gap-3'}>
        <h1 ref={heading} tabIndex={-1} className={hideTitle ? 'sr-only' : 'text-3xl'}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </main>
  )
}

/** Shown while the code of a screen loads. */
export function PageSkeleton() {
  return (
    <main id="content" aria-busy className="mx-auto w-full max-w-screen-2xl px-4 pt-6">
      <h1 className="sr-only">{m.loading()}</h1>
      <div aria-hidden className="grid gap-4">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-40 w-full rounded-3xl" />
        <Skeleton className="h-40 w-full rounded-3xl" />
      </div>
    </main>
  )
}
