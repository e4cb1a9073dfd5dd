/** Where the service worker leaves a picture or clip that another app shared. */
const sharedCache = 'shared'
const sharedFile = '/shared-file'

/** The shared file, once; null when this page was not opened by sharing one. */
export async function takeSharedFile(): Promise<Blob | null> {
  if (!new URLSearchParams(location.search).has('shared')) return null
  history.replaceState(history.state, '', location.pathname)
  try {
    const cache = await caches.open(sharedCache)
    const response = await cache.match(sharedFile)
    await cache.delete(sharedFile)
    return response ? await response.blob() : null
  } catch {
    return null
  }
}
