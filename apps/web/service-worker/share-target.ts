import { hasLink } from '@antojo/domain/links/link-start'

/** Cache and keys where the page finds a shared text, and shared pictures and clips. */
const SHARED_CACHE = 'shared'
const SHARED_TEXT = '/shared-text'
const SHARED_FILE = '/shared-file'
const MAX_FILES = 5
const MAX_TEXT = 2000
const ANSWER_MS = 3000

/**
 * Web Share Target: other apps send links (Android puts them into the text, with the caption) and screenshots. A link wins
 * over the pictures that come with it, which are a hint about its place. Only the server sees whether a site started the
 * request; when it is out of reach, the page asks before it adds anything.
 */
export async function receiveShare({ request }: { request: Request }): Promise<Response> {
  const form = await request.formData()
  const text = ['url', 'text', 'title']
    .flatMap((name) => {
      const part = form.get(name)
      return typeof part === 'string' && part !== '' ? [part] : []
    })
    .join(' ')
    .slice(0, MAX_TEXT)
  const files = form.getAll('media').filter((file) => file instanceof File && file.size > 0)
  await caches.delete(SHARED_CACHE)
  const cache = await caches.open(SHARED_CACHE)
  await cache.put(SHARED_TEXT, new Response(text))
  for (const [index, file] of files.slice(0, MAX_FILES).entries())
    if (file instanceof File)
      await cache.put(
        index === 0 ? SHARED_FILE : `${SHARED_FILE}-${index}`,
        new Response(file, { headers: { 'content-type': file.type } }),
      )
  if (files.length > 0 && !hasLink(text)) return Response.redirect('/find?shared=1', 303)
  const query = encodeURIComponent(text)
  return Response.redirect((await answers()) ? `/shared?text=${query}` : `/?add=${query}`, 303)
}

async function answers(): Promise<boolean> {
  const answer = await fetch('/healthz', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  return answer?.ok === true
}
