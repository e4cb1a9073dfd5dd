import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../lib/view/cx.ts'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** The button's name; also its tooltip. */
  readonly label: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
  readonly tone?: 'plain' | 'photo' | 'surface'
}

const TONES = {
  plain: 'text-ink hover:bg-sunk',
  photo: 'bg-surface/92 text-ink shadow-sm hover:bg-surface',
  surface: 'border border-line bg-surface text-ink hover:bg-sunk',
} as const

export function IconButton({ label, tone = 'plain', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-10 shrink-0 place-items-center rounded-full transition-[background-color,transform] duration-150 active:scale-95 touch:size-11 [&_svg]:size-5',
        TONES[tone],
        className,
      )}
    >
      {children}
    </button>
  )
}
