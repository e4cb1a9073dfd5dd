import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PlaceResults } from './place-results.tsx'
import { usePlaceSearch } from './use-place-search.ts'

interface ConfirmDetailsDialogProps {
  /** The name that was detected in the video. */
  readonly initial: string
  readonly near: Point | null
  readonly onPick: (placeId: string) => Promise<void>
  readonly onClose: () => void
}

/** Searches places as the person types, to pick the right one. */
export function ConfirmDetailsDialog({ initial, near, onPick, onClose }: ConfirmDetailsDialogProps) {
  const [text, setText] = useState(initial)
  const [busy, setBusy] = useState(false)
  const { places, isFailed } = usePlaceSearch(text, near)
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
        <PlaceResults
          places={places}
          isFailed={isFailed}
          busy={busy}
          onPick={(placeId) => {
            setBusy(true)
            void onPick(placeId)
          }}
        />
      </div>
    </Dialog>
  )
}
