/** Cache and keys where the page finds shared pictures and clips. */
const SHARED_CACHE = 'shared'
const SHARED_FILE = '/shared-file'
const MAX_FILES = 5

/**
 * Web Share Target: other apps send links (Android puts them into the text, with the caption) and screenshots. A link wins
 * over the pictures that come with it, which are a hint about its place. Only the server can see whether a site started the
 * request; without it, the page asks before it adds anything.
 */
export async function receiveShare({ request }: { request: Request }): Promise<Response> {
  const form = await request.clone().formData()
  const text = ['url', 'text', 'title']
    .map((name) => form.get(name))
    .filter((part) => typeof part === 'string')
    .join(' ')
  const files = form.getAll('media').filter((file) => file instanceof File && file.size > 0)
  await caches.delete(SHARED_CACHE)
  const cache = await caches.open(SHARED_CACHE)
  for (const [index, file] of files.slice(0, MAX_FILES).entries())
    if (file instanceof File)
      await cache.put(
        index === 0 ? SHARED_FILE : `${SHARED_FILE}-${index}`,
        new Response(file, { headers: { 'content-type': file.type } }),
      )
  if (files.length > 0 && !/https?:\/\//iu.test(text)) return Response.redirect('/find?shared=1', 303)
  const asking = Response.redirect(`/?add=${encodeURIComponent(text.slice(0, 2000))}`, 303)
  const answer = await fetch(request).catch(() => null)
  return answer === null || (answer.type !== 'opaqueredirect' && !answer.ok) ? asking : answer
}
