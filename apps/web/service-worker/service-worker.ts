import { clientsClaim } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { isOurPage } from './our-page.ts'
import { receiveShare } from './share-target.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | PrecacheEntry)[] }

const pageTimeoutS = 4
const pictures = 'pictures'
const mostPictures = 400
const picturesFor = 30 * 24 * 3600

/** The page comes from the network while there is one: it carries a nonce of its own. The last one stands in. */
const pagePath = '/'
const pages = new NetworkFirst({
  cacheName: 'pages',
  networkTimeoutSeconds: pageTimeoutS,
  plugins: [
    {
      // Every screen is the same page, so one copy serves them all.
      cacheKeyWillBeUsed: async () => pagePath,
      cacheWillUpdate: async ({ response }) => (isOurPage(response) ? response : null),
    },
  ],
})

void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
// oxlint-disable-next-line no-underscore-dangle -- Workbox puts the list of files in the place of this name
precacheAndRoute(self.__WB_MANIFEST)

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage())
})

registerRoute(({ request, url }) => request.mode === 'navigate' && !isServer(url.pathname), pages)

// Files with a hash in their name never change: what was used once is there without network.
registerRoute(
  ({ url }) => isOwn(url) && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'assets' }),
)

registerRoute(
  ({ url }) => isOwn(url) && url.pathname === '/img',
  new CacheFirst({
    cacheName: pictures,
    plugins: [
      new ExpirationPlugin({ maxEntries: mostPictures, maxAgeSeconds: picturesFor, purgeOnQuotaError: true }),
    ],
  }),
)

// The page has removed the caches with something of an account in them: the record of the pictures' addresses goes too,
// and a page that shows nobody's list stands ready for a start without network.
self.addEventListener('message', (event) => {
  if (event.data !== 'account forgotten') return
  event.waitUntil(new CacheExpiration(pictures, { maxEntries: mostPictures }).delete())
  event.waitUntil(keepPage())
})

registerRoute(({ url }) => isOwn(url) && url.pathname === '/share', receiveShare, 'POST')

async function keepPage(): Promise<void> {
  const response = await fetch(pagePath)
  if (isOurPage(response)) await (await caches.open('pages')).put(pagePath, response)
}

function isOwn(url: URL): boolean {
  return url.origin === self.location.origin
}

function isServer(path: string): boolean {
  return /^\/(?:auth|rest|functions)\/v1\/|^\/(?:img|oembed|places|metrics|healthz|readyz|admin\/metrics)/.test(
    path,
  )
}
