import { useId } from 'react'

interface SliderProps {
  readonly label: string
  /** The value as text, for example '10 km'. */
  readonly text: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onChange: (value: number) => void
}

/** A slider. The text also shows a value outside the range; the thumb is then at the nearest end. */
export function Slider({ label, text, value, min, max, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="grid gap-1 beside-label">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="tabular text-sm text-ink-soft">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full accent-chile"
      />
    </div>
  )
}
