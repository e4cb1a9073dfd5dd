import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  fetchProtectedResource,
  fetchUserInfo,
} from 'openid-client'
import { z } from 'zod'
import type { ExternalProfile } from '../accounts/external-sign-in.ts'
import type { OAuth2ProviderSettings, OidcProviderSettings, ProviderSettings } from '../settings.ts'

/** The secrets of one round trip to a provider. */
export interface RoundTrip {
  redirectUri: string
  state: string
  verifier: string
  nonce: string
}

export interface ProviderResult {
  profile: ExternalProfile
  accessToken: string
  refreshToken: string | undefined
}

/** An outside identity provider, over OAuth 2 or OpenID Connect. */
export interface OAuthProvider {
  readonly name: string
  authorizationUrl(trip: RoundTrip, wish: { scopes: string[]; params: Record<string, string> }): Promise<URL>
  /** Redeems the code that the provider sent. Throws when state, nonce, PKCE or tokens do not fit. */
  exchange(callback: URL, trip: RoundTrip): Promise<ProviderResult>
}

export type FindProvider = (name: string) => OAuthProvider | undefined

/** The configured providers. An OpenID Connect issuer is looked up on first use. */
export function createProviders(
  settings: Readonly<Record<string, ProviderSettings>>,
  fetcher: typeof fetch,
): FindProvider {
  const providers = new Map(
    Object.entries(settings).map(([name, each]) => [
      name,
      each.kind === 'oidc' ? oidcProvider(name, each, fetcher) : oauth2Provider(name, each, fetcher),
    ]),
  )
  return (name) => providers.get(name)
}

function oidcProvider(name: string, settings: OidcProviderSettings, fetcher: typeof fetch): OAuthProvider {
  const configuration = onceUntilFailure(() => discoverIssuer(settings, fetcher))
  return {
    name,
    async authorizationUrl(trip, wish) {
      const scopes = new Set([...settings.scopes, ...wish.scopes])
      return buildAuthorizationUrl(await configuration(), {
        ...wish.params,
        ...(await requestParams(trip, scopes)),
        nonce: trip.nonce,
      })
    },
    async exchange(callback, trip) {
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, callback, {
        expectedState: trip.state,
        expectedNonce: trip.nonce,
        pkceCodeVerifier: trip.verifier,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      if (idToken === undefined) throw new Error('the provider sent no ID token')
      const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = hasUserInfo ? await fetchUserInfo(config, tokens.access_token, idToken.sub) : {}
      const profile = profileOf(name, { ...idToken, ...userInfo }, false)
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
    },
  }
}

function oauth2Provider(
  name: string,
  settings: OAuth2ProviderSettings,
  fetcher: typeof fetch,
): OAuthProvider {
  const config = new Configuration(
    {
      issuer: new URL(settings.authorizationEndpoint).origin,
      authorization_endpoint: settings.authorizationEndpoint,
      token_endpoint: settings.tokenEndpoint,
    },
    settings.clientId,
    settings.clientSecret,
  )
  prepare(config, settings.tokenEndpoint, fetcher)
  return {
    name,
    async authorizationUrl(trip, wish) {
      const scopes = new Set([...settings.scopes, ...wish.scopes])
      return buildAuthorizationUrl(config, { ...wish.params, ...(await requestParams(trip, scopes)) })
    },
    async exchange(callback, trip) {
      const tokens = await authorizationCodeGrant(config, callback, {
        expectedState: trip.state,
        pkceCodeVerifier: trip.verifier,
      })
      const endpoint = new URL(settings.userinfoEndpoint)
      const answer = await fetchProtectedResource(config, tokens.access_token, endpoint, 'GET')
      if (!answer.ok) throw new Error(`the provider answered ${answer.status} to the request for the profile`)
      const profile = profileOf(name, await answer.json(), settings.emailsAreVerified)
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
    },
  }
}

/** The issuer's endpoints and keys, shared with the verifier of ID tokens. */
export async function discoverIssuer(
  settings: OidcProviderSettings,
  fetcher: typeof fetch,
): Promise<Configuration> {
  const config = await discovery(
    new URL(settings.issuer),
    settings.clientId,
    settings.clientSecret,
    undefined,
    {
      [customFetch]: adapt(fetcher),
      ...(isLoopback(settings.issuer) ? { execute: [allowInsecureRequests] } : {}),
    },
  )
  prepare(config, settings.issuer, fetcher)
  return config
}

function prepare(config: Configuration, url: string, fetcher: typeof fetch): void {
  config[customFetch] = adapt(fetcher)
  if (isLoopback(url)) allowInsecureRequests(config)
}

function adapt(fetcher: typeof fetch): CustomFetch {
  return (url, { body, signal, ...options }) =>
    fetcher(url, {
      ...options,
      body: body instanceof Uint8Array ? Uint8Array.from(body) : (body ?? null),
      ...(signal === undefined ? {} : { signal }),
    })
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

async function requestParams(trip: RoundTrip, scopes: Set<string>): Promise<Record<string, string>> {
  return {
    redirect_uri: trip.redirectUri,
    scope: [...scopes].join(' '),
    state: trip.state,
    code_challenge: await calculatePKCECodeChallenge(trip.verifier),
    code_challenge_method: 'S256',
  }
}

const text = z.string().optional().catch(undefined)
const claimsSchema = z.object({
  sub: text,
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  iss: text,
  email: z.email({ pattern: z.regexes.html5Email }).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: text,
  preferred_username: text,
  picture: z
    .union([
      z.string(),
      z.object({ data: z.object({ url: z.string() }) }).transform((picture) => picture.data.url),
    ])
    .optional()
    .catch(undefined),
})

/** A profile from the claims of an ID token, userinfo endpoint or graph API. */
export function profileOf(provider: string, claims: unknown, emailsAreVerified: boolean): ExternalProfile {
  const read = claimsSchema.parse(claims)
  const subject = read.sub ?? (read.id === undefined ? undefined : String(read.id))
  if (subject === undefined) throw new Error('the provider named no subject')
  const email = read.email?.toLowerCase()
  const emailVerified = email !== undefined && (emailsAreVerified || read.email_verified === true)
  const details = {
    iss: read.iss,
    email,
    name: read.name,
    full_name: read.name,
    preferred_username: read.preferred_username,
    picture: read.picture,
    avatar_url: read.picture,
  }
  const given = Object.entries(details).filter(([, value]) => value !== undefined)
  return {
    provider,
    providerId: subject,
    email,
    emailVerified,
    data: {
      ...Object.fromEntries(given),
      sub: subject,
      provider_id: subject,
      email_verified: emailVerified,
      phone_verified: false,
    },
  }
}

/** Runs once and keeps the result; a failure is not kept. */
export function onceUntilFailure<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
