import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { FIELD_CLASS } from './field-class.ts'

interface FieldTexts {
  readonly label: string
  readonly hideLabel?: boolean | undefined
  readonly error?: string | undefined
  readonly description?: string | undefined
  readonly className?: string | undefined
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  readonly className?: string
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
  return (
    <Labelled {...{ label, hideLabel, error, description, className }}>
      {(described) => (
        <div className="relative">
          <input {...input} {...described} className={cx(FIELD_CLASS, trailing ? 'pr-13' : '')} />
          {trailing ? (
            <div className="absolute inset-y-0 right-0 grid place-items-center pr-0.5">{trailing}</div>
          ) : null}
        </div>
      )}
    </Labelled>
  )
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  readonly className?: string
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A text field of several lines. */
export function TextArea({ label, error, className, ...area }: TextAreaProps) {
  return (
    <Labelled label={label} error={error} className={className}>
      {(described) => <textarea {...area} {...described} className={cx(FIELD_CLASS, 'py-2.5')} />}
    </Labelled>
  )
}

interface Described {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface LabelledProps extends FieldTexts {
  readonly children: (described: Described) => ReactNode
}

/** A field between its label and its description and error. */
function Labelled({ label, hideLabel, error, description, className, children }: LabelledProps) {
  const id = useId()
  const texts = [error && `${id}-error`, description && `${id}-text`].filter(Boolean).join(' ')
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': texts || undefined })}
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
