import type { ReactNode } from 'react'
import { cx } from '../lib/view/cx.ts'

const TONES = {
  ink: 'bg-ink text-paper',
  maiz: 'bg-maiz text-maiz-ink',
  chile: 'bg-chile text-chile-ink',
  cilantro: 'bg-cilantro text-white',
  open: 'bg-cilantro-soft text-cilantro-text',
  closed: 'bg-chile-soft text-chile-text',
  plain: 'bg-sunk text-ink-soft',
} as const

interface BadgeProps {
  readonly tone?: keyof typeof TONES
  readonly children: ReactNode
  readonly label?: string
}

export function Badge({ tone = 'plain', children, label }: BadgeProps) {
  return (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      className={cx(
        'inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 text-xs font-bold whitespace-nowrap contrast:border contrast:border-line',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
