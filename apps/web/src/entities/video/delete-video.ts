import { m } from '@antojo/i18n/messages'
import { RestError, rowsOf, type Rest, errorMessage } from '../../lib/api/rest.ts'
import { addDeletion, pendingDeletions, removeDeletion } from '../../lib/storage/deletions.ts'
import { toast } from '../../lib/view/toasts.ts'
import type { Removal } from './removal.ts'
import type { Video } from './video.ts'

export { removalFrom } from './removal.ts'

/** The card disappears 300 ms after the press (spec §4), the row is deleted when the time for 'Deshacer' is over. */
const HIDE_DELAY_MS = 300
const UNDO_TIME_MS = 8000
/** Longer than the offline copy takes to be written. Until then, a page that starts from the copy has to hide the card. */
const COPY_TIME_MS = 5000

interface Deletion {
  readonly rest: Rest
  readonly cache: Removal
  readonly videos: readonly Video[]
  /** Called when the videos are deleted or the deletion was undone. */
  readonly onSettled: () => void
}

/**
 * Deletes videos from the screen at once, and from the server when the time to undo is over or the person leaves the page.
 * The caller has added them to the pending deletions.
 */
export function deleteVideos({ rest, cache, videos, onSettled }: Deletion): void {
  const ids = videos.map(({ id }) => id)
  const restore = cache.remember()
  const hide = setTimeout(() => {
    const next = nextCard(ids)
    ids.forEach(cache.remove)
    if (next) setTimeout(() => focusWhenLost(next))
  }, HIDE_DELAY_MS)
  const settle = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', leave)
    onSettled()
  }
  const commit = () => {
    settle()
    void deleteForGood(rest, cache, ids, restore)
  }
  const timer = setTimeout(commit, UNDO_TIME_MS)
  const leave = () => {
    settle()
    // A page that is left aborts its requests, and its offline copy still has the card. So the id stays on the device: the
    // next start hides the card and makes sure that the row is deleted.
    deleteRows(rest, ids).catch(() => {})
  }
  addEventListener('pagehide', leave)
  const undo = () => {
    clearTimeout(hide)
    settle()
    ids.forEach(removeDeletion)
    restore()
  }
  toast.info(ids.length === 1 ? m.deleted_now() : m.deleted_some({ n: ids.length }), {
    duration: UNDO_TIME_MS,
    action: { label: m.undo(), run: undo },
  })
}

/** The button of the card after these, or of the one before. */
function nextCard(ids: readonly string[]): HTMLElement | null {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-video]')]
  const isLeaving = (card: HTMLElement) => ids.includes(card.dataset['video'] ?? '')
  const at = cards.findLastIndex(isLeaving)
  const card = cards[at + 1] ?? cards.findLast((each) => !isLeaving(each))
  return at < 0 || !card ? null : card.querySelector('button')
}

/** The focus falls to the page when the element that has it is removed. */
function focusWhenLost(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus({ preventScroll: true })
}

async function deleteForGood(
  rest: Rest,
  cache: Removal,
  ids: readonly string[],
  restore: () => void,
): Promise<void> {
  try {
    await deleteRows(rest, ids)
    // A query that finished meanwhile may have added them again.
    ids.forEach(cache.remove)
    ids.forEach(forgetLater)
    toast.success(ids.length === 1 ? m.deleted() : m.deleted_some({ n: ids.length }))
    cache.announce()
  } catch (error) {
    ids.forEach(removeDeletion)
    restore()
    const again = () => {
      ids.forEach(addDeletion)
      ids.forEach(cache.remove)
      return deleteForGood(rest, cache, ids, restore)
    }
    toast.retry(m.delete_failed({ msg: errorMessage(error) }), again)
  }
}

/**
 * Deletes what an earlier page left behind. It waits as long as another tab may still offer to undo. Without network, the next
 * start tries again.
 */
export function finishDeletions(rest: Rest, cache: Removal): () => void {
  const left = pendingDeletions()
  const finish = async (id: string) => {
    if (!pendingDeletions().includes(id)) return
    try {
      await deleteRows(rest, [id])
      cache.remove(id)
      forgetLater(id)
      cache.announce()
    } catch (error) {
      if (!(error instanceof RestError) || error.code !== 'network') removeDeletion(id)
      toast.error(m.delete_failed({ msg: errorMessage(error) }))
    }
  }
  const timer = setTimeout(() => left.forEach((id) => void finish(id)), UNDO_TIME_MS)
  return () => clearTimeout(timer)
}

/** Ids per request, so that its address stays short. */
const MAX_IDS_PER_DELETION = 100

async function deleteRows(rest: Rest, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_IDS_PER_DELETION) {
    const some = ids.slice(from, from + MAX_IDS_PER_DELETION)
    rowsOf(await rest.from('videos').delete().in('id', some).select('id'))
  }
}

function forgetLater(id: string): void {
  setTimeout(() => removeDeletion(id), COPY_TIME_MS)
}
