import { hasLink } from '@antojo/domain/links/link-start'
import { isRecord } from '@antojo/domain/unknown-values'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { useEffect, useState } from 'react'
import { offeredLinks, rememberOffered } from '../../entities/pipeline/offered-links.ts'
import { readBody } from '../../lib/api/api.ts'
import type { ServerRequest } from '../../lib/api/request.ts'
import { readClipboard } from '../../lib/device/clipboard.ts'
import { useServices } from '../../lib/services.tsx'

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
  const [url] = hasLink(text) ? await urlsOf(text) : []
  return url !== undefined && platformOfUrl(url) !== 'Other' ? text : null
}

async function urlsOf(text: string): Promise<string[]> {
  const { findUrls } = await import('@antojo/domain/links/find-urls')
  return findUrls(text)
}

/** The text with a link that another app shared; the service worker put it into the URL. */
function sharedLink(): string | null {
  const shared = new URLSearchParams(location.search).get('add')
  return shared !== null && hasLink(shared) ? shared : null
}

function clearAddress(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('add')) return
  address.searchParams.delete('add')
  history.replaceState(history.state, '', address)
}

/** The link to offer until it is taken or dismissed: one shared by another app, or a new one on the clipboard, read 1.2 s after the first press. */
export function useClipboardLink(): readonly [string | null, () => void] {
  const { request } = useServices()
  const [link, setLink] = useState(sharedLink)
  useEffect(clearAddress, [])
  useEffect(() => {
    let timer = 0
    const offer = () => void newClipboardLink(request, offeredLinks()).then(setLink)
    const pressed = () => {
      timer = window.setTimeout(offer, PROMPT_DELAY_MS)
    }
    addEventListener('pointerdown', pressed, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', pressed)
    }
  }, [request])
  const forget = () => {
    if (link !== null) void urlsOf(link).then(rememberOffered)
    setLink(null)
  }
  return [link, forget]
}

/** The clipboard's link, unless all its links are among `before` or the collection has them, as the server knows. */
export async function newClipboardLink(
  request: ServerRequest,
  before: readonly string[] = [],
): Promise<string | null> {
  const text = await clipboardLink()
  if (text === null) return null
  for (const url of await urlsOf(text)) {
    const isKnown = before.includes(url) || (await isSaved(request, url).catch(() => false))
    if (!isKnown) return text
  }
  return null
}

async function isSaved(request: ServerRequest, url: string): Promise<boolean> {
  const body = await readBody(await request(`/videos/saved?${new URLSearchParams({ url })}`))
  return isRecord(body) && body['saved'] === true
}
