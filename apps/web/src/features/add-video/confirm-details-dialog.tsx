import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { Video } from '../../entities/video/video.ts'
import { PlaceResults } from '../fix-details/place-results.tsx'
import type { AddVideo } from './api.ts'
import { saveFailed, useSaveAs } from './help-ways.tsx'
import { nameFault } from '../../lib/view/field-faults.ts'
import type { Question } from './question.ts'
import { Problem } from '../../ui/problem.tsx'

interface ConfirmDetailsDialogProps {
  readonly question: Question
  readonly video: Video
  readonly near: Point | null
  readonly adding: AddVideo
  readonly onClose: () => void
}

/** Searches places as the person types. They pick one, or save the name as it is; the refused candidates come last. */
export function ConfirmDetailsDialog({ question, video, near, adding, onClose }: ConfirmDetailsDialogProps) {
  const saveAs = useSaveAs(video, adding.done)
  const form = useForm({
    initial: { name: question.candidates[0]?.name ?? '' },
    draft: `search of ${video.id}`,
    check: ({ name }) => ({ name: nameFault(name) }),
    send: ({ name }) => saveAs({ restaurant_name: name.trim() }),
    messageOf: saveFailed,
  })
  const busy = adding.adding || form.busy
  return (
    <Dialog
      title={m.confirm_details_title()}
      shape="sheet"
      size="md"
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <Form form={form} className="grid grid-cols-1 gap-4">
        <p className="text-ink-soft">{m.confirm_details_text()}</p>
        <TextField
          {...form.field('name')}
          label={m.places_search()}
          data-autofocus
          autoComplete="off"
          maxLength={200}
          placeholder={m.places_search_hint()}
        />
        <Problem text={question.problem} />
        <PlaceResults
          text={form.values.name}
          near={near}
          refused={question.candidates.map(({ place_id }) => place_id)}
          busy={busy}
          onPick={(placeId) => void adding.confirm(question, placeId)}
        />
        <Button type="submit" disabled={busy} busy={form.busy}>
          {m.help_save_as()}
        </Button>
      </Form>
    </Dialog>
  )
}
