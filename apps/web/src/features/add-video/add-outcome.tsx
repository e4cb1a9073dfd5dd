import type { Point } from '@antojo/domain/distance'
import { useState } from 'react'
import { ConfirmDetailsDialog } from '../fix-details/confirm-details-dialog.tsx'
import { ConfirmPlaceDialog } from './confirm-place-dialog.tsx'
import { OembedBox } from './oembed-box.tsx'
import type { AddVideo } from './api.ts'
import { WeakDataBox } from './weak-data-box.tsx'

/** Shows the question or message that remains after adding a link. */
export function AddOutcomeView({ adding, near }: { adding: AddVideo; near: Point | null }) {
  const { question, retry, confirm, dismiss } = adding
  const [lookingUp, setLookingUp] = useState(false)
  if (!question) return null
  const lookUp = () => setLookingUp(true)
  if (lookingUp && question.kind !== 'oembed_required') {
    const initial = question.answer.extracted_signals.restaurantName ?? ''
    return <ConfirmDetailsDialog initial={initial} near={near} onPick={confirm} onClose={dismiss} />
  }
  switch (question.kind) {
    case 'needs_confirmation':
      return (
        <ConfirmPlaceDialog
          candidates={question.answer.top}
          onChoose={confirm}
          onNone={lookUp}
          onClose={dismiss}
        />
      )
    case 'weak_data':
      return (
        <WeakDataBox
          answer={question.answer}
          onDismiss={dismiss}
          onLookUp={lookUp}
          onRetry={(hints) => void retry(question.url, hints)}
        />
      )
    default:
      return (
        <OembedBox answer={question.answer} onDismiss={dismiss} onRetry={() => void retry(question.url)} />
      )
  }
}
