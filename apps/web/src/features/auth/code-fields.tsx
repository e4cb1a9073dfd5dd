import { m } from '@antojo/i18n/messages'
import type { ComponentProps } from 'react'
import type { useForm } from '../../lib/view/use-form.ts'
import { Submit, TextField } from '../../ui/form/form.tsx'

interface CodeFieldsProps extends Omit<ComponentProps<typeof TextField>, 'form' | 'label'> {
  readonly form: Pick<ReturnType<typeof useForm<{ code: string }>>, 'busy' | 'field' | 'values'>
  readonly length: number
  /** The text of the button. */
  readonly action: string
}

/** The field of a one-time code, and the button that sends it once it is complete. */
export function CodeFields({ form, length, action, ...field }: CodeFieldsProps) {
  return (
    <>
      <TextField
        {...form.field('code')}
        {...field}
        label={m.mfa_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={length}
      />
      <Submit disabled={form.values.code.trim().length !== length}>{action}</Submit>
    </>
  )
}
