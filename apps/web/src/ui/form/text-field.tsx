import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { FIELD_CLASS } from './field-class.ts'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hideLabel?: boolean
  readonly error?: string | undefined
  readonly description?: string
  /** Shown at the end of the field, such as a button. */
  readonly trailing?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  hideLabel,
  error,
  description,
  trailing,
  className,
  ...input
}: TextFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, description && `${id}-text`].filter(Boolean).join(' ')
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={cx(FIELD_CLASS, trailing ? 'pr-13' : '')}
        />
        {trailing ? (
          <div className="absolute inset-y-0 right-0 grid place-items-center pr-0.5">{trailing}</div>
        ) : null}
      </div>
      {description ? (
        <p id={`${id}-text`} className="text-sm text-ink-soft">
          {description}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-chile-text">
          {error}
        </p>
      ) : null}
    </div>
  )
}
