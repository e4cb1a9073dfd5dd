import { useBack } from '../../lib/navigation/use-back.ts'
import { Button } from '../button.tsx'
import type { Asked } from './confirm.ts'
import { Dialog } from './dialog.tsx'

export function ConfirmDialog({ question }: { question: Asked }) {
  useBack(true, () => question.answer(false))
  // A press of Enter must not destroy anything.
  const isCancelFirst = question.danger === true
  return (
    <Dialog
      role="alertdialog"
      title={question.title}
      onClose={() => question.answer(false)}
      footer={
        <>
          {question.cancel ? (
            <Button data-autofocus={isCancelFirst || undefined} onClick={() => question.answer(false)}>
              {question.cancel}
            </Button>
          ) : null}
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            data-autofocus={!isCancelFirst || undefined}
            onClick={() => question.answer(true)}
          >
            {question.agree}
          </Button>
        </>
      }
    >
      {question.text ? <p className="text-ink-soft">{question.text}</p> : null}
    </Dialog>
  )
}
