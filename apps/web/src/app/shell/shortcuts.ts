import { drawer } from '../../lib/view/drawer.ts'

/**
 * Ctrl+D opens the diagnostics (it is also the browser's bookmark key, spec-notes), `/` goes to the search box. In a field,
 * they are what they type.
 */
export function onShortcut(event: KeyboardEvent): void {
  if (event.altKey || event.metaKey) return
  if (event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]'))
    return
  if (event.ctrlKey && event.key.toLowerCase() === 'd') drawer.open('diagnostics')
  else if (event.key === '/') document.querySelector<HTMLElement>('search input')?.focus()
  else return
  event.preventDefault()
}
