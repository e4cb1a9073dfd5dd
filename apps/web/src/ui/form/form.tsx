import { m } from '@antojo/i18n/messages'
import {
  createContext,
  use,
  useEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  useId,
  type InputHTMLAttributes,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react'
import type { FormControl } from '../../lib/view/use-form.ts'
import { Button } from '../button.tsx'
import { useHold } from '../overlay/leave-guard.ts'
import { cx } from '../../lib/view/cx.ts'
import { FIELD_CLASS } from './field-class.ts'

const IsSending = createContext(false)

interface FormProps {
  /** For a button outside of it. */
  readonly id?: string
  readonly form: FormControl
  readonly className?: string
  readonly children: ReactNode
}

/**
 * The element of a form. It shows a failure with a way to try again, moves the focus to the first wrong field, and makes the
 * dialog around it ask before typed text is lost.
 */
export function Form({ id, form, className = 'grid gap-4', children }: FormProps) {
  const { refusal } = form
  const element = useRef<HTMLFormElement>(null)
  useHold(form.isHeld)
  useEffect(() => {
    if (refusal === undefined) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    element.current?.querySelector('[data-failure]')?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <form id={id} ref={element} noValidate onSubmit={form.submit} className={className}>
      <IsSending value={form.busy}>{children}</IsSending>
      {form.failure === undefined ? null : (
        <div
          data-failure
          className="col-span-full flex grow basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-chile-soft px-4 py-3"
        >
          <p
            role="alert"
            className="min-w-0 grow basis-40 text-sm font-semibold wrap-anywhere text-chile-text"
          >
            {form.failure}
          </p>
          <Button size="sm" onClick={form.again}>
            {m.retry()}
          </Button>
        </div>
      )}
    </form>
  )
}

/** The button that sends the form around it; busy meanwhile. */
export function Submit(button: ComponentProps<typeof Button>) {
  return <Button type="submit" variant="primary" size="lg" busy={use(IsSending)} {...button} />
}

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
