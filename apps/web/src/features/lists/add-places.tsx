import { hasLink } from '@antojo/domain/links/link-start'
import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { favoriteKeys } from '../../entities/list/favorites.ts'
import { listName, type VideoList, listKeys } from '../../entities/list/list.ts'
import { addToList, listVideosQuery, removeFromList } from '../../entities/list/lists-api.ts'
import { useListActions } from '../../entities/list/use-lists.ts'
import { nameOf } from '../../entities/video/labels.ts'
import { queryOfAll } from '../../entities/video/query.ts'
import { CARD_MARKS } from '../../entities/video/queries/card-marks.ts'
import { distinct, useVideos } from '../../entities/video/use-videos.ts'
import { placeKeyOf, type Video } from '../../entities/video/video.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { useOverlayOf } from '../../lib/navigation/overlay.ts'
import { attemptAgain } from '../../lib/view/attempt.ts'
import { cx } from '../../lib/view/cx.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { useDebounced } from '../../lib/view/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useAddVideo } from '../add-video/api.ts'
import { onPastedLink } from '../../lib/device/pasted-link.ts'
import { Photo } from '../videos/photo.tsx'

const StepsBar = lateComponent(() => import('../add-video/steps-bar.tsx'), 'StepsBar')
const AddOutcomeView = lateComponent(() => import('../add-video/add-outcome.tsx'), 'AddOutcomeView')

/** The button of a list that opens the person's videos. */
export function AddPlacesButton({ list }: { list: VideoList }) {
  const adding = useOverlayOf('places', list.id)
  const [pasted, setPasted] = useState('')
  const paste = useEffectEvent((text: string) => {
    setPasted(text)
    adding.open()
  })
  useEffect(() => onPastedLink((text) => paste(text)), [])
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden className="size-5" />}
        onClick={() => {
          setPasted('')
          adding.open()
        }}
      >
        {m.list_add_places()}
      </Button>
      {adding.isOpen ? <AddPlaces list={list} pasted={pasted} onClose={adding.close} /> : null}
    </>
  )
}

const SEARCH_DEBOUNCE_MS = 300

interface AddPlacesProps {
  readonly list: VideoList
  /** A text with a link. */
  readonly pasted: string
  readonly onClose: () => void
}

/** The person's places, each with a button that puts it into the list or takes it out. */
function AddPlaces({ list, pasted, onClose }: AddPlacesProps) {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? null
  const [text, setText] = useState(pasted)
  const found = useVideos({ ...queryOfAll(userId, false), text: useDebounced(text, SEARCH_DEBOUNCE_MS) })
  const { data: listed = [] } = useQuery(listVideosQuery(rest, list.id, userId))
  const having = new Set(listed.map(placeKeyOf))
  const turn = useTurn(list)
  return (
    <Dialog
      title={m.list_add_places()}
      shape="sheet"
      size="md"
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.list_arrange_done()}</Button>}
    >
      <TextField
        label={m.list_add_search()}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <AddLink text={text} onSent={() => setText('')} onAdded={(id) => void turn(id, false)} />
      <ul aria-label={listName(list)} className="mt-3 grid grid-cols-1 gap-1">
        {distinct(found.videos, placeKeyOf).map((video) => (
          <li key={video.id}>
            <PlaceButton
              video={video}
              isIn={having.has(placeKeyOf(video))}
              onPress={() => void turn(video.id, having.has(placeKeyOf(video)))}
            />
          </li>
        ))}
      </ul>
      {found.videos.length === 0 && !found.isPending && !hasLink(text) ? (
        <p className="py-6 text-center text-ink-soft">{text === '' ? m.empty_text() : m.list_add_none()}</p>
      ) : null}
      {found.hasNextPage ? (
        <Button className="mx-auto mt-3" onClick={() => void found.fetchNextPage()}>
          {m.open_more()}
        </Button>
      ) : null}
    </Dialog>
  )
}

interface AddLinkProps {
  readonly text: string
  readonly onSent: () => void
  readonly onAdded: (videoId: string) => void
}

/** Adds a link in the text, with the steps and the question of adding. */
function AddLink({ text, onSent, onAdded }: AddLinkProps) {
  const adding = useAddVideo(null, (video) => {
    if (video?.place.name) onAdded(video.id)
  })
  const send = () => {
    void adding.add(text)
    onSent()
  }
  return (
    <>
      {hasLink(text) ? (
        <Button variant="primary" className="mt-3 w-full" onClick={send}>
          {m.sheet_add()}
        </Button>
      ) : null}
      {adding.adding ? <StepsBar steps={adding.steps} /> : null}
      {adding.question ? (
        <AddOutcomeView
          adding={adding}
          question={adding.question}
          near={null}
          onLater={adding.dismiss}
          frame="sheet"
        />
      ) : null}
    </>
  )
}

/** Puts a video into the list or takes it out. */
function useTurn(list: VideoList) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const { refresh } = useListActions()
  return (videoId: string, isIn: boolean) =>
    attemptAgain(m.add_list_failed, async () => {
      await (isIn ? removeFromList : addToList)(rest, list.id, videoId)
      const changed = [listKeys.allVideos(list.id), listKeys.holding(videoId), favoriteKeys.all, CARD_MARKS]
      await Promise.all([refresh(), ...changed.map((queryKey) => queries.invalidateQueries({ queryKey }))])
    })
}

interface PlaceButtonProps {
  readonly video: Video
  readonly isIn: boolean
  readonly onPress: () => void
}

function PlaceButton({ video, isIn, onPress }: PlaceButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isIn}
      onClick={onPress}
      className="flex min-h-16 w-full items-center gap-3 rounded-2xl p-1.5 text-left hover:bg-sunk"
    >
      <span aria-hidden data-thumb className="size-14 shrink-0 overflow-hidden rounded-xl">
        <Photo video={video} />
      </span>
      <span className="grid min-w-0 grow">
        <span className="truncate font-semibold">{nameOf(video)}</span>
        <span className="truncate text-sm text-ink-soft">{video.place.location ?? video.place.address}</span>
      </span>
      <span
        aria-hidden
        className={cx(
          'mr-1 grid size-9 shrink-0 place-items-center rounded-full [&_svg]:size-5',
          isIn ? 'bg-cilantro-soft text-cilantro-text' : 'border border-line-strong',
        )}
      >
        {isIn ? <Check /> : <Plus />}
      </span>
    </button>
  )
}
