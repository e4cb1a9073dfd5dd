import { createPersonalStore, useStore } from '../../lib/store.ts'
import type { Video } from '../../entities/video/video.ts'

const selected = createPersonalStore<readonly Video[]>(() => [])

/** The videos selected for comparison, in the order of selection. */
export const compareSelection = {
  toggle: (video: Video) => {
    const others = selected.get().filter(({ id }) => id !== video.id)
    selected.set(others.length === selected.get().length ? [...others, video] : others)
  },
  clear: () => selected.set([]),
} as const

export function useCompareSelection(): readonly Video[] {
  return useStore(selected)
}
