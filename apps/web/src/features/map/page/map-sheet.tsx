import { m } from '@antojo/i18n/messages'
import { useId, useRef, type ReactNode } from 'react'
import { useDrag } from '../../../ui/overlay/use-drag.ts'
import { cx } from '../../../lib/view/cx.ts'

const STATES = ['closed', 'row', 'list'] as const
/** Only the heading, with one row of cards, or with the list. */
export type SheetState = (typeof STATES)[number]

/** Shorter drags are presses. */
const MIN_DRAG_PX = 8
const STEP_PX = 40
const TWO_STEPS_PX = 240

interface MapSheetProps {
  readonly state: SheetState
  readonly onState: (next: SheetState) => void
  readonly heading: ReactNode
  readonly children: ReactNode
}

/** On phones a sheet over the map that the person pulls up to the list and down to its heading; on wide screens the list. */
export function MapSheet({ state, onState, heading, children }: MapSheetProps) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const handle = usePull(body, state, onState)
  return (
    <div
      data-bottom-bar
      className="flex flex-col bg-paper max-md:fixed max-md:z-20 max-md:inset-x-0 max-md:bottom-(--tabs) max-md:rounded-t-3xl max-md:shadow-pop md:min-h-0 md:grow contrast:max-md:border-t contrast:max-md:border-line"
    >
      <div className="relative flex h-(--head) shrink-0 items-center gap-2 px-5 pt-3 md:h-auto md:min-h-14 md:pt-0">
        <button
          type="button"
          aria-label={m.map_list()}
          aria-expanded={state === 'list'}
          aria-controls={id}
          {...handle}
          className="absolute inset-0 touch-none rounded-t-3xl -outline-offset-4! md:hidden"
        >
          <span className="absolute top-2 left-1/2 h-1.5 w-11 -translate-x-1/2 rounded-full bg-line-strong/60" />
        </button>
        {/* A press beside the controls is one on the button below. With large text only the number has room. */}
        <div className="max-[15rem]:[&_label]:hidden pointer-events-none relative flex min-w-0 grow items-center gap-2 md:flex-wrap [&_:is(a,button,select)]:pointer-events-auto">
          {heading}
        </div>
      </div>
      <div
        ref={body}
        id={id}
        data-sheet-body
        className={cx(
          'flex flex-col overflow-hidden md:min-h-0 md:grow',
          state === 'closed' && 'max-md:invisible',
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** Handlers for the button on the sheet: the sheet follows the finger and stops at the next state; a press goes up, or back. */
function usePull(
  body: { readonly current: HTMLElement | null },
  state: SheetState,
  onState: (next: SheetState) => void,
) {
  const height = useRef<number | null>(null)
  const wasDragged = useRef(false)
  const drag = useDrag(
    (_handle, distance) => {
      if (!body.current || (height.current === null && Math.abs(distance) < MIN_DRAG_PX)) return
      height.current ??= body.current.offsetHeight
      Object.assign(body.current.style, {
        height: `${Math.min(window.innerHeight * 0.65, Math.max(0, height.current - distance))}px`,
        transition: 'none',
        visibility: 'visible',
      })
    },
    (_handle, distance, isFast) => {
      wasDragged.current = height.current !== null
      height.current = null
      body.current?.removeAttribute('style')
      onState(stateAfter(state, distance, isFast))
    },
  )
  return {
    ...drag,
    onClick: () => {
      if (!wasDragged.current) onState(state === 'row' ? 'list' : 'row')
      wasDragged.current = false
    },
  }
}

/** The state after a drag over this distance, which is positive downwards. */
export function stateAfter(state: SheetState, distance: number, isFast: boolean): SheetState {
  const isFarEnough = Math.abs(distance) >= STEP_PX || isFast
  const steps = isFarEnough ? (Math.abs(distance) >= TWO_STEPS_PX ? 2 : 1) : 0
  const at = STATES.indexOf(state) - Math.sign(distance) * steps
  return STATES[Math.min(STATES.length - 1, Math.max(0, at))] ?? state
}
