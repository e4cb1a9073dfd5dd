import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { MapPin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Video } from '../../entities/video/video.ts'
import { pointOf } from '../../entities/video/labels.ts'
import { errorsOf, isOtherPlace, type FixTexts } from './fix-details.ts'
import { PlaceResults } from './place-results.tsx'
import { useFixDetails } from './use-fix-details.ts'

const PointPicker = lazyComponent(() => import('../map/point-picker.tsx'), 'PointPicker')

interface FixDetailsDialogProps {
  readonly video: Video
  readonly near: Point | null
  readonly onClose: () => void
}

/** Corrects the place of a video: the person picks a place or types its name and location. */
export function FixDetailsDialog({ video, near, onClose }: FixDetailsDialogProps) {
  const { picking, save, pick } = useFixDetails(video, onClose)
  const [point, setPoint] = useState<Point | null>(null)
  const [isSamePlace, setSamePlace] = useState(false)
  const form = useForm({
    initial: {
      name: video.place.name ?? '',
      location: video.place.location ?? '',
      address: video.place.address ?? '',
      title: video.title?.slice(0, 120) ?? '',
    },
    isChanged: point !== null,
    check: errorsOf,
    send: async (texts) => {
      await save({ ...texts, point, isSamePlace })
    },
    messageOf: (error) => m.save_edit_failed({ msg: errorMessage(error) }),
  })
  const { name, location } = form.values
  const busy = form.busy || picking
  return (
    <Dialog title={m.fix_title()} shape="sheet" size="md" onClose={onClose}>
      <Form form={form} className="grid grid-cols-1 gap-4">
        <NameFields form={form} video={video} isSamePlace={isSamePlace} onSame={setSamePlace} />
        <TextField {...form.field('location')} label={m.fix_location()} autoComplete="off" />
        <PlaceResults
          text={[name, location].join(' ')}
          near={near}
          hint={m.fix_hint()}
          busy={busy}
          onPick={(placeId) => void pick(placeId)}
        />
        <TextField {...form.field('address')} label={m.fix_address()} autoComplete="off" />
        <PointField start={pointOf(video.place) ?? near} point={point} onPick={setPoint} />
        <TextField {...form.field('title')} label={m.fix_video_title()} autoComplete="off" />
        <Button type="submit" variant="primary" busy={busy}>
          {form.busy ? m.fix_saving() : m.fix_save()}
        </Button>
      </Form>
    </Dialog>
  )
}

interface NameFieldsProps {
  readonly form: ReturnType<typeof useForm<FixTexts>>
  readonly video: Video
  readonly isSamePlace: boolean
  readonly onSame: (isSame: boolean) => void
}

/** The name, and whether another one means another place: then the address that the form began with goes. */
function NameFields({ form, video, isSamePlace, onSame }: NameFieldsProps) {
  const before = video.place.address ?? ''
  const isRenamed = video.place.name !== null && isOtherPlace(video, { ...form.values, isSamePlace: false })
  const addressFor = (isSame: boolean) => {
    if (isSame) return form.values.address === '' ? { address: before } : {}
    return form.values.address === before ? { address: '' } : {}
  }
  return (
    <>
      <TextField
        {...form.field('name')}
        label={m.fix_name()}
        autoComplete="off"
        onChange={({ target }) => form.set({ name: target.value, ...addressFor(isSamePlace) })}
      />
      {isRenamed ? (
        <Switch
          label={m.fix_same()}
          description={m.fix_same_text()}
          checked={isSamePlace}
          onChange={(isSame) => {
            onSame(isSame)
            form.set(addressFor(isSame))
          }}
        />
      ) : null}
    </>
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
