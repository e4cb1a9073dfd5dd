import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FIELD_CLASS } from '../../ui/form/field-class.ts'
import { importQueueOf } from './api.ts'

/** 'Bulk add': any number of pasted links; files have a screen of their own. */
export function BulkAddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const session = useSession()
  const id = useId()
  const links = findUrls(text)
  const start = () => {
    if (session) importQueueOf(session.user.id).enqueue(links)
    else toast.info(m.add_sign_in_first())
    onClose()
  }
  return (
    <Dialog
      title={m.bulk_title()}
      shape="sheet"
      size="md"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={links.length === 0} onClick={start}>
          {m.bulk_add({ n: links.length })}
        </Button>
      }
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {m.bulk_label()}
      </label>
      <textarea
        id={id}
        data-autofocus
        rows={8}
        value={text}
        spellCheck={false}
        placeholder="https://"
        onChange={(event) => setText(event.target.value)}
        className={`${FIELD_CLASS} py-2.5 text-sm`}
      />
      <Link
        href={paths.imports}
        className="mt-3 inline-flex min-h-11 items-center gap-2 text-sm font-semibold"
      >
        <FileUp aria-hidden className="size-4.5" />
        {m.imports_open()}
      </Link>
    </Dialog>
  )
}
