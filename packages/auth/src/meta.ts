import { VERSION } from '@antojo/db/version'
import type { FastifyInstance } from 'fastify'
import type { AuthContext } from './context.ts'

/** Providers that clients look for by name. Other configured ones are listed as well. */
const KNOWN_PROVIDERS =
  'apple azure bitbucket discord facebook figma fly github gitlab google keycloak kakao linkedin linkedin_oidc ' +
  'notion snapchat spotify slack slack_oidc workos twitch twitter zoom'

/** The public facts of the service: health, settings, public keys. */
export function metaRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const { settings, keys } = ctx

  app.get('/health', () => ({
    version: VERSION,
    name: 'GoTrue',
    description: 'User registration and authentication',
  }))

  app.get('/settings', async () => ({
    external: {
      ...Object.fromEntries(
        [...KNOWN_PROVIDERS.split(' '), ...Object.keys(settings.providers)].map((name) => [
          name,
          name in settings.providers,
        ]),
      ),
      anonymous_users: settings.anonymous.enabled,
      email: settings.signup.email,
      phone: settings.signup.phone,
    },
    disable_signup: !settings.signup.enabled || (await ctx.accountPolicy?.isOpen()) === false,
    mailer_autoconfirm: ctx.autoconfirmEmail,
    phone_autoconfirm: settings.sms.autoconfirm,
    sms_provider: ctx.phone === undefined ? '' : (ctx.sms?.name ?? ''),
    saml_enabled: settings.saml.enabled,
    passkeys_enabled: settings.passkeys.enabled,
  }))

  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({ keys: keys.publicKeys }),
  )

  app.get('/.well-known/openid-configuration', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({
      issuer: settings.externalUrl,
      jwks_uri: `${settings.externalUrl}/.well-known/jwks.json`,
      authorization_endpoint: `${settings.externalUrl}/authorize`,
      token_endpoint: `${settings.externalUrl}/token`,
      userinfo_endpoint: `${settings.externalUrl}/user`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [keys.signing.alg],
      code_challenge_methods_supported: ['S256', 'plain'],
    }),
  )
}
