/**
 * Browsers that know Trusted Types refuse text where it would become markup or a script, unless one of these policies
 * let it through (`trusted-types` in the server's content security policy names them). The types are those of the
 * places that take the values, which the DOM's own types call strings.
 */
interface Rules {
  readonly createHTML?: (markup: string) => string
  readonly createScriptURL?: (url: string) => string | null
}
interface Policy {
  createHTML(markup: string): string
  createScriptURL(url: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Policy }
  }
}

/** Reads markup into a document of its own, in which nothing runs and nothing is loaded. */
export function parseInert(markup: string): Document {
  return new DOMParser().parseFromString(inert?.createHTML(markup) ?? markup, 'text/html')
}

/** Known to nobody but the function above: what it lets through is not safe elsewhere. */
const inert: Policy | undefined = window.trustedTypes?.createPolicy('antojo-inert', {
  createHTML: (text) => text,
})

const SERVICE_WORKER_URL = '/service-worker.js'

/** The address of the service worker, to be registered. */
export function serviceWorkerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('antojo-service-worker', {
    createScriptURL: () => SERVICE_WORKER_URL,
  })
  return policy?.createScriptURL('') ?? SERVICE_WORKER_URL
}

/**
 * Lets a library that knows nothing of Trusted Types start its worker from this address, and nothing else pass: no
 * other script, no markup.
 */
export function allowWorker(url: string): void {
  window.trustedTypes?.createPolicy('default', { createScriptURL: (asked) => (asked === url ? asked : null) })
}
