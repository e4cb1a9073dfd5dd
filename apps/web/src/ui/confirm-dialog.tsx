import { Button } from './button.tsx'
import type { Asked } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

export function ConfirmDialog({ question }: { question: Asked }) {
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
