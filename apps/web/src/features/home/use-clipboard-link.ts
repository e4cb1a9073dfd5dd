import { hasLink } from '@antojo/domain/links/link-start'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { useEffect, useState } from 'react'
import { offeredLinks, rememberOffered } from '../../entities/pipeline/offered-links.ts'
import type { Rest } from '../../lib/api/rest.ts'
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
  const params = new URLSearchParams(location.search)
  if (!params.has('add')) return
  params.delete('add')
  const rest = params.toString()
  history.replaceState(history.state, '', location.pathname + (rest === '' ? '' : `?${rest}`))
}

/** The link to offer until it is taken or dismissed: one shared by another app, or a new one on the clipboard, read 1.2 s after the first press. */
export function useClipboardLink(): readonly [string | null, () => void] {
  const { rest } = useServices()
  const [link, setLink] = useState(sharedLink)
  useEffect(clearAddress, [])
  useEffect(() => {
    let timer = 0
    const pressed = () => {
      timer = window.setTimeout(() => void newClipboardLink(rest).then(setLink), PROMPT_DELAY_MS)
    }
    addEventListener('pointerdown', pressed, { once: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', pressed)
    }
  }, [rest])
  const forget = () => {
    if (link !== null) void urlsOf(link).then(rememberOffered)
    setLink(null)
  }
  return [link, forget]
}

/** The clipboard's link, unless it was offered before or the collection has it. */
async function newClipboardLink(rest: Rest): Promise<string | null> {
  const text = await clipboardLink()
  if (text === null) return null
  const urls = await urlsOf(text)
  const before = offeredLinks()
  if (urls.every((url) => before.includes(url))) return null
  const { parseLink } = await import('@antojo/domain/links/link')
  const names = urls.flatMap((url) => {
    const link = parseLink(url)
    return link !== null && 'canonicalUrl' in link ? [url, link.canonicalUrl] : [url]
  })
  const list = `(${names.map((name) => JSON.stringify(name)).join(',')})`
  const { data } = await rest
    .from('videos')
    .select('id')
    .or(`video_url.in.${list},canonical_url.in.${list}`)
    .limit(urls.length)
  return data !== null && data.length >= urls.length ? null : text
}
