import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import type { ProviderSettings } from '../settings.ts'
import { discoverIssuer, onceUntilFailure } from './provider.ts'

/** Verifies the signature, issuer, audience and times of an ID token; returns its claims. */
export type VerifyIdToken = (token: string) => Promise<Record<string, unknown>>

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
    return { issuer, keys: createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetcher }) }
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
  if (settings.kind === 'oauth2') {
    return { issuer: settings.idTokens?.issuer ?? '', jwksUri: settings.idTokens?.jwksUri ?? '' }
  }
  const { issuer, jwks_uri: jwksUri } = (await discoverIssuer(settings, fetcher)).serverMetadata()
  if (jwksUri === undefined) throw new Error('the issuer publishes no keys')
  return { issuer, jwksUri }
}
