import { isRecord } from '@antojo/domain/unknown-values'
import type { AuthClient, Session as AuthSession, User } from '@supabase/auth-js'
import { STORAGE_KEYS } from './stored.ts'

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

export type SessionStore = Readonly<ReturnType<typeof createSessionStore>>

/** How long before its expiry a token is refreshed: three ticks of the auth client (spec §9). */
const REFRESH_AHEAD_S = 90

/**
 * Creates the store from which React reads the session. A stored session is used as it is. The auth client, a fifth of the
 * app's size, is loaded only to sign in or out, to finish a sign-in that returns in the URL, and to refresh the token.
 */
export function createSessionStore(anonKey: () => Promise<string>) {
  let session = readStored()
  let wasGuest = usable(session) === null
  let loading: Promise<Client> | null = null
  const listeners = new Set<() => void>()

  const publish = (next: Session | null) => {
    if (next?.accessToken === session?.accessToken && next?.user.email === session?.user.email) return
    session = next
    wasGuest ||= usable(next) === null
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
    /** Null for a guest, while the code of the second step is missing, and while a deletion is pending. */
    current: () => usable(session),
    /** True when this page had no session before, so that the person has just signed in. */
    wasGuest: () => wasGuest,
    /** Id of the account that signed in on this device, also while the code of its second step is missing. */
    account: () => session?.user.id ?? null,
    /** True after the right password, until the code of the second step follows. */
    needsCode: () => session?.needsCode === true,
    /** When the signed-in account will be deleted unless it is restored; until then the person is treated as a guest. */
    deleteAfter: () => (session?.needsCode === false ? session.deleteAfter : null),
    /** The error with which a sign-in provider sent the person back. */
    refusal,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The full auth client, loaded on first use so that it does not slow the first paint. */
    client,
    /** Removes the session of a deleted account locally; the auth service no longer has anything to sign out. */
    forget: () => {
      localStorage.removeItem(STORAGE_KEYS.session)
      publish(null)
    },
    /** A token that is valid for at least 30 more seconds, refreshed if necessary; null when signed out. */
    accessToken: async () => {
      const now = usable(session)
      if (!now) return null
      if (now.expiresAt - Date.now() / 1000 > REFRESH_AHEAD_S / 3) return now.accessToken
      const auth = await client()
      return (await auth.getSession()).data.session?.access_token ?? null
    },
  }
}

/** Loads the client. `onChange` receives each session; the first one is also null when the network is unavailable. */
async function openClient(
  anonKey: () => Promise<string>,
  onChange: (next: Session | null, isFirst: boolean) => void,
): Promise<Client> {
  const [{ openAuthClient }, key] = await Promise.all([import('./auth-client.ts'), anonKey()])
  const client = openAuthClient(key)
  client.onAuthStateChange((event, next) => onChange(sessionOf(next), event === 'INITIAL_SESSION'))
  return client
}

/** The session if it may use the product: the second step is done and no deletion is pending. */
function usable(session: Session | null): Session | null {
  return session === null || session.needsCode || session.deleteAfter !== null ? null : session
}

function refusalIn({ search, hash }: Location): string | null {
  for (const part of [search, hash.replace('#', '?')]) {
    const said = new URLSearchParams(part)
    if (said.has('error_description')) return said.get('error_code') ?? ''
  }
  return null
}

/** Removes the refusal from the URL: there it would end the next session at the next reload. */
async function forgetRefusal(auth: Client): Promise<void> {
  await auth.initialize()
  if (refusalIn(location) === null) return
  const params = new URLSearchParams(location.search)
  for (const name of ['error', 'error_code', 'error_description']) params.delete(name)
  history.replaceState(history.state, '', `${location.pathname}?${params}`.replace(/\?$/, ''))
}

function readStored(): Session | null {
  try {
    return sessionOf(JSON.parse(localStorage.getItem(STORAGE_KEYS.session) ?? 'null'))
  } catch {
    return null
  }
}

/** Reads a session of the auth client; null when it is incomplete. */
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

/** True when the person has a verified factor but the token was issued without it (assurance level aal1). */
function needsCodeFor(user: Partial<User>, token: string): boolean {
  if (user.factors?.some(({ status }) => status === 'verified') !== true) return false
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return isRecord(claims) && claims['aal'] === 'aal1'
  } catch {
    return true
  }
}

/** Our auth service adds `delete_after` to the user; the client's types do not have it. */
function deleteAfterOf(user: object): string | null {
  return 'delete_after' in user && typeof user.delete_after === 'string' ? user.delete_after : null
}
