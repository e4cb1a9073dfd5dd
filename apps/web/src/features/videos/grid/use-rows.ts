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
  /** Called as the end comes near. */
  readonly onEnd?: () => void
}

/** Rows kept ready beyond the window, fewer until somebody scrolls, and pixels a row is taken for before it is measured. */
const OVERSCAN_ROWS = { resting: 1, scrolling: 3 } as const
const ESTIMATED_ROW_HEIGHT = { comfortable: 500, compact: 370 } as const
/** Windows' heights a second beyond which nobody can make out a card, and below which one can again. */
const RACE_SPEED = { from: 20, until: 10 } as const
/** Steps of the scroll further apart than this belong to two scrolls: a jump is no race. */
const PAUSE_MS = 500
/** Frames without speed in a row that end a race: a finger hesitates for one. */
const CALM_FRAMES = 2

/** The rows near the window, and a call for more as the last of them comes near. While it races they stay what they were. */
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
    gap: compact ? 12 : 24,
    scrollMargin: margin,
    // At first the observer tells: asking here would lay out the page in the middle of drawing it.
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
 * How many of the first rows to draw: none with the screen around them, then one a frame until all are there, so that no task
 * of a start takes long.
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

/** Its size so far: what it was taken for. */
function sizeOf(row: Element, { indexFromElement, measurementsCache }: Virtualizer<Window, Element>): number {
  return measurementsCache[indexFromElement(row)]?.size ?? 0
}

/** Where the grid begins in the page: what stands above it (filters, notices, the map) comes and goes. */
function useMargin(feed: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0)
  useEffect(() => {
    // Called at once for the first time, when the page is laid out.
    const observer = new ResizeObserver(() =>
      setMargin((feed.current?.getBoundingClientRect().top ?? 0) + scrollY),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [feed])
  return margin
}

/**
 * Tells where the page is scrolled to, but not while it races: rows that nobody can make out would cost ten times the frame
 * they are shown for, and with such frames the race never looks like one.
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

/** Windows' heights a second since it was last asked; none after a pause. */
function speedometer(): () => number {
  let last = { offset: scrollY, time: -PAUSE_MS }
  return () => {
    const { offset, time } = last
    last = { offset: scrollY, time: performance.now() }
    const passed = last.time - time
    return passed > PAUSE_MS ? 0 : (Math.abs(last.offset - offset) / innerHeight / Math.max(passed, 1)) * 1000
  }
}
