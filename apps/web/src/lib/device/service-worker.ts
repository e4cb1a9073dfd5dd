import { serviceWorkerUrl } from './trusted-types.ts'

/** Lets the app open without network; in development the files change too often for that. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  addEventListener('load', () => {
    navigator.serviceWorker.register(serviceWorkerUrl()).catch(() => {
      // Private mode may refuse it; the app works all the same while there is network.
    })
  })
}
