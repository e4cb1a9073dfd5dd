import { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import { signUpMode } from '@antojo/contract/invitations'
import type { DatabaseConfig } from '@antojo/db/database'
import { META_GRAPH_URL } from '@antojo/domain/platforms/facebook'
import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { z } from 'zod'
import { addRange } from './address-range.ts'
import { type RawEnv, readSettings } from './env.ts'
import { isExposed } from './exposure.ts'

const url = z
  .url({ protocol: /^https?$/u, error: 'is not an http(s) URL' })
  .transform((value) => value.replace(/\/$/u, ''))
const number = z.coerce.number('is not a number within its limits')
const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//u, 'is not a postgres:// URL')
  // The driver reads these modes so too, but warns that its next version will not.
  .transform((value) =>
    value.includes('uselibpqcompat=')
      ? value
      : value.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/u, 'verify-full'),
  )
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((value) => ['on', 'true', '1'].includes(value))
const addressRange = z
  .string()
  .refine((text) => addRange(new BlockList(), text), 'is not an address range such as 10.0.0.0/8')
const proxies = number.int().min(0).max(10)
const proxyTrust = z.union(
  [
    flag.transform((on) => ({ hops: on ? 1 : 0 })),
    proxies.transform((hops) => ({ hops })),
    list.pipe(z.array(addressRange).min(1)).transform((ranges) => ({ ranges })),
  ],
  { error: 'is not on, off, a number of proxies, or address ranges such as 10.0.0.0/8' },
)
/** The proxies whose `X-Forwarded-For` is trusted: a number of hops, or the proxies in these ranges. */
export type ProxyTrust = z.infer<typeof proxyTrust>
const count = number.int().positive()
const hostMap = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.url()))

/** The User-Agent header of the server's requests, unless the operator sets another one. */
export const DEFAULT_USER_AGENT = 'Mozilla/5.0 (compatible; AntojoBot/0.1; +https://github.com/antojo)'

