/** The auth service's name for the OpenID Connect provider that the operator chose. */
export const OIDC_PROVIDER = 'custom:oidc'

/** The external providers by which people can sign in. */
export type SignInProvider = 'google' | 'facebook' | typeof OIDC_PROVIDER
