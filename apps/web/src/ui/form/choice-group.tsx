import { useId } from 'react'
import { cx } from '../../lib/view/cx.ts'

interface ChoiceGroupProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** Labels of four options that fit beside each other anywhere, and where there is room. */
const MAX_SHORT_LABEL_LENGTH = 5
const MAX_LABEL_LENGTH = 9

function columnsFor(options: readonly { readonly label: string }[]): string {
  if (options.length < 4) return options.length === 3 ? 'grid-cols-3' : 'grid-cols-2'
  const longest = Math.max(...options.map(({ label }) => label.length))
  if (longest <= MAX_SHORT_LABEL_LENGTH) return 'grid-cols-4'
  return longest <= MAX_LABEL_LENGTH ? 'grid-cols-2 @xl:grid-cols-4' : 'grid-cols-2'
}

/** A choice among two to four visible options: radio buttons drawn as a bar, beside its label where there is room. */
export function ChoiceGroup<T extends string>({ label, value, options, onChange }: ChoiceGroupProps<T>) {
  const name = useId()
  return (
    <fieldset className="grid gap-2 beside-label">
      {/* Floated, a legend is laid out like any other element. */}
      <legend className="float-left text-sm font-semibold">{label}</legend>
      <div className={cx('grid gap-1 rounded-2xl bg-sunk p-1 @max-3xs:grid-cols-1!', columnsFor(options))}>
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
