import { AuthClient } from '@supabase/auth-js'
import { STORAGE_KEYS } from './stored.ts'

/** The auth service's client, which keeps the session in local storage and refreshes it. A lazy file of its own: it is large. */
export function openAuthClient(anonKey: string): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: anonKey },
    storageKey: STORAGE_KEYS.session,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    experimental: { passkey: true },
    // The service writes its mails in the language of the request: the app's, not the browser's.
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('accept-language', document.documentElement.lang)
      const answer = await fetch(input, { ...init, headers })
      // The client ends the session at a refusal of which it does not know that it passes.
      const isTooMany = answer.status === 429 && answer.url.includes('grant_type=refresh_token')
      return isTooMany ? new Response(answer.body, { status: 503 }) : answer
    },
  })
}