/** All settings; each is optional. The table in docs/operating.md has the same order. */
export const settings = z.object({
  PORT: number.int().min(0).max(65_535).default(8787),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_POOL: count.default(8),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** In `X-Forwarded-For`, a forged address is to the left of those that trusted proxies add. */
  TRUST_PROXY: proxyTrust.default({ hops: 0 }),
  /** The bearer token for Prometheus; the service role key would give it full access. */
  METRICS_TOKEN: z.string().min(16).optional(),
  ADMIN_EMAILS: list.default([]),
  /** A session ends this many days after its sign-in, or after this many days without use. */
  SESSION_DAYS: count.default(180),
  SESSION_IDLE_DAYS: count.default(30),
  /** The sign-up mode; by default `open` when only this machine can reach the server, else `invite`. */
  SIGNUP: signUpMode.optional(),
  /** The people who may make invitations. */
  INVITERS: z.enum(['admins', 'everybody']).default('admins'),
  JWT_KEYS: z.string().optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//u, 'is not an smtp:// URL')
    .optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_PER_HOUR: count.default(100),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Another OpenID Connect issuer instead of Google, such as a local one. */
  GOOGLE_ISSUER: url.default('https://accounts.google.com'),
  /** Any OpenID Connect provider, such as Authelia, Authentik, Keycloak or Pocket ID, beside Google and Facebook. */
  OIDC_ISSUER: url.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The provider's name on the sign-in button. */
  OIDC_NAME: z.string().min(1).max(40).default('OpenID Connect'),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  /** The version of the Graph API that is used for sign-in. */
  FACEBOOK_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/u, 'is not a version such as v24.0')
    .default('v24.0'),
  /** The base URL of another OAuth server instead of Facebook, with /auth, /token and /me. */
  FACEBOOK_OAUTH_URL: url.optional(),
  /** Single sign-on over SAML, for organisations whose identity provider is registered. */
  SAML: flag.default(false),
  /** The chains whose wallets may sign in, by the auth service's interface. */
  AUTH_WALLETS: list.pipe(z.array(z.enum(['ethereum', 'solana']))).default([]),
  /** A web hook that sends short messages, and the secret that signs its requests: accounts by phone number. */
  SMS_URL: url.optional(),
  SMS_SECRET: z.string().min(16).optional(),
  PLACES_PROVIDER: z.enum(['local', 'photon', 'google', 'auto']).default('auto'),
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  /** Everybody can read this key, so it must be a separate one that is restricted to this site. */
  GOOGLE_MAPS_BROWSER_KEY: z.string().optional(),
  PHOTON_URL: url.optional(),
  /** The folder of the STAC catalog of Overture's releases, or a mirror. */
  OVERTURE_URL: url.default('https://stac.overturemaps.org'),
  /**
   * Whether a post about a city without places in the index makes the server fetch that city from Overture's release.
   */
  PLACES_ON_DEMAND: flag.default(true),
  /** Whether the server brings fetched areas to newer releases at night; only with PLACES_ON_DEMAND. */
  PLACES_UPDATE: flag.default(true),
  TIKTOK_OEMBED_URL: url.default(PLATFORM_DEFINITIONS.TikTok.oembed.endpoint),
  YOUTUBE_OEMBED_URL: url.default(PLATFORM_DEFINITIONS.YouTube.oembed.endpoint),
  META_OEMBED_URL: url.default(META_GRAPH_URL),
  META_ACCESS_TOKEN: z.string().optional(),
  FALLBACK_OEMBED_URL: z.union([z.literal('off'), url]).default('https://noembed.com/embed'),
  SHORT_LINK_MAP: hostMap.default({}),
  ALLOW_PRIVATE_HOSTS: list.default([]),
  /** Key of the YouTube Data API. */
  YOUTUBE_API_KEY: z.string().optional(),
  /** False: pages of posts and websites are not read, only the interfaces of platforms. */
  READ_PAGES: flag.default(true),
  /** The number of pages of one platform that a node may read per minute. */
  PAGES_PER_MINUTE: count.default(60),
  /** Absolute path of a yt-dlp, which reads posts again whose words did not decide. */
  YT_DLP: z.string().startsWith('/', 'is not an absolute path').optional(),
  /** Whether yt-dlp fetches the video file too. */
  YT_DLP_MEDIA: flag.default(false),
  /** The User-Agent header of all requests to other servers. */
  USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]{1,300}$/u, 'is not a line of ASCII text')
    .default(DEFAULT_USER_AGENT),
  LLM_BASE_URL: url.optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  /** Seconds for one question to the language model; the whole analysis has 75. */
  LLM_TIMEOUT: number.min(1).max(60).default(10),
  SPEECH_PROVIDER: z.enum(['none', 'openai', 'moonshine']).default('none'),
  SPEECH_BASE_URL: url.optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_MODEL: z.string().optional(),
  /** `none` switches the streets off. */
  MAP_STYLE_URL: z.union([z.literal('none'), url]).optional(),
  /** A file, or a URL whose server supports ranges: streets in the layers of Protomaps, which this server passes on. */
  MAP_PMTILES: z.union([z.string().startsWith('/'), url]).optional(),
  /** Off for load tests only. */
  RATE_LIMITS: flag.default(true),
  ADDS_PER_MINUTE: count.default(120),
  IMPORT_LINKS_PER_MINUTE: count.default(60),
  /** Calls of paid services per day (UTC), for all nodes together. */
  LLM_CALLS_PER_DAY: count.default(1_000),
  SPEECH_CALLS_PER_DAY: count.default(500),
  PLACES_CALLS_PER_DAY: count.default(2_000),
  /** Whether analyses of guests may use language model, speech and paid place searches. */
  GUESTS_MAY_SPEND: flag.default(false),
  IMAGE_CACHE_MB: count.default(1024),
  /** Days for which the analysis of a post is stored. */
  ANALYSES_KEEP_DAYS: count.default(180),
  /** Where the installation makes a backup each night, and for how many days each is kept. */
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP_DAYS: count.default(14),
  /** Days within which a deleted account can be restored; 0: none. */
  DELETE_ACCOUNT_AFTER_DAYS: number.int().min(0).max(365).default(14),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
})
export type Settings = z.infer<typeof settings>

