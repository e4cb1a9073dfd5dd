import { captureResponse, SHARED_COOKIE } from '@antojo/contract/account'
import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent } from 'react'
import { fetchJson } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { useWish } from '../../lib/navigation/entered.ts'
import { useServices, type Services } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { videoCache } from '../../entities/video/video-cache.ts'
import { deleteVideos, removalFrom } from '../../entities/video/delete-video.ts'
import { videoOf } from '../../entities/video/video.ts'

const SHARED_CACHE = 'shared'
const SHARED_TEXT = '/shared-text'
const SHARED_FILE = '/shared-file'
const NOTICE_MS = 8000

interface AddSharedProps {
  readonly text: string
  /** Called when the text is the person's own, and nothing needs to be asked. */
  readonly onOwn: () => void
  /** Called when a guest added the text before signing in, and when the links could not be sent. */
  readonly onAdd: () => void
}

/** Saves a text at once that the person shared, or added before signing in, themselves. Shows nothing. */
export function AddShared({ text, onOwn, onAdd }: AddSharedProps) {
  const services = useServices()
  const save = useEffectEvent(async () => {
    if (!(await isOwnShare(text))) return
    onOwn()
    await addShared(services, text).catch(onAdd)
  })
  useEffect(() => void save(), [])
  useWish('add', () => {
    onOwn()
    onAdd()
  })
  return null
}

/**
 * True when the person themselves shared this text a moment ago: it came through the share menu, by the service worker's
 * word, and no site sent it, by the server's. Each answers once.
 */
async function isOwnShare(text: string): Promise<boolean> {
  const cookie = document.cookie.split('; ').find((each) => each.startsWith(`${SHARED_COOKIE}=`))
  const cache = await caches.open(SHARED_CACHE).catch(() => null)
  const received = await (await cache?.match(SHARED_TEXT))?.text()
  await cache?.delete(SHARED_TEXT)
  if (cookie === undefined || received !== text) return false
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is missing in Firefox
  document.cookie = `${SHARED_COOKIE}=; Path=/; Secure; SameSite=Strict; Max-Age=0`
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const code = btoa(String.fromCharCode(...hash))
  const expected = code.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return cookie.slice(SHARED_COOKIE.length + 1) === expected
}

/** Saves all links of a shared text, with the pictures that came with it, and offers to undo that. */
async function addShared(services: Services, text: string): Promise<void> {
  const form = new FormData()
  form.set('text', text)
  for (const [index, file] of (await sharedFiles()).entries())
    form.set(`media${index}`, file, `media${index}`)
  const { videos, added, notTaken } = await fetchJson(services, captureResponse, '/functions/v1/capture', {
    method: 'POST',
    body: form,
  })
  const cache = videoCache(services.queries)
  const rows = videos.flatMap((row) => videoOf(row) ?? [])
  for (const video of rows) cache.putFirst(video)
  cache.announce()
  const undo = () =>
    deleteVideos({
      rest: services.rest,
      cache: removalFrom(services.queries),
      videos: rows.filter(({ id }) => added.includes(id)),
      onSettled: () => undefined,
    })
  const action = added.length === 0 ? {} : { action: { label: m.undo(), run: undo } }
  toast.success(m.shared_saved({ n: videos.length }), { duration: NOTICE_MS, ...action })
  for (const { error } of notTaken) toast.error(errorText(error, m.error_network()))
}

async function sharedFiles(): Promise<readonly Blob[]> {
  try {
    const cache = await caches.open(SHARED_CACHE)
    const files: Blob[] = []
    for (const request of await cache.keys()) {
      const response = request.url.includes(SHARED_FILE) ? await cache.match(request) : undefined
      if (response) files.push(await response.blob())
      await cache.delete(request)
    }
    return files
  } catch {
    return []
  }
}
