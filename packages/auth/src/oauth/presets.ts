import type { z } from 'zod'
import type { providerSchema } from '../settings.ts'

type ProviderInput = z.input<typeof providerSchema>

interface Credentials {
  clientId: string
  clientSecret: string
}

/** Google over OpenID Connect. `issuer` is for tests only. */
export function googleProvider(app: Credentials & { issuer?: string }): ProviderInput {
  return {
    kind: 'oidc',
    issuer: app.issuer ?? 'https://accounts.google.com',
    clientId: app.clientId,
    clientSecret: app.clientSecret,
  }
}

/** The version of Facebook's Graph API unless the operator sets another one. */
const GRAPH_VERSION = 'v24.0'

/** Facebook Login over OAuth 2. Facebook gives out confirmed addresses only. `endpoints` is for tests only. */
export function facebookProvider(
  app: Credentials & {
    graphVersion?: string
    endpoints?: { authorization: string; token: string; userinfo: string }
  },
): ProviderInput {
  const { endpoints, graphVersion = GRAPH_VERSION } = app
  const graph = `https://graph.facebook.com/${graphVersion}`
  return {
    kind: 'oauth2',
    authorizationEndpoint:
      endpoints?.authorization ?? `https://www.facebook.com/${graphVersion}/dialog/oauth`,
    tokenEndpoint: endpoints?.token ?? `${graph}/oauth/access_token`,
    userinfoEndpoint: endpoints?.userinfo ?? `${graph}/me?fields=id,name,email,first_name,last_name,picture`,
    idTokens: {
      issuer: 'https://www.facebook.com',
      jwksUri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    },
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    // An OpenID Connect server in Facebook's place needs this scope to give the profile.
    scopes: [...(endpoints === undefined ? [] : ['openid']), 'email', 'public_profile'],
    emailsAreVerified: true,
  }
}
