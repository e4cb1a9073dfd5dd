import { m } from '@antojo/i18n/messages'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import type { Video } from '../../entities/video/video.ts'
import { useOverlay } from '../../lib/navigation/overlay.ts'
import { cx } from '../../lib/view/cx.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { compareSelection, useCompareSelection } from './api.ts'

const CompareBar = lateComponent(() => import('./compare-bar.tsx'), 'CompareBar')

type ChosenBarProps = Omit<ComponentProps<typeof CompareBar>, 'chosen' | 'compared'> & {
  /** The list of the cards; null for the collection. */
  readonly listId: string | null
}

/** The bar of the chosen cards, while there are any, and the sheet that compares them. */
export function ChosenBar({ listId, ...props }: ChosenBarProps) {
  const chosen = useCompareSelection(listId)
  const compared = useOverlay('compare')
  return chosen.length > 0 || compared !== null ? (
    <CompareBar {...props} chosen={chosen} compared={compared} />
  ) : null
}

interface ChooseBoxProps {
  readonly video: Video
  readonly name: string
  /** The cards of the grid, in their order. */
  readonly among: readonly Video[]
}

/**
 * The box that chooses a card. It is no stop of the Tab key, because X and the card's menu choose too. On touch screens it
 * shows once a long press chose a card.
 */
export function ChooseBox({ video, name, among }: ChooseBoxProps) {
  const box = useRef<HTMLButtonElement>(null)
  const chosen = useCompareSelection(video.listId)
  const isChosen = chosen.some(({ id }) => id === video.id)
  const choose = useEffectEvent((isRange: boolean) =>
    isRange ? compareSelection.extend(video, among) : compareSelection.toggle(video),
  )
  useEffect(() => {
    const card = box.current?.closest('article')
    return card ? followPresses(card, (isRange) => choose(isRange)) : undefined
  }, [])
  return (
    <button
      ref={box}
      type="button"
      aria-pressed={isChosen}
      data-choose={isChosen}
      aria-label={m.choose_card({ name })}
      tabIndex={-1}
      onClick={() => compareSelection.toggle(video)}
      className={cx(
        'absolute top-11 right-1 z-10 grid size-10 place-items-center touch:size-11 [&_svg]:size-4.5',
        chosen.length === 0 &&
          'pointer-events-none opacity-0 group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100 touch:hidden',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'grid size-7 place-items-center rounded-lg border-2 shadow-sm',
          isChosen ? 'border-white bg-talavera text-white' : 'border-ink-soft bg-surface text-transparent',
        )}
      >
        <Check />
      </span>
    </button>
  )
}

/** Spec §9. */
const LONG_PRESS_MS = 550
const MAX_MOVE_PX = 10

/**
 * Chooses by a long press by touch, and by a press with Shift. Moving the finger counts as scrolling and cancels it. The
 * click that the browser sends when the finger leaves does nothing after a long press.
 */
function followPresses(card: HTMLElement, choose: (isRange: boolean) => void): () => void {
  const end = new AbortController()
  let timer = 0
  let from: PointerEvent | null = null
  let isLong = false
  const on = <Name extends keyof HTMLElementEventMap>(
    names: readonly Name[],
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => {
    for (const name of names)
      card.addEventListener(name, listener, { signal: end.signal, capture: name === 'click' })
  }
  const stop = () => clearTimeout(timer)
  on(['pointerdown'], (event) => {
    isLong = false
    if (event.pointerType !== 'touch') return
    from = event
    timer = window.setTimeout(() => {
      isLong = true
      choose(false)
    }, LONG_PRESS_MS)
  })
  on(['pointermove'], (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > MAX_MOVE_PX) stop()
  })
  on(['pointerup', 'pointercancel', 'pointerleave'], stop)
  // A press with Shift would also mark the text in between.
  on(['mousedown'], (event) => {
    if (event.shiftKey) event.preventDefault()
  })
  on(['click'], (event) => {
    const isRange =
      event.shiftKey && event.target instanceof Element && event.target.closest('h2,[data-choose]') !== null
    if (isRange) choose(true)
    if (!isRange && !isLong) return
    isLong = false
    event.preventDefault()
    event.stopPropagation()
  })
  return () => {
    stop()
    end.abort()
  }
}
