import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/** A real OpenID Connect server on loopback where everybody is already signed in. */
export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The next person who signs in. */
  account: { sub: string; email?: string; email_verified?: boolean; name?: string }
  close(): Promise<void>
}

const CLIENT = { clientId: 'testbed', clientSecret: 'a secret of the testbed' }

export async function startIdentityProvider(callbackUrl: string): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`
  const idp: IdentityProvider = {
    issuer,
    ...CLIENT,
    account: { sub: 'nobody' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [callbackUrl] },
    ],
    cookies: { keys: ['test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      public_profile: ['name'],
    },
    scopes: ['openid', 'email', 'profile', 'public_profile'],
    conformIdTokenClaims: false,
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...idp.account, sub }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) {
      await next()
      return
    }
    const { params } = await provider.interactionDetails(context.req, context.res)
    const grant = new provider.Grant({ accountId: idp.account.sub, clientId: CLIENT.clientId })
    grant.addOIDCScope(String(params['scope']))
    const result = {
      login: { accountId: idp.account.sub, remember: false },
      consent: { grantId: await grant.save() },
    }
    context.redirect(await provider.interactionResult(context.req, context.res, result))
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return idp
}
