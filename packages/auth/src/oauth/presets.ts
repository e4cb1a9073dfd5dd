import type { z } from 'zod'
import type { providerSchema } from '../settings.ts'

/** Facebook Login over OAuth 2. Facebook gives out confirmed addresses only. `server` replaces Facebook, in tests. */
export function facebookProvider(
  credentials: { readonly clientId: string; readonly clientSecret: string },
  graphVersion: string,
  server: string | undefined,
): z.input<typeof providerSchema> {
  const graph = `https://graph.facebook.com/${graphVersion}`
  const endpoints =
    server === undefined
      ? {
          authorizationEndpoint: `https://www.facebook.com/${graphVersion}/dialog/oauth`,
          tokenEndpoint: `${graph}/oauth/access_token`,
          userinfoEndpoint: `${graph}/me?fields=id,name,email,first_name,last_name,picture`,
        }
      : {
          authorizationEndpoint: `${server}/auth`,
          tokenEndpoint: `${server}/token`,
          userinfoEndpoint: `${server}/me`,
        }
  return {
    kind: 'oauth2',
    ...credentials,
    ...endpoints,
    idTokens: {
      issuer: 'https://www.facebook.com',
      jwksUri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    },
    // An OpenID Connect server in Facebook's place needs this scope to give the profile.
    scopes: [...(server === undefined ? [] : ['openid']), 'email', 'public_profile'],
    emailsAreVerified: true,
  }
}
