/**
 * Browsers with Trusted Types reject a text that would become markup or a script unless one of these policies returned it
 * (`trusted-types` in the server's content security policy names them). The return types are `string`, because TypeScript's
 * DOM types have no trusted types.
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

/** Parses markup into a separate document, which runs no script and loads nothing. */
export function parseInert(markup: string): Document {
  return new DOMParser().parseFromString(inert?.createHTML(markup) ?? markup, 'text/html')
}

/** For the function above only: the policy changes nothing, so its result is not safe elsewhere. */
const inert: Policy | undefined = window.trustedTypes?.createPolicy('antojo-inert', {
  createHTML: (text) => text,
})

/**
 * Allows a library without support for Trusted Types to start its worker from this URL, with any query, and no other script
 * or markup.
 */
export function allowWorker(url: string): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (asked) => (asked.split('?')[0] === url ? asked : null),
  })
}
