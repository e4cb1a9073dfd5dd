import { ConfirmPlaceDialog } from './confirm-place-dialog.tsx'
import { OembedBox } from './oembed-box.tsx'
import type { AddVideo } from './use-add-video.ts'
import { WeakDataBox } from './weak-data-box.tsx'

/** What an add left to ask or to tell. */
export function AddOutcomeView({ adding }: { adding: AddVideo }) {
  const { question, retry, confirm, dismiss } = adding
  if (!question) return null
  switch (question.kind) {
    case 'needs_confirmation':
      return <ConfirmPlaceDialog candidates={question.answer.top} onChoose={confirm} onClose={dismiss} />
    case 'weak_data':
      return (
        <WeakDataBox
          answer={question.answer}
          onDismiss={dismiss}
          onRetry={(hints) => void retry(question.url, hints)}
        />
      )
    default:
      return (
        <OembedBox answer={question.answer} onDismiss={dismiss} onRetry={() => void retry(question.url)} />
      )
  }
}
