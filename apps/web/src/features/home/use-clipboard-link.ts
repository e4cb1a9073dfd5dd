import { findUrls } from '@antojo/domain/links/find-urls'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { useEffect, useState } from 'react'
import { readClipboard } from '../../lib/device/clipboard.ts'

/** Time after the first press (spec §9). */
const PROMPT_DELAY_MS = 1200
/** A longer text is no caption of a post. */
const MAX_TEXT_LENGTH = 5000

/** The text on the clipboard when its first link is a video's. Reads it only if the person allowed that before, so that no permission dialog appears. */
export async function clipboardLink(): Promise<string | null> {
  try {
    // @ts-expect-error -- Chromium's name, which TypeScript's list of permissions leaves out
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' })
    if (state !== 'granted') return null
  } catch {
    return null
  }
  const text = (await readClipboard())?.trim().slice(0, MAX_TEXT_LENGTH) ?? ''
  const [url] = findUrls(text)
  return url !== undefined && platformOfUrl(url) !== 'Other' ? text : null
}

/** The text with a link that another app shared; the service worker put it into the URL. */
function sharedLink(): string | null {
  const shared = new URLSearchParams(location.search).get('add')
  return shared !== null && findUrls(shared).length > 0 ? shared : null
}

function clearAddress(): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('add')) return
  params.delete('add')
  const rest = params.toString()
  history.replaceState(history.state, '', location.pathname + (rest === '' ? '' : `?${rest}`))
}

/** The link to offer until it is taken or dismissed: one shared by another app, or one on the clipboard, read 1.2 s after the first press. */
export function useClipboardLink(): readonly [string | null, () => void] {
  const [link, setLink] = useState(sharedLink)
  useEffect(clearAddress, [])
  useEffect(() => {
    let timer = 0
    const pressed = () => {
      timer = window.setTimeout(() => void clipboardLink().then(setLink), PROMPT_DELAY_MS)
    }
    addEventListener('pointerdown', pressed, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', pressed)
    }
  }, [])
  return [link, () => setLink(null)]
}
