/** The auth service's name of the OpenID Connect provider that the operator chose. */
export const OIDC_PROVIDER = 'custom:oidc'

/** The providers of other companies by which people can sign in. */
export type SignInProvider = 'google' | 'facebook' | typeof OIDC_PROVIDER
