import { z } from 'zod'

const bucket = (burst: number, perSeconds: number) =>
  z.object({ burst: z.number().positive(), perSeconds: z.number().positive() }).default({ burst, perSeconds })

const clientFields = {
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Further client ids accepted as audience of `grant_type=id_token` (native apps). */
  additionalClientIds: z.array(z.string()).default([]),
  skipNonceCheck: z.boolean().default(false),
}

const oidcProvider = z.object({
  ...clientFields,
  kind: z.literal('oidc'),
  /** Issuer URL; its `/.well-known/openid-configuration` is read on first use. */
  issuer: z.url(),
  scopes: z.array(z.string()).default(['openid', 'email', 'profile']),
})

const oauth2Provider = z.object({
  ...clientFields,
  kind: z.literal('oauth2'),
  authorizationEndpoint: z.url(),
  tokenEndpoint: z.url(),
  userinfoEndpoint: z.url(),
  scopes: z.array(z.string()).default([]),
  /** The issuer and keys of ID tokens, if the provider signs them for native apps. */
  idTokens: z.object({ issuer: z.string(), jwksUri: z.url() }).optional(),
  /** True when the provider verifies the e-mail addresses that it returns. */
  emailsAreVerified: z.boolean().default(false),
})

export const providerSchema = z.discriminatedUnion('kind', [oidcProvider, oauth2Provider])
export type ProviderSettings = z.output<typeof providerSchema>
export type OidcProviderSettings = z.output<typeof oidcProvider>
export type OAuth2ProviderSettings = z.output<typeof oauth2Provider>

const factorKind = (isOn: boolean) =>
  z.object({ enroll: z.boolean().default(isOn), verify: z.boolean().default(isOn) }).prefault({})

/** All settings of an operator. Times are in seconds unless the name says otherwise. */
export const settingsSchema = z.object({
  /** Shown in mails, SMS and authenticator apps. */
  appName: z.string().default('Auth'),
  /** Public URL of this service, e.g. `https://example.org/auth/v1`; also the issuer of its tokens. */
  externalUrl: z.url().transform((url) => url.replace(/(?<!\/)\/+$/, '')),
  siteUrl: z.url(),
  /** Globs of further URLs that may be redirected to. */
  redirectAllowList: z.array(z.string()).default([]),
  defaultLanguage: z.enum(['es', 'en']).default('es'),
  jwt: z
    .object({
      audience: z.string().default('authenticated'),
      lifetime: z.number().int().positive().default(3600),
    })
    .prefault({}),
  signup: z
    .object({
      enabled: z.boolean().default(true),
      email: z.boolean().default(true),
      phone: z.boolean().default(false),
    })
    .prefault({}),
  anonymous: z.object({ enabled: z.boolean().default(false) }).prefault({}),
  mail: z
    .object({
      /** Accounts are confirmed at once. Default: true exactly when no mailer is given. */
      autoconfirm: z.boolean().optional(),
      secureEmailChange: z.boolean().default(true),
      otpLength: z.number().int().min(6).max(10).default(6),
      /** Lifetime of codes and links that confirm an address. */
      otpLifetime: z.number().int().positive().max(86_400).default(3600),
      /** Lifetime of codes and links that sign in or replace a password. */
      signInLifetime: z.number().int().positive().max(86_400).default(600),
      /** At most one mail of a kind per address in this time; 0 switches the limit off. */
      maxFrequency: z.number().min(0).default(60),
      /** A network may request this number of mails an hour; a wider network four times as much. */
      perHourAndNetwork: z.number().positive().default(10),
      /** The installation sends this number an hour; three tenths are reserved for networks that requested few. */
      perHour: z.number().positive().default(100),
    })
    .prefault({}),
  sms: z
    .object({
      autoconfirm: z.boolean().default(false),
      otpLength: z.number().int().min(6).max(10).default(6),
      otpLifetime: z.number().int().positive().max(86_400).default(60),
      maxFrequency: z.number().min(0).default(60),
      perHourAndNetwork: z.number().positive().default(5),
      perHour: z.number().positive().default(30),
    })
    .prefault({}),
  password: z
    .object({
      minLength: z.number().int().min(6).default(6),
      /** Sets of characters of which at least one of each must occur. */
      requiredCharacters: z.array(z.string()).default([]),
      /** Refuses passwords of leaked databases, and names of the installation and the account. */
      refuseGuessable: z.boolean().default(true),
      /** A new password requires the present one, or another recent proof: see `reauthentication`. */
      requireCurrent: z.boolean().default(true),
    })
    .prefault({}),
  /** A proof of identity must be more recent than this to change a credential. */
  reauthentication: z.object({ maxAge: z.number().positive().default(900) }).prefault({}),
  sessions: z
    .object({
      /** Sessions end this time after the sign-in. */
      timebox: z.number().positive().optional(),
      /** Sessions end when they are not refreshed for this time. */
      inactivity: z.number().positive().optional(),
      singlePerUser: z.boolean().default(false),
      /** A rotated refresh token is accepted again for this time. */
      reuseInterval: z.number().min(0).default(10),
    })
    .prefault({}),
  /** Lifetime of PKCE codes and OAuth states. */
  flowLifetime: z.number().int().min(300).default(300),
  /** Clients also get the provider's own tokens. */
  providerTokens: z.boolean().default(true),
  providers: z.record(z.string().regex(/^[a-z][a-z0-9_:-]*$/), providerSchema).default({}),
  manualLinking: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  mfa: z
    .object({
      maxFactors: z.number().int().positive().default(10),
      /** Wrong codes that an account allows: for all strangers together, and for each of its own devices. */
      wrongCodes: bucket(10, 86_400),
      totp: factorKind(true),
      phone: factorKind(false),
      webauthn: factorKind(false),
    })
    .prefault({}),
  web3: z.object({ ethereum: z.boolean().default(false), solana: z.boolean().default(false) }).prefault({}),
  saml: z.object({ enabled: z.boolean().default(false), entityId: z.string().optional() }).prefault({}),
  webauthn: z
    .object({
      /** Default: the host of `siteUrl`. */
      rpId: z.string().optional(),
      /** Default: the origin of `siteUrl`. */
      origins: z.array(z.url()).default([]),
    })
    .prefault({}),
  passkeys: z
    .object({ enabled: z.boolean().default(false), max: z.number().int().positive().default(10) })
    .prefault({}),
  rateLimits: z
    .object({
      enabled: z.boolean().default(true),
      /** Sign-up, OTP, recovery, resend, user update: by network of the client, like all others down to `factors`. */
      send: bucket(30, 300),
      token: bucket(150, 300),
      verify: bucket(30, 300),
      anonymous: bucket(30, 3600),
      sso: bucket(30, 300),
      web3: bucket(30, 300),
      factors: bucket(15, 60),
      /** Cheap requests, such as reading one's own account; counted by each node alone. */
      light: bucket(600, 60),
      /** Refreshes of one session. */
      refresh: bucket(30, 300),
      /** Failed passwords and codes for one account from one network. */
      accountByAddress: bucket(10, 1800),
      /** The same from all networks together. */
      account: bucket(100, 3600),
      /** Failed second factors of one account, by clients that already have the password. */
      accountFactor: bucket(20, 3600),
    })
    .prefault({}),
})

export type Settings = z.output<typeof settingsSchema>
export type SettingsInput = z.input<typeof settingsSchema>
export type Bucket = Settings['rateLimits']['account']
