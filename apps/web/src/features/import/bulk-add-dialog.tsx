import { findUrls } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { FileUp } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Form, TextArea } from '../../ui/form/form.tsx'
import { importQueueOf } from './api.ts'

/** 'Bulk add': any number of pasted links; files have a screen of their own. */
export function BulkAddDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const form = useForm({
    initial: { text: '' },
    // The dialog has a link to another screen.
    draft: 'links',
    send: async ({ text }) => {
      if (session) importQueueOf(session.user.id).enqueue(findUrls(text))
      else toast.info(m.add_sign_in_first())
      onClose()
    },
  })
  const { length: count } = findUrls(form.values.text)
  return (
    <Dialog
      title={m.bulk_title()}
      shape="sheet"
      size="md"
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={count === 0} onClick={form.submit}>
          {m.bulk_add({ n: count })}
        </Button>
      }
    >
      <Form form={form}>
        <TextArea
          {...form.field('text')}
          label={m.bulk_label()}
          data-autofocus
          rows={8}
          spellCheck={false}
          placeholder="https://"
        />
      </Form>
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
