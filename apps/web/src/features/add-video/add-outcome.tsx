import type { Point } from '@antojo/domain/distance'
import { useState } from 'react'
import { useBack } from '../../lib/navigation/use-back.ts'
import { ConfirmDetailsDialog } from '../fix-details/confirm-details-dialog.tsx'
import { ConfirmPlaceDialog } from './confirm-place-dialog.tsx'
import type { AddVideo } from './api.ts'
import { HelpBox } from './help-box.tsx'
import type { Question } from './question.ts'

interface AddOutcomeViewProps {
  readonly adding: AddVideo
  readonly question: Question
  readonly near: Point | null
  /** The person goes on later; the link stays where it is kept. */
  readonly onLater: () => void
  /** The person closed the choice without choosing. */
  readonly onPutOff?: () => void
}

type Shown = 'choice' | 'search' | 'help'

/** The next step after adding a link: a choice between places, or the box that helps to find the place. */
export function AddOutcomeView({ adding, question, near, onLater, onPutOff }: AddOutcomeViewProps) {
  const [shown, setShown] = useState<Shown>('choice')
  // A row is read again and again: only other candidates, or a new outcome, ask again.
  const outcome = adding.question ?? question.candidates.map(({ place_id }) => place_id).join(' ')
  const [asked, setAsked] = useState(outcome)
  if (asked !== outcome && !adding.adding) {
    setAsked(outcome)
    setShown('choice')
  }
  const help = () => {
    setShown('help')
    onPutOff?.()
  }
  useBack(shown === 'search' || (shown === 'choice' && question.candidates.length > 0), help)
  const confirm = (placeId: string) => void adding.confirm(question, placeId)
  return (
    <>
      <HelpBox
        adding={adding}
        question={question}
        near={near}
        onLater={onLater}
        {...(question.candidates.length > 0 && { onChoose: () => setShown('choice') })}
      />
      {shown === 'choice' && question.candidates.length > 0 ? (
        <ConfirmPlaceDialog
          candidates={question.candidates}
          videoName={question.video?.title ?? question.url}
          busy={adding.adding}
          problem={question.problem}
          onChoose={confirm}
          onNone={() => setShown('search')}
          onClose={help}
        />
      ) : null}
      {shown === 'search' ? (
        <ConfirmDetailsDialog
          initial={question.candidates[0]?.name ?? ''}
          near={near}
          busy={adding.adding}
          problem={question.problem}
          onPick={confirm}
          onClose={help}
        />
      ) : null}
    </>
  )
}
