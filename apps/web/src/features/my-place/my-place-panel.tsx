import type { Visibility } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { Bookmark, CircleCheck, ListChecks, ListPlus, Star } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useId } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { rowsOf, errorMessage } from '../../lib/api/rest.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { useServices } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useDebounced } from '../../lib/view/use-debounced.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { Form, TextArea } from '../../ui/form/form.tsx'
import { AddToList } from '../add-to-list/add-to-list.tsx'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import { useCardMarks } from '../../entities/video/queries/card-marks.ts'
import type { Video } from '../../entities/video/video.ts'
import { useMyPlace } from './use-my-place.ts'
import { today, Visits } from './visits.tsx'

const NOTE_PAUSE_MS = 800

/** The person's own notes on a place: wish, visits, rating, note, and who may see the video. */
export function MyPlacePanel({ video }: { video: Video }) {
  const mine = useMyPlace(video)
  const { said } = mine
  const want = () =>
    void Promise.all([mine.say({ want: !mine.wanted }), mine.keepIn('want_to_try', !mine.wanted)])
  const visit = (visits: readonly string[]) =>
    void Promise.all([mine.say({ visits }), mine.keepIn('visited', visits.length > 0)])
  const been = () => visit(mine.visited ? [] : [today()])
  return (
    <section className="grid gap-4 rounded-2xl bg-surface p-4 contrast:border contrast:border-line">
      <h3 className="text-lg">{m.mine_title()}</h3>
      <div className="grid grid-cols-3 gap-2">
        <Mark on={mine.wanted} label={m.mine_want()} Icon={Bookmark} onToggle={want} />
        <Mark on={mine.visited} label={m.mine_visited()} Icon={CircleCheck} onToggle={been} />
        <ListsButton video={video} />
      </div>
      {mine.visited ? <Visits visits={said.visits} onChange={visit} /> : null}
      <OwnRating rating={said.rating} onChange={(rating) => void mine.say({ rating })} />
      {mine.loaded ? (
        <Note
          key={said.placeId}
          placeId={said.placeId}
          note={said.note}
          onSave={(note) => mine.save({ note })}
        />
      ) : (
        <div className="h-[7.6875rem]" />
      )}
      <WhoSees video={video} />
    </section>
  )
}

const MARK_CLASS = 'px-2! text-sm! max-md:min-h-14 max-md:flex-col max-md:gap-1! max-md:whitespace-normal'

interface MarkProps {
  readonly on: boolean
  readonly label: string
  readonly Icon: typeof Bookmark
  readonly onToggle: () => void
}

function Mark({ on, label, Icon, onToggle }: MarkProps) {
  return (
    <Button
      variant={on ? 'tonal' : 'outline'}
      aria-pressed={on}
      icon={<Icon aria-hidden className={cx('size-4.5', on && 'animate-pop')} />}
      onClick={onToggle}
      className={MARK_CLASS}
    >
      {label}
    </Button>
  )
}

function ListsButton({ video }: { video: Video }) {
  // Not the id of the video, which the card below the detail has too.
  const lists = useOverlayOf('lists', 'detail')
  const anchor = useRef<HTMLSpanElement>(null)
  const isListed = useCardMarks('').inLists.has(video.id)
  const Icon = isListed ? ListChecks : ListPlus
  return (
    <span ref={anchor} className="grid">
      <Button
        variant={isListed ? 'tonal' : 'outline'}
        aria-expanded={lists.isOpen}
        icon={<Icon aria-hidden className="size-4.5" />}
        onClick={lists.toggle}
        className={MARK_CLASS}
      >
        {isListed ? m.mine_in_list() : m.mine_add_to_list()}
      </Button>
      {lists.isOpen ? <AddToList videos={[video]} anchor={anchor} onClose={lists.close} /> : null}
    </span>
  )
}

interface NoteProps {
  readonly placeId: string
  readonly note: string
  readonly onSave: (note: string) => Promise<void>
}

/** Saves itself after a pause in typing, and when it closes; the tab keeps what could not be saved. */
function Note({ placeId, note, onSave }: NoteProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    initial: { note },
    draft: `note ${placeId}`,
    send: async (typed) => {
      await onSave(typed.note.trim())
      setSaved(true)
    },
    messageOf: (error) => {
      const text = m.mine_failed({ msg: errorMessage(error) })
      if (field.current === null) toast.error(text)
      return text
    },
  })
  const { isDirty, busy, failure } = form
  const settled = useDebounced(form.values.note, NOTE_PAUSE_MS)
  const save = () => {
    if (isDirty) form.submit()
  }
  const saveLatest = useEffectEvent(save)
  const saveSettled = useEffectEvent((text: string) => {
    if (text === form.values.note) save()
  })
  const adopt = useEffectEvent((known: string) => {
    // The text is saved without the spaces around it.
    if (!isDirty && known !== form.values.note.trim()) form.begin({ note: known })
  })
  useEffect(() => adopt(note), [note])
  useEffect(() => saveSettled(settled), [settled])
  useEffect(() => {
    // Text that was typed while an earlier one was sent.
    if (!busy && failure === undefined) saveLatest()
  }, [busy, failure])
  useEffect(() => () => saveLatest(), [])
  return (
    <Form form={form} className="grid gap-1.5">
      <TextArea
        {...form.field('note')}
        ref={field}
        label={m.mine_note()}
        rows={2}
        maxLength={4000}
        placeholder={m.mine_note_hint()}
        onBlur={save}
      />
      <output className="min-h-5 text-sm text-ink-soft">{isSaved && !isDirty ? m.mine_saved() : null}</output>
    </Form>
  )
}

/** The visibility of this video. */
function WhoSees({ video }: { video: Video }) {
  const { rest } = useServices()
  const cache = useVideoCache()
  const [chosen, setChosen] = useState(video.visibility)
  const choose = async (visibility: Visibility) => {
    setChosen(visibility)
    try {
      rowsOf(await rest.from('videos').update({ visibility }).eq('id', video.id).select('id').single())
      cache.replace({ ...video, visibility })
      cache.announce()
    } catch (error) {
      setChosen(video.visibility)
      toast.retry(m.mine_failed({ msg: errorMessage(error) }), () => choose(visibility))
    }
  }
  return (
    <ChoiceGroup
      label={m.mine_visibility()}
      value={chosen}
      onChange={(visibility) => void choose(visibility)}
      options={[
        { value: 'private', label: m.visibility_private() },
        { value: 'unlisted', label: m.visibility_unlisted() },
        { value: 'public', label: m.visibility_public() },
      ]}
    />
  )
}

interface OwnRatingProps {
  readonly rating: number | null
  readonly onChange: (rating: number | null) => void
}

/** One to five stars as radio buttons, and a button that clears the rating. */
function OwnRating({ rating, onChange }: OwnRatingProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{m.mine_rating()}</legend>
      <div className="flex flex-wrap items-center gap-1">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-talavera-text"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={stars}
              checked={rating !== null && Math.ceil(rating) === stars}
              onChange={() => onChange(stars)}
            />
            <Star
              aria-hidden
              className={cx(
                'size-7',
                rating !== null && stars <= rating ? 'fill-maiz stroke-maiz' : 'stroke-line-strong',
              )}
            />
            <span className="sr-only">{m.mine_stars({ n: stars })}</span>
          </label>
        ))}
        {rating === null ? null : (
          <button
            type="button"
            className="min-h-11 rounded-lg px-2 text-sm font-semibold text-talavera-text underline hover:bg-sunk"
            onClick={() => onChange(null)}
          >
            {m.mine_clear_rating()}
          </button>
        )}
      </div>
    </fieldset>
  )
}
