import { MAX_REPORT_LENGTH } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { Video } from '../../entities/video/video.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, TextArea } from '../../ui/form/form.tsx'

/** Where the sheet has a bar at its end, the button below the field must not be behind it. */
function begin(area: HTMLTextAreaElement | null): void {
  area?.focus()
  area?.form?.scrollIntoView({ block: 'center' })
}

/** Tells the owner of a shared list what is wrong with a place; without an account. */
export function ReportError({ listId, video }: { readonly listId: string; readonly video: Video }) {
  const services = useServices()
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed')
  const form = useForm({
    initial: { text: '' },
    send: async ({ text }) => {
      const json = { video: video.id, text }
      await callApi(services, `/list/${listId}/reports`, { method: 'POST', json })
      setState('sent')
    },
    messageOf: (error) => m.report_failed({ reason: errorMessage(error) }),
  })
  if (state === 'sent') return <output className="text-ink-soft">{m.report_sent()}</output>
  if (state === 'closed')
    return (
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start text-ink-soft"
        icon={<Flag aria-hidden className="size-4" />}
        onClick={() => setState('open')}
      >
        {m.report_error()}
      </Button>
    )
  return (
    <Form form={form} className="grid gap-2">
      <TextArea
        {...form.field('text')}
        ref={begin}
        label={m.report_label()}
        rows={3}
        maxLength={MAX_REPORT_LENGTH}
      />
      <Button
        type="submit"
        variant="tonal"
        busy={form.busy}
        disabled={form.values.text.trim() === ''}
        className="justify-self-end"
      >
        {m.report_send()}
      </Button>
    </Form>
  )
}
