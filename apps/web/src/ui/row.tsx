import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '../lib/view/cx.ts'

interface RowsProps {
  /** `maiz` is for what should be seen first. */
  readonly tone?: 'plain' | 'maiz'
  readonly className?: string
  readonly children: ReactNode
}

/** A card of rows, with a line between them. */
export function Rows({ tone = 'plain', className, children }: RowsProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-hidden rounded-3xl shadow-card contrast:border contrast:border-line',
        tone === 'maiz' ? 'bg-maiz-soft' : 'bg-surface',
        className,
      )}
    >
      {children}
    </div>
  )
}

interface RowContent {
  readonly icon: ReactNode
  readonly label: string
  /** A second, quieter line. */
  readonly text?: string
  readonly danger?: boolean
}

interface RowProps extends RowContent {
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** A row that does something. */
export function Row({ disabled, onClick, ...content }: RowProps) {
  const { described, children, className } = useRow(content)
  return (
    <button type="button" disabled={disabled} onClick={onClick} className={className} {...described}>
      {children}
    </button>
  )
}

interface RowLinkProps extends RowContent {
  readonly href: string
}

/** A row that leads to another screen. */
export function RowLink({ href, ...content }: RowLinkProps) {
  const { described, children, className } = useRow(content)
  return (
    <Link href={href} className={className} {...described}>
      {children}
    </Link>
  )
}

function useRow({ icon, label, text, danger = false }: RowContent) {
  const id = useId()
  return {
    described: {
      'aria-labelledby': id,
      'aria-describedby': text === undefined ? undefined : `${id}-text`,
    },
    className: cx(
      'flex min-h-14 w-full items-center gap-3.5 px-5 py-2 text-left no-underline hover:bg-ink/5 focus-visible:-outline-offset-3 disabled:text-ink-soft [&_svg]:size-5 [&_svg]:shrink-0',
      danger && 'text-chile-text',
    ),
    children: (
      <>
        <span aria-hidden>{icon}</span>
        <span className="min-w-0">
          <span id={id} className="block font-semibold">
            {label}
          </span>
          {text === undefined ? null : (
            <span id={`${id}-text`} className="block text-sm text-ink-soft">
              {text}
            </span>
          )}
        </span>
      </>
    ),
  }
}
