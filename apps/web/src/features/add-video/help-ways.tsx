import type { UserHints } from '@antojo/contract/ai'
import type { Point } from '@antojo/domain/distance'
import { readPasted } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { rowsOf, errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm, nameFault } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, TextArea, TextField } from '../../ui/form/form.tsx'
import { fetchVideosById } from '../../entities/video/query.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import type { Video } from '../../entities/video/video.ts'
import { fetchOwnPlacesIn, type OwnPlace } from './own-places.ts'
import { PlaceResults } from '../fix-details/place-results.tsx'
import type { AddVideo } from './api.ts'
import type { Question } from './question.ts'
import { readMedia } from '../../entities/pipeline/send-to-pipeline.ts'
import { useFileChooser } from '../../ui/form/file-button.tsx'

/** The contract's limit for a caption. */
const MAX_TEXT_LENGTH = 5000
interface TextWayProps {
  readonly videoId: string
  readonly busy: boolean
  readonly onSend: (text: string) => Promise<void>
}

/** Takes the text of the post. It begins with the text on the clipboard, so that two presses are enough. */
export function TextWay({ videoId, busy, onSend }: TextWayProps) {
  const form = useForm({
    initial: { text: '' },
    draft: `text of ${videoId}`,
    check: ({ text }) => (text.trim() === '' ? { text: m.help_text_missing() } : {}),
    send: async ({ text }) => {
      await onSend(text.trim())
    },
  })
  const field = useRef<HTMLTextAreaElement>(null)
  const fill = useEffectEvent((copied: string | null) => {
    if (form.values.text === '')
      form.begin({ text: readPasted(copied ?? '').words.slice(0, MAX_TEXT_LENGTH) })
  })
  useEffect(() => {
    field.current?.focus()
    void readClipboard().then(fill)
  }, [])
  useInView(field)
  return (
    <Form form={form} className="grid gap-2">
      <TextArea
        {...form.field('text')}
        ref={field}
        label={m.help_text_label()}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
      />
      <Button type="submit" variant="primary" disabled={busy}>
        {m.help_send()}
      </Button>
    </Form>
  )
}

/** Keeps the form of a field in view: it opens below the edge of a phone, and then the keyboard covers it. */
function useInView(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const show = () => field.current?.closest('form')?.scrollIntoView({ block: 'center' })
    show()
    // After the dialog, which is made smaller at the same event, has its new height.
    const keyboardMoved = () => requestAnimationFrame(show)
    visualViewport?.addEventListener('resize', keyboardMoved)
    return () => visualViewport?.removeEventListener('resize', keyboardMoved)
  }, [field])
}

interface NameWayProps {
  readonly video: Video
  readonly near: Point | null
  readonly adding: AddVideo
  readonly question: Question
  readonly onSend: (hints: UserHints) => Promise<void>
}

/** Takes the name: the person picks a place that is found while typing, has it analysed, or saves it as it is. */
export function NameWay({ video, near, adding, question, onSend }: NameWayProps) {
  const saveAs = useSaveAs(video, adding.done)
  const name = useRef<HTMLInputElement>(null)
  const form = useForm({
    initial: { name: '', location: '' },
    draft: `name of ${video.id}`,
    check: (typed) => ({
      name: nameFault(typed.name),
      location: typed.location.trim() ? nameFault(typed.location) : undefined,
    }),
    send: async (typed) => {
      await onSend(hintsOf(typed))
    },
    messageOf: saveFailed,
  })
  const busy = adding.adding || form.busy
  useEffect(() => name.current?.focus(), [])
  useInView(name)
  return (
    <Form form={form} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...form.field('name')} ref={name} label={m.weak_hint_name()} autoComplete="off" />
        <TextField {...form.field('location')} label={m.help_location()} autoComplete="off" />
      </div>
      <PlaceResults
        text={[form.values.name, form.values.location].join(' ')}
        near={near}
        busy={busy}
        onPick={(placeId) => void adding.confirm(question, placeId)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={busy} className="grow">
          {m.help_send()}
        </Button>
        <Button
          disabled={busy}
          onClick={() => form.sendNow(form.values, (typed) => saveAs(columnsOf(hintsOf(typed))))}
        >
          {m.help_save_as()}
        </Button>
      </div>
    </Form>
  )
}

function hintsOf({ name, location }: { readonly name: string; readonly location: string }): UserHints {
  const place = location.trim()
  return { restaurantName: name.trim(), ...(place && { location: place }) }
}

function columnsOf({ restaurantName, location }: UserHints): Partial<OwnPlace> {
  return {
    ...(restaurantName && { restaurant_name: restaurantName }),
    ...(location && { restaurant_location: location }),
  }
}

/** Offers the places that the person saved by hand before and that this post names, because no index knows them. */
export function OwnPlaces({ video, adding }: { video: Video; adding: AddVideo }) {
  const { rest } = useServices()
  const saveAs = useSaveAs(video, adding.done)
  const { data = [] } = useQuery({
    queryKey: ['own-places', video.id],
    queryFn: () => fetchOwnPlacesIn(rest, video),
    staleTime: 0,
    meta: { keepOffline: false },
  })
  const form = useForm({
    initial: { name: '' },
    send: async ({ name }) => {
      const place = data.find(({ restaurant_name: known }) => known === name)
      return place && saveAs(place)
    },
    messageOf: saveFailed,
  })
  if (data.length === 0) return null
  return (
    <Form form={form} className="grid gap-2">
      <fieldset className="grid gap-2">
        <legend className="pb-2 font-semibold">{m.help_own()}</legend>
        {data.map((place) => (
          <Button
            key={place.restaurant_name}
            className="justify-start text-left"
            disabled={adding.adding || form.busy}
            onClick={() => form.sendNow({ name: place.restaurant_name })}
          >
            {[place.restaurant_name, place.restaurant_location].filter(Boolean).join(', ')}
          </Button>
        ))}
      </fieldset>
    </Form>
  )
}

/** Saves the place as the person typed it, for a place that no index knows. */
export function useSaveAs(video: Video, onDone: () => void) {
  const { rest } = useServices()
  const cache = useVideoCache()
  return async (change: Partial<OwnPlace>): Promise<undefined> => {
    rowsOf(await rest.from('videos').update(change).eq('id', video.id).select('id'))
    const [named] = await fetchVideosById(rest, [video.id])
    if (named) cache.putFirst(named)
    cache.announce()
    toast.success(m.saved())
    onDone()
  }
}

/** The text of a place that could not be saved. */
export function saveFailed(error: unknown): string {
  return m.save_edit_failed({ msg: errorMessage(error) })
}

/** Lets the person choose a screenshot or clip, and passes on the text in it. */
export function useCapture(onText: (text: string) => void) {
  const services = useServices()
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File) => {
    setReading(true)
    setProblem(null)
    const text = await readMedia(services, file)
    setReading(false)
    if (text === null) setProblem(m.find_upload_failed())
    else if (text.trim() === '') setProblem(m.find_upload_empty())
    else onText(text)
  }
  const [choose, field] = useFileChooser({
    accept: 'image/*,video/*',
    label: m.help_capture(),
    onFile: (file) => void read(file),
  })
  return { reading, problem, choose, field }
}
