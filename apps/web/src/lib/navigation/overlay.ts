import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** Parameters of the URL that open something over a screen: a drawer, or a video by its id. */
type OverlayName = 'panel' | 'video' | 'fix' | 'compare'

/** History entries that were made by opening an overlay have this state; closing goes back from them. */
const STATE = { isOverlay: true }

/**
 * Opens and closes what lies over a screen. It is a part of the URL: Back closes it, a link opens it, a reload keeps it.
 * `replacing` closes another overlay in the same step.
 */
export const overlay = {
  open(name: OverlayName, value: string, replacing?: OverlayName): void {
    const replace = replacing !== undefined
    const isOwn = replace ? isOverlayEntry() : true
    navigate(addressWith({ ...(replacing && { [replacing]: null }), [name]: value }), {
      replace,
      state: isOwn ? STATE : null,
    })
  },
  /** Resolves when the URL has changed. */
  async close(name: OverlayName): Promise<void> {
    const target = addressWith({ [name]: null })
    if (isOverlayEntry()) await goBack()
    // A link opened the overlay, or the search below it changed meanwhile.
    if (location.pathname + location.search !== target) navigate(target, { replace: true })
  },
} as const

/** The value of an open overlay; null while it is closed. */
export function useOverlay(name: OverlayName): string | null {
  return new URLSearchParams(useSearch()).get(name)
}

function isOverlayEntry(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'isOverlay' in state
}

function addressWith(change: Readonly<Record<string, string | null>>): string {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(change))
    if (value === null) params.delete(name)
    else params.set(name, value)
  return params.size === 0 ? location.pathname : `${location.pathname}?${params}`
}

async function goBack(): Promise<void> {
  await new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
}
