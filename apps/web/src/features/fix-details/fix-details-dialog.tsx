import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { MapPin } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { useForm } from '../../lib/view/use-form.ts'
import { useTask } from '../../lib/use-task.ts'
import { Button } from '../../ui/button.tsx'
import { Form, TextField } from '../../ui/form/form.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { type Video, videoOf } from '../../entities/video/video.ts'
import { pointOf } from '../../entities/video/labels.ts'
import { errorsOf, isOtherPlace, type FixTexts, changedColumns, type FixDetails } from './fix-details.ts'
import { PlaceResults } from './place-results.tsx'
import { rowsOf, type Rest, errorMessage, textsIn } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast, type ToastOptions } from '../../lib/view/toasts.ts'
import { announceLesson } from '../../entities/pipeline/announce-lesson.ts'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'
import { CARD_MARKS } from '../../entities/video/queries/card-marks.ts'
import { videoKeys, fetchVideosById } from '../../entities/video/query.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'

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
    send: (texts) => save({ ...texts, point, isSamePlace }),
    messageOf: (error) => m.save_edit_failed({ msg: errorMessage(error) }),
  })
  const { name, location } = form.values
  const busy = form.busy || picking
  return (
    <Dialog
      title={m.fix_title()}
      shape="panel"
      onClose={onClose}
      footer={
        <Button type="submit" form="fix" variant="primary" busy={busy} className="grow">
          {form.busy ? m.fix_saving() : m.fix_save()}
        </Button>
      }
    >
      <Form id="fix" form={form} className="grid grid-cols-1 gap-4">
        <NameFields form={form} video={video} isSamePlace={isSamePlace} onSame={setSamePlace} />
        <TextField {...form.field('location')} label={m.fix_location()} autoComplete="off" />
        {/* What is below keeps its place, however many are found. */}
        <div className="-mx-5 grid h-72 grid-cols-1 content-start gap-4 overflow-y-auto overscroll-contain px-5">
          <PlaceResults
            text={[name, location].join('\n')}
            near={near}
            hint={m.fix_hint()}
            busy={busy}
            onPick={(placeId) => void pick(placeId)}
          />
        </div>
        <TextField {...form.field('address')} label={m.fix_address()} autoComplete="off" />
        <PointField start={pointOf(video.place) ?? near} point={point} onPick={setPoint} />
        <TextField {...form.field('title')} label={m.fix_video_title()} autoComplete="off" />
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

/** As long as after a deletion. */
const UNDO_MS = 6000

/**
 * Saves a correction; `save` throws when it cannot. A picked place goes through the pipeline, which learns what the creator means by the name. Typed
 * words only change the row and leave a note for the operator; the pipeline learns nothing, because they identify no place.
 */
function useFixDetails(video: Video, onDone: () => void) {
  const services = useServices()
  const cache = useVideoCache()
  const [picking, work] = useTask()

  const settle = (fixed: Video | null | undefined, options: ToastOptions = {}) => {
    if (fixed) cache.replace(fixed)
    for (const queryKey of [videoKeys.places(video.id), ['one-video', video.id], CARD_MARKS])
      void services.queries.invalidateQueries({ queryKey })
    cache.announce()
    toast.success(m.saved(), { ...(fixed?.place.name && { detail: fixed.place.name }), ...options })
  }

  const save = async (details: FixDetails) => {
    await write(services.rest, video, details)
    const [fixed] = await fetchVideosById(services.rest, [video.id])
    settle(fixed)
    onDone()
  }

  /** Returns whether the place is saved. */
  const confirm = async (placeId: string): Promise<boolean> => {
    // The further places of the video stay.
    const further = services.rest.from('video_places').select('place_id').eq('video_id', video.id)
    const { data } = await further.gt('position', 0).order('position')
    const outcome = await sendToPipeline(services, {
      action: 'confirm-place',
      input: { videoUrl: video.url, placeId, placeIds: [...textsIn(data ?? [], 'place_id')] },
    })
    if (outcome.kind !== 'accepted') {
      toast.error(m.save_edit_failed({ msg: outcome.kind === 'error' ? outcome.message : m.error_unknown() }))
      return false
    }
    const { id: before } = video.place
    const undo = { label: m.undo(), run: () => void confirm(before ?? '') }
    settle(
      videoOf(outcome.answer.video),
      before === null || before === placeId ? {} : { action: undo, duration: UNDO_MS },
    )
    announceLesson(outcome)
    return true
  }

  const pick = (placeId: string) => work(async () => ((await confirm(placeId)) ? onDone() : undefined))
  return { picking, save, pick }
}

async function write(rest: Rest, video: Video, details: FixDetails): Promise<void> {
  const change = changedColumns(video, details)
  rowsOf(await rest.from('videos').update(change).eq('id', video.id).select('id'))
  if (!isOtherPlace(video, details)) return
  // The reasons are those of the wrong place.
  const wrong = { video_id: video.id, place_id: video.place.id }
  if (video.place.id !== null)
    rowsOf(await rest.from('video_places').delete().match(wrong).select('place_id'))
  const note = {
    video_id: video.id,
    platform: video.platform,
    creator_name: video.creator,
    from_place_id: video.place.id,
    restaurant_name: change.restaurant_name,
    restaurant_location: change.restaurant_location,
  }
  rowsOf(await rest.from('corrections').insert(note).select('id'))
}
