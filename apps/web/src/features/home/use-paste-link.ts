import { hasLink } from '@antojo/domain/links/link-start'
import { m } from '@antojo/i18n/messages'
import type { ClipboardEvent } from 'react'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { toast } from '../../lib/view/toasts.ts'

/** Passes on the text on the clipboard when it has a link, or shows why there is none (spec §5). */
export function usePasteLink(onText: (text: string) => void): () => Promise<void> {
  return async () => {
    const text = await readClipboard()
    if (text === null) toast.error(m.clipboard_failed())
    else if (hasLink(text)) onText(inOneLine(text))
    else toast.info(m.clipboard_no_link())
  }
}

/** Keeps the links of several pasted lines apart: the browser removes line breaks from the text of an input. */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>, setText: (text: string) => void): void {
  const pasted = event.clipboardData.getData('text')
  if (!/\n/u.test(pasted.trim())) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const before = value.slice(0, selectionStart ?? value.length)
  setText(before + inOneLine(pasted) + value.slice(selectionEnd ?? value.length))
}

function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ')
}
