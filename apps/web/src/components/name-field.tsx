import { m } from '@antojo/i18n/messages'
import type { ComponentProps } from 'react'
import { TextField } from '../ui/form/form.tsx'

/** Asks for the name at the moment when others will see it. */
export function NameField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label={m.name_ask()}
      description={m.name_ask_text()}
      autoComplete="name"
      maxLength={80}
    />
  )
}
