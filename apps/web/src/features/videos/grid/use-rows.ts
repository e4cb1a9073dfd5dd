import {
  measureElement,
  observeWindowOffset,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { startTransition, useEffect, useRef, useState, type RefObject } from 'react'
import { afterFirstPaint } from '../../../lib/view/after-first-paint.ts'
import type { Video } from '../../../entities/video/video.ts'

interface RowsOptions {
  readonly videos: readonly Video[]
  readonly compact: boolean
  readonly columns: number
  /** Called when the person scrolls near the end. */
  readonly onEnd?: () => void
}

/** Rows drawn beyond the window; fewer until the first scroll. */
const OVERSCAN_ROWS = { resting: 1, scrolling: 3 } as const
/** Height of a row in pixels before it is measured. */
const ESTIMATED_ROW_HEIGHT = { comfortable: 345, compact: 305 } as const
/** In window heights per second: above `from` nobody can recognize a card, below `until` people can again. */
const RACE_SPEED = { from: 20, until: 10 } as const
/** Scroll events further apart than this belong to different scrolls, so that a jump does not count as fast scrolling. */
const PAUSE_MS = 500
/** Slow frames in a row that end fast scrolling; a single one may be a hesitating finger. */
const CALM_FRAMES = 2

/** The rows near the window; requests more videos near the end. During fast scrolling the rows do not change. */
export function useRows(
  { videos, compact, columns, onEnd }: RowsOptions,
  feed: RefObject<HTMLElement | null>,
) {
  const count = Math.ceil(videos.length / columns)
  const margin = useMargin(feed)
  const [racing, setRacing] = useState(false)
  const [scrolled, setScrolled] = useState(false)
  // oxlint-disable-next-line react/incompatible-library -- its functions are used in this render only
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (compact ? ESTIMATED_ROW_HEIGHT.compact : ESTIMATED_ROW_HEIGHT.comfortable),
    overscan: scrolled ? OVERSCAN_ROWS.scrolling : OVERSCAN_ROWS.resting,
    gap: compact ? 12 : 20,
    scrollMargin: margin,
    // Until the first scroll the observer measures: measuring here would force a layout during rendering.
    measureElement: (row, entry, all) =>
      entry || scrolled ? measureElement(row, entry, all) : sizeOf(row, all),
    observeElementOffset: (instance, tell) => observeScroll(instance, tell, setRacing),
    onChange: (_instance, isScrolling) => {
      if (isScrolling) setScrolled(true)
    },
  })
  const shape = `${columns} ${compact}`
  const measuredAs = useRef(shape)
  useEffect(() => {
    if (measuredAs.current === shape) return
    measuredAs.current = shape
    virtualizer.measure()
  }, [virtualizer, shape])
  const near = virtualizer.getVirtualItems()
  const drawn = useOneByOne(near.length)
  const nearEnd = (near.at(-1)?.index ?? 0) >= count - 1 - OVERSCAN_ROWS.scrolling
  useEffect(() => {
    if (nearEnd) onEnd?.()
  }, [nearEnd, onEnd, videos.length])
  return { virtualizer, rows: near.slice(0, drawn), margin, blank: racing || drawn === 0 }
}

/**
 * How many of the first rows to draw: none with the first render of the screen, then one more per frame, so that no task of a
 * start takes long.
 */
function useOneByOne(all: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn > all || all === 0) return undefined
    let left = false
    const next = async () => {
      await afterFirstPaint()
      if (!left) startTransition(() => setDrawn(drawn < all ? drawn + 1 : Infinity))
    }
    void next()
    return () => {
      left = true
    }
  }, [drawn, all])
  return drawn
}

/** The estimated size of a row that is not measured yet. */
function sizeOf(row: Element, { indexFromElement, measurementsCache }: Virtualizer<Window, Element>): number {
  return measurementsCache[indexFromElement(row)]?.size ?? 0
}

/** The grid's offset in the page, which changes with the elements above it (filters, notices, the map). */
function useMargin(feed: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0)
  useEffect(() => {
    // The observer also calls back once at the start, after the first layout.
    const observer = new ResizeObserver(() =>
      setMargin((feed.current?.getBoundingClientRect().top ?? 0) + scrollY),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [feed])
  return margin
}

/**
 * Reports the scroll offset, except during fast scrolling: drawing rows that nobody can recognize takes ten times as long as
 * their frame, and such slow frames would hide the speed itself.
 */
function observeScroll(
  instance: Virtualizer<Window, Element>,
  tell: (offset: number, isScrolling: boolean) => void,
  setRacing: (racing: boolean) => void,
) {
  const speed = speedometer()
  let frame = 0
  let calm = 0
  const follow = () => {
    calm = speed() < RACE_SPEED.until ? calm + 1 : 0
    if (calm < CALM_FRAMES) {
      frame = requestAnimationFrame(follow)
      return
    }
    frame = 0
    setRacing(false)
    tell(scrollY, false)
  }
  const unobserve = observeWindowOffset(instance, (offset, isScrolling) => {
    if (frame !== 0) return
    if (isScrolling && speed() > RACE_SPEED.from) {
      calm = 0
      frame = requestAnimationFrame(follow)
      setRacing(true)
    } else tell(offset, isScrolling)
  })
  return () => {
    cancelAnimationFrame(frame)
    unobserve?.()
  }
}

/** Returns a function that measures the speed since its last call, in window heights per second; 0 after a pause. */
function speedometer(): () => number {
  let last = { offset: scrollY, time: -PAUSE_MS }
  return () => {
    const { offset, time } = last
    last = { offset: scrollY, time: performance.now() }
    const passed = last.time - time
    return passed > PAUSE_MS ? 0 : (Math.abs(last.offset - offset) / innerHeight / Math.max(passed, 1)) * 1000
  }
}
