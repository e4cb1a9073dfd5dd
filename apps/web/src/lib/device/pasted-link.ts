import { hasLink } from '@antojo/domain/links/link-start'
import { pastedText } from './typing.ts'

/** Calls the listener with a text with a link that is pasted outside of fields. */
export function onPastedLink(listener: (text: string) => void): () => void {
  const pasted = (event: ClipboardEvent) => {
    const text = pastedText(event)
    if (!hasLink(text)) return
    event.preventDefault()
    listener(text)
  }
  document.addEventListener('paste', pasted)
  return () => document.removeEventListener('paste', pasted)
}
