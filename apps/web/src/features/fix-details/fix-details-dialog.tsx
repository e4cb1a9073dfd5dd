import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Video } from '../../entities/video/video.ts'
import { faultsOf, type FixDetails, type FixFault } from './fix-details.ts'
import { PlaceResults } from './place-results.tsx'
import { useFixDetails } from './use-fix-details.ts'

interface FixDetailsDialogProps {
  readonly video: Video
  readonly near: Point | null
  readonly onClose: () => void
}

/** Corrects the place of a video: the person picks a place or types its name and location. */
export function FixDetailsDialog({ video, near, onClose }: FixDetailsDialogProps) {
  const [details, setDetails] = useState<FixDetails>({
    name: video.place.name ?? '',
    location: video.place.location ?? '',
    title: video.title?.slice(0, 120) ?? '',
  })
  const [shown, setShown] = useState<ReturnType<typeof faultsOf>>({})
  const { saving, save, pick } = useFixDetails(video, onClose)

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving) return
    const faults = faultsOf(details)
    setShown(faults)
    const first = Object.keys(faults)[0]
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else void save(details)
  }
  const field = (name: keyof FixDetails, label: string) => (
    <TextField
      label={label}
      name={name}
      value={details[name]}
      error={faultText(shown[name])}
      autoComplete="off"
      onChange={(event) => setDetails({ ...details, [name]: event.target.value })}
    />
  )
  return (
    <Dialog title={m.fix_title()} shape="sheet" size="md" closeOnBackdrop={false} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        {field('name', m.fix_name())}
        {field('location', m.fix_location())}
        {field('title', m.fix_video_title())}
        <Button type="submit" variant="primary" busy={saving}>
          {saving ? m.fix_saving() : m.fix_save()}
        </Button>
        <PlaceResults
          text={[details.name, details.location].join(' ')}
          near={near}
          hint={m.fix_hint()}
          busy={saving}
          onPick={(placeId) => void pick(placeId)}
        />
      </form>
    </Dialog>
  )
}

function faultText(fault: FixFault | undefined): string | undefined {
  switch (fault) {
    case undefined:
      return undefined
    case 'name_short':
      return m.fix_name_short()
    case 'location_short':
      return m.fix_location_short()
    case 'title_long':
      return m.fix_title_long()
    default:
      return m.fix_too_long()
  }
}
