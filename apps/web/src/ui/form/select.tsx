import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { FIELD_CLASS } from './field-class.ts'

interface SelectProps<T extends string> {
  readonly label: string
  readonly hideLabel?: boolean
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly className?: string
}

/** A native select, which works best on phones. */
export function Select<T extends string>({
  label,
  hideLabel,
  value,
  options,
  onChange,
  className,
}: SelectProps<T>) {
  const id = useId()
  return (
    <div className={cx('grid gap-1.5 beside-label', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
          className={cx(FIELD_CLASS, 'appearance-none pr-10')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-surface text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </div>
  )
}
