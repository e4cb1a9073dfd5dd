import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../lib/view/cx.ts'

const VARIANTS = {
  /** The main action of a screen. */
  primary:
    'bg-chile text-chile-ink hover:bg-chile-deep disabled:bg-sunk disabled:text-ink-soft shadow-sm disabled:shadow-none',
  tonal: 'bg-maiz-soft text-ink hover:bg-maiz hover:text-maiz-ink disabled:bg-sunk disabled:text-ink-soft',
  outline: 'border border-line-strong bg-surface text-ink hover:bg-sunk disabled:text-ink-soft',
  quiet: 'text-ink hover:bg-sunk disabled:text-ink-soft',
  danger: 'border border-chile-text bg-surface text-chile-text hover:bg-chile-soft',
} as const

const SIZES = {
  sm: 'min-h-9 touch:min-h-11 px-3 text-sm gap-1.5 rounded-lg',
  md: 'min-h-11 px-4 text-base gap-2 rounded-xl',
  lg: 'min-h-13 px-5 text-lg gap-2.5 rounded-2xl',
} as const

export interface ButtonStyle {
  readonly variant?: keyof typeof VARIANTS
  readonly size?: keyof typeof SIZES
}

/** The class names of a button, for links that look like one. */
export function buttonClass({ variant = 'outline', size = 'md' }: ButtonStyle = {}): string {
  return cx(
    'inline-flex items-center justify-center font-semibold whitespace-nowrap transition-[background-color,transform,color] duration-150 active:scale-[0.98] disabled:active:scale-100 no-underline [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & { readonly busy?: boolean; readonly icon?: ReactNode }

export function Button({
  variant,
  size,
  busy = false,
  icon,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
    >
      {busy ? <LoaderCircle aria-hidden className="size-[1.15em] animate-spin" /> : icon}
      {children}
    </button>
  )
}

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
