import { useEffect, useEffectEvent, useRef } from 'react'
import { readDraft, writeDraft } from '../view/drafts.ts'

/** The card at the top of the window when the page was left, and its distance from there in pixels. */
const NOTHING = { href: '', id: '', top: '' }
const DRAFT = 'place'

/** Further pages than this are not fetched to find the card again. */
const MAX_PAGES = 10
/** The heights of cards settle while they are drawn; the place is right when it held for this many frames. */
const STEADY_FRAMES = 10
const MAX_FRAMES = 180

interface List {
  readonly videos: readonly { readonly id: string }[]
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Brings a reloaded page to the card where it was left. The browser restores the offset before the cards are drawn. */
export function useKeptPlace({ videos, hasNextPage, fetchNextPage }: List): void {
  const kept = useRef(NOTHING)
  const pages = useRef(0)
  useEffect(() => {
    kept.current = readDraft(DRAFT, NOTHING)
    writeDraft(DRAFT, NOTHING)
    addEventListener('pagehide', write)
    return () => removeEventListener('pagehide', write)
  }, [])
  const restore = useEffectEvent(() => {
    const { id, href, top } = kept.current
    if (href !== location.href) return
    const index = videos.findIndex((video) => video.id === id)
    if (index !== -1) {
      kept.current = NOTHING
      bringBack(index + 1, Number(top))
    } else if (hasNextPage && ++pages.current <= MAX_PAGES) void fetchNextPage()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each further page may have the card
  useEffect(() => restore(), [videos.length])
}

interface Card {
  readonly id: string
  /** From 1. */
  readonly position: number
  readonly top: number
}

/** The cards of the grid that are drawn, in its order. */
function drawnCards(): readonly Card[] {
  return [...document.querySelectorAll<HTMLElement>('[data-video][aria-posinset]')]
    .map((card) => ({
      id: card.dataset['video'] ?? '',
      position: Number(card.ariaPosInSet),
      top: card.getBoundingClientRect().top,
    }))
    .toSorted((a, b) => a.position - b.position)
}

function write(): void {
  const first = scrollY > 0 ? drawnCards().find(({ top }) => top >= 0) : undefined
  writeDraft(DRAFT, first ? { href: location.href, id: first.id, top: String(first.top) } : NOTHING)
}

/** Scrolls in each frame until the card at the position stands where it stood, unless the person scrolls first. */
function bringBack(position: number, top: number): void {
  let frames = 0
  let steady = 0
  const ended = new AbortController()
  for (const input of ['wheel', 'touchstart', 'keydown'])
    addEventListener(input, () => ended.abort(), { signal: ended.signal, passive: true })
  const step = () => {
    const cards = drawnCards()
    const missing = Math.round(topAt(cards, position) - top)
    steady = missing === 0 && cards.some((card) => card.position === position) ? steady + 1 : 0
    if (missing !== 0) scrollBy(0, missing)
    if (steady >= STEADY_FRAMES || ++frames >= MAX_FRAMES) ended.abort()
    if (!ended.signal.aborted) requestAnimationFrame(step)
  }
  step()
}

/** Where the card at the position is in the window; while it is not drawn, by the distance of those that are. */
function topAt(cards: readonly Card[], position: number): number {
  const [first, last] = [cards[0], cards.at(-1)]
  if (!first || !last) return 0
  const near = cards.find((card) => card.position >= position) ?? last
  const apart = (last.top - first.top) / Math.max(last.position - first.position, 1)
  return near.top + (position - near.position) * apart
}
