import type { UserHints } from '@antojo/contract/ai'
import type { Point } from '@antojo/domain/distance'
import { readPasted } from '@antojo/domain/links/find-urls'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { rowsOf } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { FIELD_CLASS } from '../../ui/form/field-class.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { fetchVideosById } from '../../entities/video/fetch-videos.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import type { Video } from '../../entities/video/video.ts'
import { fetchOwnPlacesIn, type OwnPlace } from './own-places.ts'
import { PlaceResults } from '../fix-details/place-results.tsx'
import type { AddVideo } from './api.ts'
import type { Question } from './question.ts'

/** The contract's limit for a caption. */
const MAX_TEXT_LENGTH = 5000
/** Spec §5, as in the dialog that corrects details. */
const MIN_LENGTH = 2
const MAX_LENGTH = 80

interface TextWayProps {
  readonly busy: boolean
  readonly onSend: (text: string) => void
}

/** Takes the text of the post. It begins with the text on the clipboard, so that two presses are enough. */
export function TextWay({ busy, onSend }: TextWayProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const fill = useEffectEvent((copied: string | null) => {
    if (text === '') setText(readPasted(copied ?? '').words.slice(0, MAX_TEXT_LENGTH))
  })
  useEffect(() => {
    field.current?.focus()
    void readClipboard().then(fill)
  }, [])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setMissing(text.trim() === '')
    if (text.trim() === '') field.current?.focus()
    else onSend(text.trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {m.help_text_label()}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={text}
        maxLength={MAX_TEXT_LENGTH}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        className={`${FIELD_CLASS} py-2.5`}
      />
      {isMissing ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-chile-text">
          {m.help_text_missing()}
        </p>
      ) : null}
      <Button type="submit" variant="primary" disabled={busy}>
        {m.help_send()}
      </Button>
    </form>
  )
}

interface NameWayProps {
  readonly video: Video
  readonly near: Point | null
  readonly adding: AddVideo
  readonly question: Question
  readonly onSend: (hints: UserHints) => void
}

/** Takes the name: the person picks a place that is found while typing, has it analysed, or saves it as it is. */
export function NameWay({ video, near, adding, question, onSend }: NameWayProps) {
  const form = useRef<HTMLFormElement>(null)
  const { name, location, typed, check } = useTypedName(form)
  const as = useSaveAs(video, adding.done)
  const busy = adding.adding || as.saving
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check(() => onSend(typed))
      }}
      className="grid gap-3"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={m.weak_hint_name()} autoComplete="off" {...name} />
        <TextField label={m.help_location()} autoComplete="off" {...location} />
      </div>
      <PlaceResults
        text={[name.value, location.value].join(' ')}
        near={near}
        busy={busy}
        onPick={(placeId) => void adding.confirm(question, placeId)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={busy} className="grow">
          {m.help_send()}
        </Button>
        <Button busy={as.saving} disabled={busy} onClick={() => check(() => void as.save(columnsOf(typed)))}>
          {m.help_save_as()}
        </Button>
      </div>
      {as.problem === null ? null : (
        <p role="alert" className="text-sm font-medium text-chile-text">
          {as.problem}
        </p>
      )}
    </form>
  )
}

/** The two fields, what they say, and a check that shows their faults. */
function useTypedName(form: RefObject<HTMLFormElement | null>) {
  const [text, setText] = useState({ name: '', location: '' })
  const [isChecked, setChecked] = useState(false)
  const faults = { name: faultOf(text.name, true), location: faultOf(text.location, false) }
  const field = (name: keyof typeof text) => ({
    name,
    value: text[name],
    error: isChecked ? faults[name] : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setText({ ...text, [name]: event.target.value }),
  })
  const check = (then: () => void) => {
    setChecked(true)
    const first = faults.name ? 'name' : faults.location ? 'location' : null
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else then()
  }
  const place = text.location.trim()
  const typed: UserHints = { restaurantName: text.name.trim(), ...(place && { location: place }) }
  return { name: field('name'), location: field('location'), typed, check }
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
  const as = useSaveAs(video, adding.done)
  const { data = [] } = useQuery({
    queryKey: ['own-places', video.id],
    queryFn: () => fetchOwnPlacesIn(rest, video),
    staleTime: 0,
    meta: { keepOffline: false },
  })
  if (data.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 font-semibold">{m.help_own()}</legend>
      {data.map((place) => (
        <Button
          key={place.restaurant_name}
          className="justify-start text-left"
          disabled={adding.adding || as.saving}
          onClick={() => void as.save(place)}
        >
          {[place.restaurant_name, place.restaurant_location].filter(Boolean).join(', ')}
        </Button>
      ))}
      {as.problem === null ? null : (
        <p role="alert" className="text-sm font-medium text-chile-text">
          {as.problem}
        </p>
      )}
    </fieldset>
  )
}

/** Saves the place as the person typed it, for a place that no index knows. */
function useSaveAs(video: Video, onDone: () => void) {
  const { rest } = useServices()
  const cache = useVideoCache()
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (change: Partial<OwnPlace>) => {
    setSaving(true)
    setProblem(null)
    try {
      rowsOf(await rest.from('videos').update(change).eq('id', video.id).select('id'))
      const [named] = await fetchVideosById(rest, [video.id])
      if (named) cache.putFirst(named)
      cache.announce()
      toast.success(m.saved())
      onDone()
    } catch (error) {
      setProblem(m.save_edit_failed({ msg: errorMessage(error) }))
    }
    setSaving(false)
  }
  return { saving, problem, save }
}

function faultOf(text: string, isRequired: boolean): string | undefined {
  const { length } = text.trim()
  if (length > MAX_LENGTH) return m.fix_too_long()
  return length < MIN_LENGTH && (isRequired || length > 0) ? m.fix_name_short() : undefined
}

interface Capture {
  readonly reading: boolean
  readonly problem: string | null
  readonly choose: () => void
  /** The hidden input; it has to be in the page. */
  readonly field: ReactNode
}

/** Lets the person choose a screenshot or clip, and passes on the text in it. */
export function useCapture(onText: (text: string) => void): Capture {
  const services = useServices()
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File) => {
    setReading(true)
    setProblem(null)
    const text = await import('../../entities/pipeline/read-media.ts').then(
      ({ readMedia }) => readMedia(services, file),
      () => null,
    )
    setReading(false)
    if (text === null) setProblem(m.find_upload_failed())
    else if (text.trim() === '') setProblem(m.find_upload_empty())
    else onText(text)
  }
  const field = (
    <input
      ref={input}
      type="file"
      accept="image/*,video/*"
      aria-label={m.help_capture()}
      className="hidden"
      onChange={(event) => {
        const file = event.target.files?.[0]
        event.target.value = ''
        if (file) void read(file)
      }}
    />
  )
  return { reading, problem, choose: () => input.current?.click(), field }
}
