import { createPersonalStore, useStore } from '../../lib/store.ts'
import type { Video } from '../../entities/video/video.ts'

const selected = createPersonalStore<readonly Video[]>(() => [])

/** The cards that the person chose, in the order of choice. */
export const compareSelection = {
  toggle: (video: Video) => {
    const others = selected.get().filter(({ id, listId }) => id !== video.id || listId !== video.listId)
    selected.set(others.length === selected.get().length ? [...others, video] : others)
  },
  extend: (video: Video, among: readonly Video[]) => selected.set(withRange(selected.get(), video, among)),
  clear: () => selected.set([]),
} as const

/** Chooses the cards from the last chosen one to this one, at which the next range begins, as a press with Shift does. */
export function withRange(chosen: readonly Video[], video: Video, among: readonly Video[]): readonly Video[] {
  const last = chosen.at(-1)
  const at = (of: Video | undefined) => among.findIndex(({ id }) => id === of?.id)
  const [to, from] = [at(video), last?.listId === video.listId ? at(last) : -1]
  const range = among.slice(from < 0 ? to : Math.min(from, to), Math.max(from, to) + 1)
  const isIn = ({ id }: Video) => range.some((each) => each.id === id)
  return [...chosen.filter((each) => !isIn(each)), ...(to < from ? range.toReversed() : range)]
}

/** The chosen cards of a list; of the collection for null. */
export function useCompareSelection(listId: string | null): readonly Video[] {
  return useStore(selected).filter((video) => video.listId === listId)
}
