import type { Visibility } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, CircleCheck, ListPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { cx } from '../../lib/view/cx.ts'
import { rowsOf } from '../../lib/api/rest.ts'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { retrying } from '../../lib/view/retrying.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { FIELD_CLASS } from '../../ui/form/field-class.ts'
import { AddToList } from '../add-to-list/add-to-list.tsx'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useVideoCache } from '../../entities/video/video-cache.ts'
import type { Video } from '../../entities/video/video.ts'
import { countAlsoIn } from './my-place-api.ts'
import { OwnRating } from './own-rating.tsx'
import { useMyPlace } from './use-my-place.ts'
import { today, Visits } from './visits.tsx'

/** The person's own notes on a place: wish, visits, rating, note, and who may see the video. */
export function MyPlacePanel({ video }: { video: Video }) {
  const mine = useMyPlace(video)
  const { said } = mine
  const want = () =>
    void Promise.all([mine.say({ want: !mine.wanted }), mine.keepIn('want_to_try', !mine.wanted)])
  const visit = (visits: readonly string[]) =>
    void Promise.all([mine.say({ visits }), mine.keepIn('visited', visits.length > 0)])
  const been = () => {
    if (video.place.id === null) void mine.keepIn('visited', !mine.visited)
    else visit(mine.visited ? [] : [today()])
  }
  return (
    <section className="grid gap-4 rounded-2xl bg-surface p-4 contrast:border contrast:border-line">
      <h3 className="text-lg">{m.mine_title()}</h3>
      <div className="flex flex-wrap gap-2">
        <Mark on={mine.wanted} label={m.mine_want()} Icon={Bookmark} onToggle={want} />
        <Mark on={mine.visited} label={m.mine_visited()} Icon={CircleCheck} onToggle={been} />
        <ListsButton video={video} />
      </div>
      {video.place.id === null ? null : (
        <>
          {mine.visited ? <Visits visits={said.visits} onChange={visit} /> : null}
          <OwnRating rating={said.rating} onChange={(rating) => void mine.say({ rating })} />
          {mine.loaded ? (
            <Note key={said.note} note={said.note} onSave={(note) => mine.say({ note })} />
          ) : null}
        </>
      )}
      <WhoSees video={video} />
      <AlsoIn video={video} />
    </section>
  )
}

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
    >
      {label}
    </Button>
  )
}

function ListsButton({ video }: { video: Video }) {
  // Not the id of the video, which the card below the detail has too.
  const lists = useOverlayOf('lists', 'detail')
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <span ref={anchor}>
      <Button
        aria-expanded={lists.isOpen}
        icon={<ListPlus aria-hidden className="size-4.5" />}
        onClick={lists.toggle}
      >
        {m.mine_add_to_list()}
      </Button>
      {lists.isOpen ? <AddToList video={video} anchor={anchor} onClose={lists.close} /> : null}
    </span>
  )
}

function Note({ note, onSave }: { note: string; onSave: (note: string) => Promise<boolean> }) {
  const id = useId()
  const [text, setText] = useState(note)
  const save = async () => {
    if (text.trim() !== note && (await onSave(text.trim()))) toast.success(m.mine_saved())
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {m.mine_note()}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={4000}
        placeholder={m.mine_note_hint()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
        className={cx(FIELD_CLASS, 'py-2.5')}
      />
    </div>
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
      toast.error(
        m.mine_failed({ msg: errorMessage(error) }),
        retrying(() => choose(visibility)),
      )
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

/** Says how many other videos show the same place. */
function AlsoIn({ video }: { video: Video }) {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const placeId = video.place.id
  const { data: count = 0 } = useQuery({
    queryKey: ['also-in', userId, placeId, video.id],
    queryFn: () => countAlsoIn(rest, { userId, placeId: placeId ?? '', videoId: video.id }),
    enabled: placeId !== null,
  })
  return count === 0 ? null : (
    <p className="text-sm font-semibold text-ink-soft">{m.mine_also_in({ n: count })}</p>
  )
}
