import { useBack } from '../../lib/navigation/use-back.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  readonly title: string
  readonly text?: string
  /** Text of the button that agrees, e.g. 'Eliminar'. Without `cancel`, the dialog only informs. */
  readonly agree: string
  readonly cancel?: string
  readonly danger?: boolean
}

export interface Asked extends Question {
  readonly answer: (agreed: boolean) => void
}

export function ConfirmDialog({ question }: { question: Asked }) {
  useBack(true, () => question.answer(false))
  return (
    <Dialog
      role="alertdialog"
      title={question.title}
      onClose={() => question.answer(false)}
      footer={
        <>
          {question.cancel ? <Button onClick={() => question.answer(false)}>{question.cancel}</Button> : null}
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            data-autofocus
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
