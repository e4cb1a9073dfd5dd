import { clientsClaim } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isOurPage } from './our-page.ts'
import { receiveShare } from './share-target.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | PrecacheEntry)[] }

const PAGE_TIMEOUT_S = 4
const PICTURE_CACHE = 'pictures'
const MAX_PICTURES = 400
const PICTURE_MAX_AGE_S = 30 * 24 * 3600

/** The page comes from the network, because each copy carries a new nonce. Offline, the stored copy opens. */
const PAGE_PATH = '/'
const pages = new NetworkFirst({
  cacheName: 'pages',
  networkTimeoutSeconds: PAGE_TIMEOUT_S,
  plugins: [
    {
      // Every screen is the same page, so one copy is enough.
      cacheKeyWillBeUsed: async () => PAGE_PATH,
      cacheWillUpdate: async ({ response }) => (isOurPage(response) ? response : null),
    },
  ],
})

void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
// oxlint-disable-next-line no-underscore-dangle -- Workbox replaces this name with the list of files
precacheAndRoute(self.__WB_MANIFEST)

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage())
})

registerRoute(({ request, url }) => request.mode === 'navigate' && !isServer(url.pathname), pages)

// Files with a hash in their name never change, so the first copy is kept.
registerRoute(
  ({ url }) => isOwn(url) && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'assets' }),
)

registerRoute(
  ({ url }) => isOwn(url) && url.pathname === '/img',
  new CacheFirst({
    cacheName: PICTURE_CACHE,
    plugins: [
      new ExpirationPlugin({
        maxEntries: MAX_PICTURES,
        maxAgeSeconds: PICTURE_MAX_AGE_S,
        purgeOnQuotaError: true,
      }),
    ],
  }),
)

// The page has removed the caches that held data of an account. This removes the record of the picture URLs too, and
// stores a page without anybody's list in its head, so that the app still starts offline.
self.addEventListener('message', (event) => {
  if (event.data !== 'account forgotten') return
  event.waitUntil(new CacheExpiration(PICTURE_CACHE, { maxEntries: MAX_PICTURES }).delete())
  event.waitUntil(keepPage())
})

registerRoute(({ url }) => isOwn(url) && url.pathname === '/share', receiveShare, 'POST')

async function keepPage(): Promise<void> {
  const response = await fetch(PAGE_PATH)
  if (isOurPage(response)) await (await caches.open('pages')).put(PAGE_PATH, response)
}

function isOwn(url: URL): boolean {
  return url.origin === self.location.origin
}

function isServer(path: string): boolean {
  return /^\/(?:auth|rest|functions)\/v1\/|^\/(?:img|oembed|places|metrics|healthz|readyz|admin\/metrics|handbook|preview\/|(?:shared|api|openapi\.json)$)/.test(
    path,
  )
}
