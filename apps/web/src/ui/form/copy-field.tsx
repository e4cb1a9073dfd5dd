import { m } from '@antojo/i18n/messages'
import { Copy } from 'lucide-react'
import { copyWithNotice } from '../../lib/view/copy-with-notice.ts'
import { IconButton } from '../button.tsx'
import { TextField } from './form.tsx'

interface CopyFieldProps {
  readonly label: string
  readonly description?: string
  readonly value: string
  /** The name of the button. */
  readonly action?: string
  /** Says that it was copied. */
  readonly copied: string
}

/** A text to take along: the focus selects it, a button copies it. */
export function CopyField({ action = m.share_copy(), copied, ...field }: CopyFieldProps) {
  return (
    <TextField
      {...field}
      readOnly
      onFocus={(event) => event.target.select()}
      trailing={
        <IconButton label={action} onClick={() => void copyWithNotice(field.value, copied)}>
          <Copy aria-hidden />
        </IconButton>
      }
    />
  )
}
