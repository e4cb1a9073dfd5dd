import { useId } from 'react'
import { cx } from '../../lib/view/cx.ts'

interface SwitchProps {
  readonly label: string
  readonly description?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, description, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-base font-medium">
          {label}
        </label>
        {description ? (
          <p id={`${id}-text`} className="text-sm text-ink-soft">
            {description}
          </p>
        ) : null}
      </div>
      <button
        type="button"
        id={id}
        role="switch"
        aria-label={label}
        aria-checked={checked}
        aria-describedby={description ? `${id}-text` : undefined}
        onClick={() => onChange(!checked)}
        className={cx(
          'relative h-8 w-14 shrink-0 rounded-full border transition-colors duration-150 touch:before:absolute touch:before:-inset-1.75',
          checked ? 'border-cilantro bg-cilantro' : 'border-line-strong bg-sunk',
        )}
      >
        <span
          className={cx(
            'absolute top-1/2 left-1 size-5.5 -translate-y-1/2 rounded-full shadow-sm transition-transform duration-150',
            checked ? 'translate-x-6 bg-white' : 'bg-line-strong',
          )}
        />
      </button>
    </div>
  )
}
