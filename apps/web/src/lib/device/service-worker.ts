import { serviceWorkerUrl } from './trusted-types.ts'

/** Registers the service worker, with which the app opens offline. Not in development, where the files change too often. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  addEventListener('load', () => {
    navigator.serviceWorker.register(serviceWorkerUrl()).catch(() => {
      // Private mode may refuse it; the app still works online.
    })
  })
}
