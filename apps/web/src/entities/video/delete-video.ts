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
  readonly video: Video
  /** Called when the video is deleted or the deletion was undone. */
  readonly onSettled: () => void
}

/**
 * Deletes a video from the screen at once, and from the server when the time to undo is over or the person leaves the page.
 * The caller has added it to the pending deletions.
 */
export function deleteVideo({ rest, cache, video, onSettled }: Deletion): void {
  const restore = cache.remember()
  const hide = setTimeout(() => {
    const next = nextCard(video.id)
    cache.remove(video.id)
    if (next) setTimeout(() => focusWhenLost(next))
  }, HIDE_DELAY_MS)
  const settle = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', leave)
    onSettled()
  }
  const commit = () => {
    settle()
    void deleteForGood(rest, cache, video.id, restore)
  }
  const timer = setTimeout(commit, UNDO_TIME_MS)
  const leave = () => {
    settle()
    // A page that is left aborts its requests, and its offline copy still has the card. So the id stays on the device: the
    // next start hides the card and makes sure that the row is deleted.
    deleteRow(rest, video.id).catch(() => {})
  }
  addEventListener('pagehide', leave)
  const undo = () => {
    clearTimeout(hide)
    settle()
    removeDeletion(video.id)
    restore()
  }
  toast.info(m.deleted_now(), { duration: UNDO_TIME_MS, action: { label: m.undo(), run: undo } })
}

/** The button of the card after this one, or of the one before the last. */
function nextCard(id: string): HTMLElement | null {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-video]')]
  const at = cards.findIndex((card) => card.dataset['video'] === id)
  const card = cards[at + 1] ?? cards[at - 1]
  return at < 0 || !card ? null : card.querySelector('button')
}

/** The focus falls to the page when the element that has it is removed. */
function focusWhenLost(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus({ preventScroll: true })
}

async function deleteForGood(rest: Rest, cache: Removal, id: string, restore: () => void): Promise<void> {
  try {
    await deleteRow(rest, id)
    // A query that finished meanwhile may have added it again.
    cache.remove(id)
    forgetLater(id)
    toast.success(m.deleted())
    cache.announce()
  } catch (error) {
    removeDeletion(id)
    restore()
    const again = () => {
      addDeletion(id)
      cache.remove(id)
      return deleteForGood(rest, cache, id, restore)
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
      await deleteRow(rest, id)
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

async function deleteRow(rest: Rest, id: string): Promise<void> {
  rowsOf(await rest.from('videos').delete().eq('id', id).select('id'))
}

function forgetLater(id: string): void {
  setTimeout(() => removeDeletion(id), COPY_TIME_MS)
}
