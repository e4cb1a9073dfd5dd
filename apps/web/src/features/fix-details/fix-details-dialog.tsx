import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { MapPin } from 'lucide-react'
import { Suspense, useState, type SyntheticEvent } from 'react'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Video } from '../../entities/video/video.ts'
import { faultsOf, type FixDetails, type FixFault } from './fix-details.ts'
import { PlaceResults } from './place-results.tsx'
import { useFixDetails } from './use-fix-details.ts'

const PointPicker = lazyComponent(
  () => import('../map/point-picker.tsx'),
  (code) => code.PointPicker,
)

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
    address: video.place.address ?? '',
    title: video.title?.slice(0, 120) ?? '',
    point: null,
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
  const field = (name: Exclude<keyof FixDetails, 'point'>, label: string) => (
    <TextField
      label={label}
      name={name}
      value={details[name]}
      error={faultText(shown[name])}
      autoComplete="off"
      onChange={(event) => setDetails({ ...details, ...ofOtherPlace(name), [name]: event.target.value })}
    />
  )
  /** The address that the form began with belongs to the old name. */
  const ofOtherPlace = (changed: string) =>
    changed === 'name' && details.address === video.place.address ? { address: '' } : {}
  return (
    <Dialog title={m.fix_title()} shape="sheet" size="md" closeOnBackdrop={false} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        {field('name', m.fix_name())}
        {field('location', m.fix_location())}
        <PlaceResults
          text={[details.name, details.location].join(' ')}
          near={near}
          hint={m.fix_hint()}
          busy={saving}
          onPick={(placeId) => void pick(placeId)}
        />
        {field('address', m.fix_address())}
        <PointField
          start={pointOf(video) ?? near}
          point={details.point}
          onPick={(point) => setDetails({ ...details, point })}
        />
        {field('title', m.fix_video_title())}
        <Button type="submit" variant="primary" busy={saving}>
          {saving ? m.fix_saving() : m.fix_save()}
        </Button>
      </form>
    </Dialog>
  )
}

/** Shown when neither the place nor the person has a location. */
const MEXICO_CITY: Point = { lat: 19.43, lng: -99.13 }
const STREET_ZOOM = 15
const COUNTRY_ZOOM = 4

interface PointFieldProps {
  readonly start: Point | null
  readonly point: Point | null
  readonly onPick: (point: Point) => void
}

/** A map to put the pin on, after a press. */
function PointField({ start, point, onPick }: PointFieldProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button
        className="justify-self-start"
        icon={<MapPin aria-hidden className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        {m.fix_point()}
      </Button>
    )
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-sm text-ink-soft">{m.fix_point_hint()}</p>
      <Suspense fallback={<p className="text-sm text-ink-soft">{m.map_loading()}</p>}>
        <PointPicker
          start={point ?? start ?? MEXICO_CITY}
          zoom={start ? STREET_ZOOM : COUNTRY_ZOOM}
          onPick={onPick}
        />
      </Suspense>
    </div>
  )
}

function pointOf({ place: { lat, lng } }: Video): Point | null {
  return lat === null || lng === null ? null : { lat, lng }
}

function faultText(fault: FixFault | undefined): string | undefined {
  switch (fault) {
    case undefined:
      return undefined
    case 'name_short':
      return m.fix_name_short()
    case 'location_short':
      return m.fix_location_short()
    case 'address_long':
      return m.fix_address_long()
    case 'title_long':
      return m.fix_title_long()
    default:
      return m.fix_too_long()
  }
}
