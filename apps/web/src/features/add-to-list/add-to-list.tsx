import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { z } from 'zod'
import { cx } from '../../lib/view/cx.ts'
import { useServices, useSession, type Services } from '../../lib/services.tsx'
import { attemptAgain } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, Submit, TextField } from '../../ui/form/form.tsx'
import { Popover } from '../../ui/overlay/popover.tsx'
import { favoriteKeys } from '../../entities/list/favorites.ts'
import { CARD_MARKS } from '../../entities/video/queries/card-marks.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'
import { ListIcon } from '../../entities/list/list-cover.tsx'
import { listName, type VideoList, listKeys } from '../../entities/list/list.ts'
import { addToList, fetchListsOfVideo, removeFromList } from '../../entities/list/lists-api.ts'
import { useListActions, useMyLists } from '../../entities/list/use-lists.ts'
import { listOf, errorMessage } from '../../lib/api/rest.ts'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'

interface AddToListProps {
  /** One, or those that the person chose. */
  readonly videos: readonly Video[]
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onAdded?: () => void
}

/** The popover 'Añadir a lista': adds the videos to a new or an existing list, or removes a single one from a list that holds it. */
export function AddToList({ videos, anchor, onClose, onAdded }: AddToListProps) {
  const { create } = useListActions()
  const { put, busy } = usePutInto(videos, onAdded)
  const form = useForm({
    initial: { name: '' },
    draft: 'list of a video',
    startsOver: true,
    send: async ({ name }) => {
      const made = await create(name.trim())
      void put(made, false)
    },
    messageOf: (error) => m.lists_create_failed({ reason: errorMessage(error) }),
  })
  return (
    <Popover anchor={anchor} label={m.add_list_title()} onClose={onClose} isModal className="w-84">
      <div className="grid gap-3 p-2.5">
        <p aria-hidden className="font-display text-lg font-bold">
          {m.add_list_title()}
        </p>
        <Form form={form} className="grid grid-cols-[1fr_auto] items-end gap-2">
          <TextField {...form.field('name')} label={m.lists_new()} maxLength={120} autoComplete="off" />
          <Submit size="md" disabled={form.values.name.trim() === ''}>
            {m.lists_create()}
          </Submit>
        </Form>
        <Choices videos={videos} busy={busy} onPut={(list, has) => void put(list, has)} />
        <Button variant="quiet" size="sm" onClick={onClose}>
          {m.close()}
        </Button>
      </div>
    </Popover>
  )
}

/** Adds the videos to a list or removes them, and shows a notice. */
export function usePutInto(videos: readonly Video[], onAdded?: () => void) {
  const services = useServices()
  const session = useSession()
  const queries = useQueryClient()
  const { refresh } = useListActions()
  const [busy, setBusy] = useState<string | null>(null)
  const put = async (list: VideoList, has: boolean) => {
    if (videos.some(({ id }) => id === '')) {
      toast.error(m.missing_video_id())
      return
    }
    setBusy(list.id)
    await attemptAgain(m.add_list_failed, async () => {
      const ids: string[] = []
      for (const video of videos)
        if (has) await removeFromList(services.rest, list.id, video.id)
        else ids.push(await ownCopyId(services, video, session?.user.id ?? ''))
      if (!has) await addToList(services.rest, list.id, ...ids)
      toast.success(has ? m.add_list_removed() : m.add_list_done())
      await Promise.all([
        refresh(),
        ...videos.map(({ id }) => queries.invalidateQueries({ queryKey: listKeys.holding(id) })),
        queries.invalidateQueries({ queryKey: listKeys.allVideos(list.id) }),
        queries.invalidateQueries({ queryKey: favoriteKeys.all }),
        queries.invalidateQueries({ queryKey: CARD_MARKS }),
      ])
      if (!has) onAdded?.()
    })
    setBusy(null)
  }
  return { put, busy }
}

interface ChoicesProps {
  readonly videos: readonly Video[]
  readonly busy: string | null
  readonly onPut: (list: VideoList, has: boolean) => void
}

function Choices({ videos, busy, onPut }: ChoicesProps) {
  const { rest } = useServices()
  const lists = useMyLists()
  const { data: having } = useQuery({
    queryKey: listKeys.holding(videos[0]?.id ?? ''),
    queryFn: () => fetchListsOfVideo(rest, videos[0]?.id ?? ''),
    staleTime: 0,
    // Of several, each list may hold some.
    enabled: videos.length === 1,
  })
  if (lists.isPending) return <output className="px-1 py-3 text-ink-soft">{m.lists_loading()}</output>
  if (lists.isError) {
    return (
      <div className="grid gap-2 rounded-xl bg-chile-soft p-3 text-sm text-chile-text">
        <p>{m.lists_load_failed({ reason: errorMessage(lists.error) })}</p>
        <Button size="sm" onClick={() => void lists.refetch()}>
          {m.lists_retry()}
        </Button>
      </div>
    )
  }
  const { own, shared } = lists.data
  const all = [...own, ...shared]
  return (
    <>
      {own.some(({ kind }) => kind === 'custom') ? null : (
        <p className="px-1 text-sm text-ink-soft">{m.lists_empty()}</p>
      )}
      <ul className="grid max-h-64 grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto">
        {all.map((list) => {
          const has = videos.length === 1 && having?.has(list.id) === true
          return (
            <li key={list.id}>
              <button
                type="button"
                aria-pressed={has}
                disabled={busy !== null}
                aria-busy={busy === list.id || undefined}
                onClick={() => onPut(list, has)}
                className="flex min-h-12 w-full items-center gap-3 rounded-xl px-1.5 text-left font-medium hover:bg-sunk"
              >
                <ListIcon list={list} />
                <span className="min-w-0 grow truncate">{listName(list)}</span>
                <Check
                  aria-hidden
                  className={cx('size-5 shrink-0 text-cilantro-text', !has && 'invisible')}
                />
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The id of the person's own copy of a video. Lists hold only own videos, so another person's video is saved first. */
async function ownCopyId(services: Services, video: Video, userId: string): Promise<string> {
  if (video.userId === userId) return video.id
  const known = listOf(
    await services.rest.from('videos').select('id').eq('user_id', userId).eq('video_url', video.url).limit(1),
  )
  const [first] = z.array(z.object({ id: z.string() })).parse(known)
  if (first) return first.id
  const input = { videoUrl: video.url, oembedDomain: location.hostname }
  const outcome = await sendToPipeline(services, { action: 'extract-video', input })
  const saved =
    outcome.kind === 'accepted' || outcome.kind === 'weak_data' ? videoOf(outcome.answer.video) : null
  if (!saved) throw new Error(m.add_list_unsure())
  return saved.id
}
