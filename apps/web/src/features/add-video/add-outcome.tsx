import type { Point } from '@antojo/domain/distance'
import { useState } from 'react'
import { m } from '@antojo/i18n/messages'
import { useBack } from '../../lib/navigation/use-back.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { AddVideo } from './api.ts'
import { ConfirmPlaceDialog } from './confirm-place-dialog.tsx'
import { HelpBox } from './help-box.tsx'
import type { Question } from './question.ts'
import { StepsBar } from './steps-bar.tsx'
import { VideoSummary } from './video-summary.tsx'
import { useForm, nameFault } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, TextField } from '../../ui/form/form.tsx'
import type { Video } from '../../entities/video/video.ts'
import { PlaceResults } from '../fix-details/place-results.tsx'
import { saveFailed, useSaveAs } from './help-ways.tsx'
import { Problem } from '../../ui/problem.tsx'

interface AddOutcomeViewProps {
  readonly adding: AddVideo
  readonly question: Question
  readonly near: Point | null
  /** The person goes on later; the link stays where it is kept. */
  readonly onLater: () => void
  /** Shows the box in a window of its own, with the post that it is about; `panel` when the address names it. */
  readonly frame?: 'sheet' | 'panel'
}

type Shown = 'choice' | 'search' | 'help'

/** The next step after adding a link: a choice between places, or the box that helps to find the place. */
export function AddOutcomeView({ adding, question, near, onLater, frame }: AddOutcomeViewProps) {
  const [shown, setShown] = useState<Shown>('choice')
  // A row is read again and again: only other candidates, or a new outcome, ask again.
  const outcome = adding.question ?? question.candidates.map(({ place_id }) => place_id).join(' ')
  const [asked, setAsked] = useState(outcome)
  if (asked !== outcome && !adding.adding) {
    setAsked(outcome)
    setShown('choice')
  }
  const hasChoice = shown === 'choice' && question.candidates.length > 0
  const help = () => setShown('help')
  const closeChoice = frame ? onLater : help
  // Every question that has candidates has a row.
  const isSearch = shown === 'search' && question.video !== null
  const isHelp = !hasChoice && !isSearch
  const hasEntry = frame === 'panel' && !isSearch
  useBack(!hasEntry && (frame !== undefined || !isHelp), isHelp ? onLater : hasChoice ? closeChoice : help)
  const box = (
    <>
      {adding.adding ? <StepsBar steps={adding.steps} /> : null}
      <HelpBox
        adding={adding}
        question={question}
        near={near}
        onLater={onLater}
        {...(question.candidates.length > 0 && { onChoose: () => setShown('choice') })}
      />
    </>
  )
  return (
    <>
      {!frame ? (
        box
      ) : isHelp ? (
        <Dialog title={m.open_title()} shape="panel" onClose={onLater}>
          <div className="grid grid-cols-1 gap-4">
            {question.video ? <VideoSummary video={question.video} /> : null}
            {box}
          </div>
        </Dialog>
      ) : null}
      {hasChoice ? (
        <ConfirmPlaceDialog
          question={question}
          busy={adding.adding}
          onChoose={(placeId) => void adding.confirm(question, placeId)}
          onNone={() => setShown('search')}
          onClose={closeChoice}
        />
      ) : null}
      {isSearch && question.video ? (
        <ConfirmDetailsDialog
          question={question}
          video={question.video}
          near={near}
          adding={adding}
          onClose={help}
        />
      ) : null}
    </>
  )
}

interface ConfirmDetailsDialogProps {
  readonly question: Question
  readonly video: Video
  readonly near: Point | null
  readonly adding: AddVideo
  readonly onClose: () => void
}

/** Searches places as the person types. They pick one, or save the name as it is; the refused candidates come last. */
function ConfirmDetailsDialog({ question, video, near, adding, onClose }: ConfirmDetailsDialogProps) {
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
    <Dialog title={m.confirm_details_title()} shape="panel" closeOnBackdrop={false} onClose={onClose}>
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
