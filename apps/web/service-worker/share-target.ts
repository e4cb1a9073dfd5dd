/** Cache and key where the page finds a shared picture or clip. */
const SHARED_CACHE = 'shared'
const SHARED_FILE = '/shared-file'

/**
 * Web Share Target: other apps send a link (Android puts it into the text, with the caption) or a screenshot. A link wins
 * over the picture that comes with it, which is its preview. The page then asks for confirmation before it adds anything,
 * because any site can send such a request.
 */
export async function receiveShare({ request }: { request: Request }): Promise<Response> {
  const form = await request.formData()
  const text = ['url', 'text', 'title']
    .map((name) => form.get(name))
    .filter((part) => typeof part === 'string')
    .join(' ')
  const file = form.get('media')
  if (file instanceof File && file.size > 0 && !/https?:\/\//iu.test(text)) {
    const cache = await caches.open(SHARED_CACHE)
    await cache.put(SHARED_FILE, new Response(file, { headers: { 'content-type': file.type } }))
    return Response.redirect('/find?shared=1', 303)
  }
  return Response.redirect(`/?add=${encodeURIComponent(text.slice(0, 2000))}`, 303)
}