/** The settings in the form that the composition root uses. */
export type Config = Readonly<ReturnType<typeof readConfig>>

/** All problems of the configuration in one message, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The letters by which a name may differ from the setting that was meant; short names are often other programs'. */
const MAX_SLIPS = { short: 1, long: 2 }
const SHORT_NAME = 8

/** A line for each variable that is no setting, but nearly has the name of one. */
export function misspeltSettings(env: RawEnv): string[] {
  const known = Object.keys(settings.shape)
  const files = known.map((name) => `${name}_FILE`)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || files.includes(name)) return []
    const slips = name.length <= SHORT_NAME ? MAX_SLIPS.short : MAX_SLIPS.long
    const meant = [...known, ...files].find((other) => editDistance(name, other, slips) <= slips)
    return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`]
  })
}

/** Reads the whole configuration; throws a ConfigError that names all problems together. */
export function readConfig(env: RawEnv) {
  const { values, problems } = readSettings(env, Object.keys(settings.shape))
  const parsed = settings.safeParse(values)
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  else problems.push(...pairs(parsed.data))
  if (!parsed.success || problems.length > 0) {
    problems.push(...misspeltSettings(env))
    throw new ConfigError(
      `The configuration has problems:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    )
  }
  const given = parsed.data
  const dataDir = resolve(given.DATA_DIR)
  return {
    settings: given,
    dataDir,
    backupDir: given.BACKUP_DIR === undefined ? null : resolve(given.BACKUP_DIR),
    database: databaseOf(given, dataDir),
    signUp: given.SIGNUP ?? (isExposed(given) ? 'invite' : 'open'),
    google: provider(given.GOOGLE_CLIENT_ID, given.GOOGLE_CLIENT_SECRET),
    facebook: provider(given.FACEBOOK_CLIENT_ID, given.FACEBOOK_CLIENT_SECRET),
    oidc: oidcProvider(given),
  }
}

function databaseOf(given: Settings, dataDir: string): DatabaseConfig {
  const { DATABASE_URL, DATABASE_REPLICA_URL: replicaUrl, DATABASE_POOL: poolSize } = given
  if (DATABASE_URL === undefined) return { kind: 'embedded', dir: join(dataDir, 'database'), poolSize }
  return { kind: 'postgres', url: DATABASE_URL, replicaUrl, poolSize }
}

function provider(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret }
}

function oidcProvider(given: Settings) {
  const credentials = provider(given.OIDC_CLIENT_ID, given.OIDC_CLIENT_SECRET)
  if (credentials === null || given.OIDC_ISSUER === undefined) return null
  return { ...credentials, issuer: given.OIDC_ISSUER, name: given.OIDC_NAME }
}

/** The problems of settings that require another setting. */
function pairs(given: Settings): string[] {
  const needs = (name: keyof Settings, other: keyof Settings): string[] =>
    given[name] !== undefined && given[other] === undefined ? [`${name}: needs ${other}`] : []
  return [
    ...needs('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    ...needs('GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'),
    ...needs('OIDC_ISSUER', 'OIDC_CLIENT_ID'),
    ...needs('OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'),
    ...needs('OIDC_CLIENT_SECRET', 'OIDC_ISSUER'),
    ...needs('FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'),
    ...needs('FACEBOOK_CLIENT_SECRET', 'FACEBOOK_CLIENT_ID'),
    ...needs('LLM_BASE_URL', 'LLM_MODEL'),
    ...needs('SMTP_URL', 'MAIL_FROM'),
    ...needs('SMS_URL', 'SMS_SECRET'),
    ...needs('SMS_SECRET', 'SMS_URL'),
    ...(given.SPEECH_PROVIDER === 'openai' ? needs('SPEECH_PROVIDER', 'SPEECH_BASE_URL') : []),
    ...(given.PLACES_PROVIDER === 'google' ? needs('PLACES_PROVIDER', 'GOOGLE_MAPS_API_KEY') : []),
    ...needs('DATABASE_REPLICA_URL', 'DATABASE_URL'),
    ...(given.ROLE !== 'all' ? needs('ROLE', 'DATABASE_URL') : []),
  ]
}
