import { useId } from 'react'
import { cx } from '../../lib/view/cx.ts'

interface ChoiceGroupProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

const MAX_SHORT_LABEL_LENGTH = 5

/** One row for short labels, else two or three columns. */
function columnsFor(options: readonly { readonly label: string }[]): number {
  if (options.every(({ label }) => label.length <= MAX_SHORT_LABEL_LENGTH)) return options.length
  return options.length % 3 === 0 ? 3 : 2
}

/** A choice among a few visible options: radio buttons drawn as a bar. */
export function ChoiceGroup<T extends string>({ label, value, options, onChange }: ChoiceGroupProps<T>) {
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div
        className="grid gap-1 rounded-2xl bg-sunk p-1"
        style={{ gridTemplateColumns: `repeat(${columnsFor(options)}, minmax(0, 1fr))` }}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative grid min-h-11 cursor-pointer place-items-center rounded-xl px-2 text-center text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-talavera-text',
              option.value === value ? 'bg-surface text-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
