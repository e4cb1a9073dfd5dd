const SERVICE_WORKER_URL = '/service-worker.js'

/** Registers the service worker, with which the app opens offline. Not in development, where the files change too often. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  addEventListener('load', () => {
    navigator.serviceWorker.register(serviceWorkerUrl()).catch(() => {
      // Private mode may refuse it; the app still works online.
    })
  })
}

/**
 * The service worker's URL, as a trusted value where the browser requires one. Not in `trusted-types.ts`, whose other parts
 * the first load does not need.
 */
function serviceWorkerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('antojo-service-worker', {
    createScriptURL: () => SERVICE_WORKER_URL,
  })
  return policy?.createScriptURL('') ?? SERVICE_WORKER_URL
}
