import { createRemoteJWKSet, customFetch as joseFetch, type JWTPayload, jwtVerify } from 'jose'
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
  type IDToken,
} from 'openid-client'
import { z } from 'zod'
import type { ExternalProfile } from '../accounts/ports.ts'
import { isLoopback } from '../network.ts'
import type { OAuth2ProviderSettings, OidcProviderSettings, ProviderSettings } from '../settings.ts'

/** The secrets of one round trip to a provider. */
export interface RoundTrip {
  redirectUri: string
  state: string
  verifier: string
  nonce: string
}

/** An outside identity provider, over OAuth 2 or OpenID Connect. */
export type OAuthProvider = ReturnType<typeof createProvider>

export type FindProvider = (name: string) => OAuthProvider | undefined

/** The configured providers. An OpenID Connect issuer is looked up on first use. */
export function createProviders(
  settings: Readonly<Record<string, ProviderSettings>>,
  fetcher: typeof fetch,
): FindProvider {
  const providers = new Map(
    Object.entries(settings).map(([name, each]) => [name, createProvider(name, each, fetcher)]),
  )
  return (name) => providers.get(name)
}

function createProvider(name: string, settings: ProviderSettings, fetcher: typeof fetch) {
  const isOidc = settings.kind === 'oidc'
  const configuration = onceUntilFailure(async () =>
    settings.kind === 'oidc' ? discoverIssuer(settings, fetcher) : configure(settings, fetcher),
  )
  return {
    name,
    async authorizationUrl(trip: RoundTrip, wish: { scopes: string[]; params: Record<string, string> }) {
      return buildAuthorizationUrl(await configuration(), {
        ...wish.params,
        redirect_uri: trip.redirectUri,
        scope: [...new Set([...settings.scopes, ...wish.scopes])].join(' '),
        state: trip.state,
        code_challenge: await calculatePKCECodeChallenge(trip.verifier),
        code_challenge_method: 'S256',
        ...(isOidc ? { nonce: trip.nonce } : {}),
      })
    },
    /** Redeems the code that the provider sent. Throws when state, nonce, PKCE or tokens do not fit. */
    async exchange(callback: URL, trip: RoundTrip) {
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, callback, {
        expectedState: trip.state,
        pkceCodeVerifier: trip.verifier,
        ...(isOidc ? { expectedNonce: trip.nonce, idTokenExpected: true } : {}),
      })
      const { access_token: accessToken, refresh_token: refreshToken } = tokens
      const claims =
        settings.kind === 'oidc'
          ? await readIdentity(config, tokens.claims(), accessToken)
          : await readProfile(config, settings, accessToken)
      return { profile: profileOf(name, claims, settings), accessToken, refreshToken }
    },
  }
}

/** The claims of the ID token and, where there is one, of the userinfo endpoint. */
async function readIdentity(config: Configuration, idToken: IDToken | undefined, accessToken: string) {
  if (idToken === undefined) throw new Error('the provider sent no ID token')
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  return { ...idToken, ...(hasUserInfo ? await fetchUserInfo(config, accessToken, idToken.sub) : {}) }
}

async function readProfile(
  config: Configuration,
  { userinfoEndpoint }: OAuth2ProviderSettings,
  accessToken: string,
): Promise<unknown> {
  const answer = await fetchProtectedResource(config, accessToken, new URL(userinfoEndpoint), 'GET')
  if (!answer.ok) throw new Error(`the provider answered ${answer.status} to the request for the profile`)
  return answer.json()
}

function configure(settings: OAuth2ProviderSettings, fetcher: typeof fetch): Configuration {
  const { authorizationEndpoint, tokenEndpoint, clientId, clientSecret } = settings
  const server = {
    issuer: new URL(authorizationEndpoint).origin,
    authorization_endpoint: authorizationEndpoint,
    token_endpoint: tokenEndpoint,
  }
  return prepare(new Configuration(server, clientId, clientSecret), tokenEndpoint, fetcher)
}

/** The issuer's endpoints and keys, shared with the verifier of ID tokens. */
async function discoverIssuer(settings: OidcProviderSettings, fetcher: typeof fetch): Promise<Configuration> {
  const config = await discovery(
    new URL(settings.issuer),
    settings.clientId,
    settings.clientSecret,
    undefined,
    {
      [customFetch]: adapt(fetcher),
      ...(isLoopback(new URL(settings.issuer)) ? { execute: [allowInsecureRequests] } : {}),
    },
  )
  return prepare(config, settings.issuer, fetcher)
}

function prepare(config: Configuration, url: string, fetcher: typeof fetch): Configuration {
  config[customFetch] = adapt(fetcher)
  if (isLoopback(new URL(url))) allowInsecureRequests(config)
  return config
}

function adapt(fetcher: typeof fetch): CustomFetch {
  return (url, { body, signal, ...options }) =>
    fetcher(url, {
      ...options,
      body: body instanceof Uint8Array ? Uint8Array.from(body) : (body ?? null),
      ...(signal === undefined ? {} : { signal }),
    })
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
export function profileOf(provider: string, claims: unknown, settings: ProviderSettings): ExternalProfile {
  const emailsAreVerified = settings.kind === 'oauth2' && settings.emailsAreVerified
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

/** Runs `make` once and keeps its result, but not its failure. */
function onceUntilFailure<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Verifies the signature, issuer, audience and times of an ID token; returns its claims. */
export type VerifyIdToken = (token: string) => Promise<JWTPayload>

/** A verifier for each configured provider that issues ID tokens; keys are fetched on first use. */
export function createIdTokenVerifiers(
  providers: Readonly<Record<string, ProviderSettings>>,
  fetcher: typeof fetch,
): (name: string) => VerifyIdToken | undefined {
  const verifiers = new Map(
    Object.entries(providers).map(([name, settings]) => [name, verifierOf(settings, fetcher)]),
  )
  return (name) => verifiers.get(name)
}

function verifierOf(settings: ProviderSettings, fetcher: typeof fetch): VerifyIdToken | undefined {
  if (settings.kind === 'oauth2' && settings.idTokens === undefined) return undefined
  const source = onceUntilFailure(async () => {
    const { issuer, jwksUri } = await keySourceOf(settings, fetcher)
    return { issuer, keys: createRemoteJWKSet(new URL(jwksUri), { [joseFetch]: fetcher }) }
  })
  const audience = [settings.clientId, ...settings.additionalClientIds]
  return async (token) => {
    const { issuer, keys } = await source()
    return (await jwtVerify(token, keys, { issuer, audience })).payload
  }
}

async function keySourceOf(
  settings: ProviderSettings,
  fetcher: typeof fetch,
): Promise<{ issuer: string; jwksUri: string }> {
  if (settings.kind === 'oauth2')
    return { issuer: settings.idTokens?.issuer ?? '', jwksUri: settings.idTokens?.jwksUri ?? '' }
  const { issuer, jwks_uri: jwksUri } = (await discoverIssuer(settings, fetcher)).serverMetadata()
  if (jwksUri === undefined) throw new Error('the issuer publishes no keys')
  return { issuer, jwksUri }
}
