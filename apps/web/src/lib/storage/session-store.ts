import type { AuthClient, Session as AuthSession, User } from '@supabase/auth-js'
import { STORAGE_KEYS } from './storage-keys.ts'

type Client = InstanceType<typeof AuthClient>

export interface Session {
  readonly accessToken: string
  /** Seconds since 1970. */
  readonly expiresAt: number
  readonly user: { readonly id: string; readonly email: string; readonly createdAt: string }
  readonly needsCode: boolean
  /** When the account will be deleted; until then its owner may restore it. */
  readonly deleteAfter: string | null
}

export interface Refusal {
  /** The auth service's code; empty when there is none. */
  readonly code: string
  readonly text: string
}

export interface SessionStore {
  /** Null for a guest, and for who still owes the code of their second step. */
  readonly current: () => Session | null
  /** Id of the account that signed in on this device, also while it owes the code of its second step. */
  readonly account: () => string | null
  /** True while the password was right and the code of the second step is still to come. */
  readonly needsCode: () => boolean
  /** When the account that signed in will be deleted, unless it is restored: until then the person is a guest. */
  readonly deleteAfter: () => string | null
  /** What was said when a provider sent the person back without a session. */
  readonly refusal: Refusal | null
  readonly subscribe: (listener: () => void) => () => void
  /** A token that is valid for at least 30 s more, refreshed if need be; null when signed out. */
  readonly accessToken: () => Promise<string | null>
  /** Drops the session of an account that is no more: the auth service would know nothing to sign out. */
  readonly forget: () => void
  /** The full client, loaded on first use so that it does not weigh on the first paint. */
  readonly client: () => Promise<Client>
}

/** Seconds before its end from which a token is refreshed: three ticks of the auth client (spec §9). */
const REFRESH_AHEAD_S = 90

/**
 * The session as React reads it. A stored session is used as it is; the auth client, a fifth of the app's weight,
 * is loaded only to sign in or out, for a sign-in that comes back in the address, and when a refresh is near.
 */
export function createSessionStore(anonKey: () => Promise<string>): SessionStore {
  let session = readStored()
  let loading: Promise<Client> | null = null
  const listeners = new Set<() => void>()

  const publish = (next: Session | null) => {
    if (next?.accessToken === session?.accessToken && next?.user.email === session?.user.email) return
    session = next
    for (const listener of listeners) listener()
  }

  const client = () => {
    loading ??= openClient(anonKey, (next, isFirst) => {
      if (isFirst && !next && session && !navigator.onLine) return
      publish(next)
    }).catch((cause: unknown) => {
      loading = null
      throw cause
    })
    return loading
  }

  const refreshInTime = () => {
    if (!session) return
    const waitMs = (session.expiresAt - REFRESH_AHEAD_S) * 1000 - Date.now()
    setTimeout(() => void client().catch(() => undefined), Math.max(0, waitMs))
  }
  const refusal = refusalIn(location)
  if (/[?&#](code|access_token|error_description)=/.test(location.href))
    void client().then(forgetRefusal, () => undefined)
  else refreshInTime()
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEYS.session || event.key === null) publish(readStored())
  })

  return {
    current: () => usable(session),
    account: () => session?.user.id ?? null,
    needsCode: () => session?.needsCode === true,
    deleteAfter: () => (session?.needsCode === false ? session.deleteAfter : null),
    refusal,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    client,
    forget() {
      localStorage.removeItem(STORAGE_KEYS.session)
      publish(null)
    },
    async accessToken() {
      const now = usable(session)
      if (!now) return null
      if (now.expiresAt - Date.now() / 1000 > REFRESH_AHEAD_S / 3) return now.accessToken
      const auth = await client()
      return (await auth.getSession()).data.session?.access_token ?? null
    },
  }
}

/** Loads the client. `onChange` gets each session; the first one is null too when the network is away. */
async function openClient(
  anonKey: () => Promise<string>,
  onChange: (next: Session | null, isFirst: boolean) => void,
): Promise<Client> {
  const [{ openAuthClient }, key] = await Promise.all([import('./auth-client.ts'), anonKey()])
  const client = openAuthClient(key)
  client.onAuthStateChange((event, next) => onChange(sessionOf(next), event === 'INITIAL_SESSION'))
  return client
}

/** The session of a person who may use the product: the second step is done and no deletion is under way. */
function usable(session: Session | null): Session | null {
  return session === null || session.needsCode || session.deleteAfter !== null ? null : session
}

function refusalIn({ search, hash }: Location): Refusal | null {
  for (const part of [search, hash.replace('#', '?')]) {
    const said = new URLSearchParams(part)
    const text = said.get('error_description')
    if (text !== null) return { code: said.get('error_code') ?? '', text: text.slice(0, 200) }
  }
  return null
}

/** Left in the address, the refusal would end the next session at the next reload. */
async function forgetRefusal(auth: Client): Promise<void> {
  await auth.initialize()
  if (refusalIn(location) !== null) history.replaceState(history.state, '', location.pathname)
}

function readStored(): Session | null {
  try {
    return sessionOf(JSON.parse(localStorage.getItem(STORAGE_KEYS.session) ?? 'null'))
  } catch {
    return null
  }
}

/** The session as the auth client gives and stores it; null when it is none. */
function sessionOf(given: Partial<AuthSession> | null): Session | null {
  if (!given?.access_token || !given.user?.id || !given.refresh_token) return null
  const { user, access_token: accessToken } = given
  return {
    accessToken,
    expiresAt: given.expires_at ?? 0,
    user: { id: user.id, email: user.email ?? '', createdAt: user.created_at ?? '' },
    needsCode: needsCodeFor(user, accessToken),
    deleteAfter: deleteAfterOf(user),
  }
}

/** A verified factor, and a token that was given without it (assurance level aal1). */
function needsCodeFor(user: Partial<User>, token: string): boolean {
  if (user.factors?.some(({ status }) => status === 'verified') !== true) return false
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null && 'aal' in claims && claims.aal === 'aal1'
  } catch {
    return true
  }
}

/** The auth service adds it to the user of its wire format. */
function deleteAfterOf(user: object): string | null {
  return 'delete_after' in user && typeof user.delete_after === 'string' ? user.delete_after : null
}
