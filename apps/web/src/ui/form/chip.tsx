import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '@antojo/i18n/messages'
import { cx } from '../../lib/view/cx.ts'

/** An active filter; pressing it removes it. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={m.chip_remove({ label })}
      onClick={onRemove}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-talavera-soft pr-2.5 pl-3.5 text-sm font-semibold text-talavera-text hover:bg-line touch:min-h-11"
    >
      {label}
      <X aria-hidden className="size-4" />
    </button>
  )
}

interface ChoiceChipProps {
  readonly label: ReactNode
  readonly pressed: boolean
  readonly onToggle: () => void
}

/** One of several options that can each be on or off. */
export function ChoiceChip({ label, pressed, onToggle }: ChoiceChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className={cx(
        'inline-flex min-h-9 shrink-0 items-center justify-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold whitespace-nowrap touch:min-h-11 touch:min-w-11',
        pressed
          ? 'border-talavera bg-talavera text-white'
          : 'border-line-strong bg-surface text-ink hover:bg-sunk',
      )}
    >
      {label}
    </button>
  )
}
