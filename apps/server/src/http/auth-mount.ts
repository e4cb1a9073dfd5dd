import { isIP } from 'node:net'
import { facebookProvider } from '@antojo/auth/oauth/presets'
import { authService } from '@antojo/auth/service'
import type { SettingsInput } from '@antojo/auth/settings'
import type { FastifyInstance } from 'fastify'
import { OIDC_PROVIDER } from '@antojo/domain/sign-in-provider'
import { createSmsHook } from '../adapters/sms/sms-hook.ts'
import type { Context } from '../context.ts'
import { invitationOf } from '../features/invitations/routes.ts'

/** Mounts the auth service with the providers and the mail server that are configured. */
export async function mountAuth(app: FastifyInstance, context: Context, publicUrl: string): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = context.config.settings
  const mailer =
    url === undefined || from === undefined
      ? undefined
      : (await import('@antojo/auth/mail/smtp')).createSmtpMailer({ url, from })
  app.addHook('onClose', async () => mailer?.close())
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, budget: 'auth' }
    })
    await scope.register(authService, {
      prefix: '/auth/v1',
      pool: context.reservedPool,
      keys: context.keys.keySet,
      settings: authSettings(context, publicUrl),
      mailer,
      sms: smsHook(context),
      recordDeletion: context.deletionLog.append,
      accountPolicy: {
        ...context.invitations.policy,
        invitationOf: (request) => invitationOf(request, publicUrl.startsWith('https:')),
      },
    })
  })
}

function smsHook({ config, serviceFetch: fetch }: Context) {
  const { SMS_URL: url, SMS_SECRET: secret } = config.settings
  return url === undefined || secret === undefined ? undefined : createSmsHook({ fetch, url, secret })
}

/** Whether browsers allow passkeys at the URL: WebAuthn needs a secure context and a domain name. */
export function hasPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return hostname === 'localhost' || (protocol === 'https:' && !isAddress)
}

const DAY_SECONDS = 86_400

function authSettings({ config }: Context, publicUrl: string): SettingsInput {
  const { google, facebook, oidc, settings } = config
  const hasSms = settings.SMS_URL !== undefined
  return {
    appName: 'Antojo',
    externalUrl: `${publicUrl}/auth/v1`,
    siteUrl: publicUrl,
    redirectAllowList: [`${publicUrl}/**`],
    mail: { perHour: settings.MAIL_PER_HOUR },
    password: { minLength: 8 },
    sessions: {
      timebox: settings.SESSION_DAYS * DAY_SECONDS,
      inactivity: settings.SESSION_IDLE_DAYS * DAY_SECONDS,
    },
    rateLimits: { enabled: settings.RATE_LIMITS },
    saml: { enabled: settings.SAML },
    web3: {
      ethereum: settings.AUTH_WALLETS.includes('ethereum'),
      solana: settings.AUTH_WALLETS.includes('solana'),
    },
    signup: { phone: hasSms },
    mfa: { phone: { enroll: hasSms, verify: hasSms } },
    passkeys: { enabled: hasPasskeys(publicUrl) },
    // A provider only identifies the person; its tokens are not stored.
    providerTokens: false,
    providers: {
      ...(google && { google: { kind: 'oidc', ...google, issuer: settings.GOOGLE_ISSUER } }),
      ...(oidc && {
        [OIDC_PROVIDER]: {
          kind: 'oidc',
          issuer: oidc.issuer,
          clientId: oidc.clientId,
          clientSecret: oidc.clientSecret,
        },
      }),
      ...(facebook && {
        facebook: facebookProvider(facebook, settings.FACEBOOK_GRAPH_VERSION, settings.FACEBOOK_OAUTH_URL),
      }),
    },
  }
}
