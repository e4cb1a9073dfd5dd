import { m } from '@antojo/i18n/messages'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FormControl } from '../../lib/view/use-form.ts'
import { Button } from '../button.tsx'
import { useHold } from '../overlay/leave-guard.ts'

interface FormProps {
  readonly form: FormControl
  readonly className?: string
  readonly children: ReactNode
}

/**
 * The element of a form. It shows a failure with a way to try again, moves the focus to the first wrong field, and makes the
 * dialog around it ask before typed text is lost.
 */
export function Form({ form, className = 'grid gap-4', children }: FormProps) {
  const { refusal } = form
  const element = useRef<HTMLFormElement>(null)
  useHold(form.isHeld)
  useEffect(() => {
    if (refusal === undefined) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    element.current?.querySelector('[data-failure]')?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <form ref={element} noValidate onSubmit={form.submit} className={className}>
      {children}
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
