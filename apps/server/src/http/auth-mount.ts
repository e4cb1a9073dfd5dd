import { createSmtpMailer } from '@antojo/auth/mail/smtp'
import { authService } from '@antojo/auth/service'
import type { SettingsInput } from '@antojo/auth/settings'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

const facebookGraph = 'https://graph.facebook.com/v24.0'

/** Mounts the auth service with the providers and the mail server that are configured. */
export async function mountAuth(app: FastifyInstance, context: Context, publicUrl: string): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from } = context.config.settings
  const mailer = url !== undefined && from !== undefined ? createSmtpMailer({ url, from }) : undefined
  app.addHook('onClose', async () => mailer?.close())
  await app.register(authService, {
    prefix: '/auth/v1',
    pool: context.database.pool,
    keys: context.keys.keySet,
    settings: authSettings(context, publicUrl),
    mailer,
  })
}

function authSettings({ config }: Context, publicUrl: string): SettingsInput {
  const { google, facebook, settings } = config
  return {
    appName: 'Antojo',
    externalUrl: `${publicUrl}/auth/v1`,
    siteUrl: publicUrl,
    redirectAllowList: [`${publicUrl}/**`],
    rateLimits: { enabled: settings.RATE_LIMITS },
    providers: {
      ...(google && {
        google: {
          kind: 'oidc',
          issuer: 'https://accounts.google.com',
          ...google,
          scopes: ['openid', 'email', 'profile'],
        },
      }),
      ...(facebook && {
        facebook: {
          kind: 'oauth2',
          authorizationEndpoint: 'https://www.facebook.com/v24.0/dialog/oauth',
          tokenEndpoint: `${facebookGraph}/oauth/access_token`,
          userinfoEndpoint: `${facebookGraph}/me?fields=id,name,email,picture`,
          ...facebook,
          scopes: ['email', 'public_profile'],
          // Facebook hands out confirmed addresses only.
          emailsAreVerified: true,
        },
      }),
    },
  }
}
