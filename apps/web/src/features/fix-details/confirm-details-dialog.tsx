import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PlaceResults } from './place-results.tsx'

interface ConfirmDetailsDialogProps {
  /** The name that was detected in the video. */
  readonly initial: string
  readonly near: Point | null
  readonly busy: boolean
  /** Why the last choice could not be saved. */
  readonly problem: string | null
  readonly onPick: (placeId: string) => void
  readonly onClose: () => void
}

/** Searches places as the person types, to pick the right one. */
export function ConfirmDetailsDialog(props: ConfirmDetailsDialogProps) {
  const { initial, near, busy, problem, onPick, onClose } = props
  const [text, setText] = useState(initial)
  return (
    <Dialog
      title={m.confirm_details_title()}
      shape="sheet"
      size="md"
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-ink-soft">{m.confirm_details_text()}</p>
        <TextField
          label={m.places_search()}
          data-autofocus
          autoComplete="off"
          maxLength={200}
          placeholder={m.places_search_hint()}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {problem === null ? null : (
          <p role="alert" className="font-medium text-chile-text">
            {problem}
          </p>
        )}
        <PlaceResults text={text} near={near} busy={busy} onPick={onPick} />
      </div>
    </Dialog>
  )
}
