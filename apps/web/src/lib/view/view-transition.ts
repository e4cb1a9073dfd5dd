import { flushSync } from 'react-dom'

const TRANSITION_NAME = 'hero'

function wanted(): boolean {
  return (
    typeof document.startViewTransition === 'function' &&
    document.documentElement.dataset['motion'] !== 'reduced' &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}

/** Makes the change while the element grows into the one named `hero` in the new view; without animation when motion is reduced. */
export function expandFrom(element: HTMLElement | null, change: () => void): void {
  if (!element || !wanted()) return change()
  element.style.viewTransitionName = TRANSITION_NAME
  document.startViewTransition(() => {
    element.style.viewTransitionName = ''
    flushSync(change)
  })
}

/** The reverse of `expandFrom`: the element named `hero` shrinks into the one that `find` returns after the change. */
export function collapseTo(find: () => HTMLElement | null, change: () => Promise<void>): void {
  if (!wanted()) return void change()
  let element: HTMLElement | null = null
  const transition = document.startViewTransition(async () => {
    await change()
    flushSync(() => {})
    element = find()
    if (element) element.style.viewTransitionName = TRANSITION_NAME
  })
  const clear = () => {
    if (element) element.style.viewTransitionName = ''
  }
  transition.finished.then(clear, clear)
}
