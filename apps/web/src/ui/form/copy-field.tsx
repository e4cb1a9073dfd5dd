import { m } from '@antojo/i18n/messages'
import { Copy } from 'lucide-react'
import { IconButton } from '../button.tsx'
import { TextField } from './form.tsx'

interface CopyFieldProps {
  readonly label: string
  readonly description?: string
  readonly value: string
  /** The name of the button. */
  readonly action?: string
  readonly onCopy: () => Promise<unknown>
}

/** A text to take along: the focus selects it, a button copies it. */
export function CopyField({ action = m.share_copy(), onCopy, ...field }: CopyFieldProps) {
  return (
    <TextField
      {...field}
      readOnly
      onFocus={(event) => event.target.select()}
      trailing={
        <IconButton label={action} onClick={() => void onCopy()}>
          <Copy aria-hidden />
        </IconButton>
      }
    />
  )
}
