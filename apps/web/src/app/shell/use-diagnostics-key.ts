import { useEffect } from 'react'
import { drawer } from '../../lib/view/drawer-store.ts'

/** Ctrl+D opens the diagnostics, unless someone is typing (it is the browser's bookmark key, spec-notes). */
export function useDiagnosticsKey(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.altKey || event.metaKey || event.key.toLowerCase() !== 'd') return
      if (event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]'))
        return
      event.preventDefault()
      drawer.open('diagnostics')
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
