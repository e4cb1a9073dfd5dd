import { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import type { Database } from '@antojo/db/database'
import { createTestDatabase } from '@antojo/testing/database'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { z } from 'zod'
import type { Mail, Sms, SmsSender } from '../accounts/ports.ts'
import { generateKeySet, type KeySet, loadKeySet, signApiKey } from '../keys.ts'
import { authService, type AuthServiceOptions } from '../service.ts'
import type { SettingsInput } from '../settings.ts'
import { reservePort } from './free-port.ts'

/** A running auth service with its own database and stand-ins for the mail and phone networks. */
export interface AuthFixture {
  url: string
  db: Database
  keys: KeySet
  mails: Outbox<Mail>
  /** Mails about changes, without links. */
  notices: Outbox<Mail>
  messages: Outbox<Sms>
  serviceRoleKey: string
  anonKey: string
  /** The unmodified client with its own storage. */
  client(options?: { flowType?: 'implicit' | 'pkce' }): GoTrueClient
  admin(): GoTrueAdminApi
  /** POSTs JSON and reads the JSON answer; `path` is relative to the service. */
  ask(path: string, body: unknown, token?: string): Promise<{ status: number; body: Answer }>
  /** A bare request; redirects are not followed. */
  call(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Sent messages in order; `take` waits for the next one. */
class Outbox<T> {
  readonly all: T[] = []
  #next = 0
  #waiting: (() => void)[] = []

  push(item: T): void {
    this.all.push(item)
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** The next item that was not yet taken; waits for it. */
  async take(): Promise<T> {
    for (;;) {
      const item = this.all[this.#next]
      if (item !== undefined) {
        this.#next += 1
        return item
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }
}

const answerSchema = z.looseObject({
  id: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string().optional(),
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  user: z.looseObject({ id: z.string() }).optional(),
})
export type Answer = z.infer<typeof answerSchema>

type FixtureOptions = Partial<Omit<AuthServiceOptions, 'pool' | 'settings'>> & {
  settings?: Partial<SettingsInput>
  logger?: FastifyServerOptions['logger']
  /** The database of another fixture, for a second node on it. */
  db?: Database
  /** The port to listen on; default: any free one. */
  port?: number
  /** false: an installation without a mail server. */
  mail?: boolean
}

/** Limits wide enough for a test file; tests of limits set their own. */
const WIDE = { burst: 10_000, perSeconds: 60 }
const WIDE_LIMITS = {
  send: WIDE,
  token: WIDE,
  verify: WIDE,
  anonymous: WIDE,
  sso: WIDE,
  web3: WIDE,
  factors: WIDE,
  light: WIDE,
  refresh: WIDE,
  account: WIDE,
  accountFactor: WIDE,
  accountByAddress: WIDE,
}

const WIDE_SENDING = { maxFrequency: 0, perHourAndNetwork: 100_000, perHour: 100_000 }

const ON = { enroll: true, verify: true }

/** Settings that switch on what `extras/` holds. */
export const WITH_EXTRAS = {
  signup: { phone: true },
  mfa: { phone: ON, webauthn: ON },
  passkeys: { enabled: true },
  webauthn: { rpId: 'localhost', origins: ['http://localhost:3000'] },
  saml: { enabled: true },
  web3: { ethereum: true, solana: true },
} satisfies Partial<SettingsInput>

export async function startAuth(options: FixtureOptions = {}): Promise<AuthFixture> {
  const db = options.db ?? (await createTestDatabase())
  const keys = options.keys ?? (await loadKeySet(await generateKeySet()))
  const [mails, notices] = [new Outbox<Mail>(), new Outbox<Mail>()]
  const messages = new Outbox<Sms>()
  const { settings, mail, port = await reservePort(), logger = false, db: _shared, ...rest } = options
  // The service needs its own address before it listens.
  const url = `http://127.0.0.1:${port}/auth/v1`
  // Tests name the client's address in X-Forwarded-For.
  const app = Fastify({ logger, trustProxy: true })
  await app.register(authService, {
    prefix: '/auth/v1',
    pool: db.pool,
    mailer:
      mail === false ? undefined : { send: async (sent) => (isNotice(sent) ? notices : mails).push(sent) },
    sms: smsDouble(messages),
    ...rest,
    keys,
    settings: testSettings(url, settings),
  })
  await app.listen({ port, host: '127.0.0.1' })
  const [anonKey, serviceRoleKey] = await Promise.all([
    signApiKey(keys, 'anon'),
    signApiKey(keys, 'service_role'),
  ])
  const service = { url, db, keys, mails, notices, messages, anonKey, serviceRoleKey }
  return {
    ...service,
    ...clientsOf(service),
    async close() {
      await app.close()
      if (options.db === undefined) await db.close()
    },
  }
}

function isNotice({ subject }: Mail): boolean {
  return /^Aviso de seguridad|security notice$/.test(subject)
}

function testSettings(url: string, settings: FixtureOptions['settings']): SettingsInput {
  return {
    appName: 'Testbed',
    externalUrl: url,
    siteUrl: 'http://127.0.0.1:3000',
    rateLimits: WIDE_LIMITS,
    ...settings,
    mail: { ...WIDE_SENDING, ...settings?.mail },
    sms: { ...WIDE_SENDING, ...settings?.sms },
  }
}

function smsDouble(messages: Outbox<Sms>): SmsSender {
  return {
    name: 'test',
    send: async (sent) => {
      messages.push(sent)
      return { messageId: `message-${messages.all.length}` }
    },
  }
}

function clientsOf(service: {
  url: string
  anonKey: string
  serviceRoleKey: string
}): Pick<AuthFixture, 'client' | 'admin' | 'call' | 'ask'> {
  const { url, anonKey, serviceRoleKey } = service
  const call: AuthFixture['call'] = (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init })
  return {
    client: ({ flowType = 'implicit' } = {}) =>
      new GoTrueClient({
        url,
        headers: { apikey: anonKey },
        autoRefreshToken: false,
        flowType,
        storage: memoryStorage(),
      }),
    admin: () =>
      new GoTrueAdminApi({
        url,
        headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
      }),
    call,
    async ask(path, body, token) {
      const answer = await call(path, json(body, token))
      const text = await answer.text()
      return { status: answer.status, body: answerSchema.parse(text === '' ? {} : JSON.parse(text)) }
    },
  }
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** A JSON request body with its header. */
export function json(body: unknown, token?: string): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }
}
