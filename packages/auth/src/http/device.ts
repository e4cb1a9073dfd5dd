import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { randomToken } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** The browser that sent a request. */
export interface Device {
  readonly id: string
  /** True when the request carried the id: only then can an account know it. */
  readonly returned: boolean
}

const COOKIE = 'sb-device'
const MAX_AGE_S = 365 * 86_400

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for clients that keep no cookies. The id only distinguishes devices; it opens nothing. */
    device: Device | undefined
  }
  interface FastifyContextConfig {
    /** The route mails a link or code, and the browser has to be recognised when it comes back. */
    expectsReturn?: boolean
  }
}

/** Reads the device of each request. Sets the cookie in answers that open a session or lead to one by mail. */
export function nameDevices(app: FastifyInstance, settings: Pick<Settings, 'externalUrl'>): void {
  app.decorateRequest('device')
  app.addHook('onRequest', async (request) => {
    request.device = deviceOf(settings, request)
  })
  app.addHook('preSerialization', async (request, reply, answer) => {
    const { expectsReturn = false } = request.routeOptions.config
    const isDue = expectsReturn || sessionSchema.safeParse(answer).success
    if (request.device !== undefined && isDue) nameDevice(settings, reply, request.device)
    return answer
  })
}

const sessionSchema = z.object({ access_token: z.string() })

/** The device of the request's cookie, else a new one. */
function deviceOf(settings: Pick<Settings, 'externalUrl'>, request: FastifyRequest): Device | undefined {
  const name = `${cookieName(settings)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  const id = value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
  if (id !== undefined) return { id, returned: true }
  if (!keepsCookies(request)) return undefined
  return { id: randomToken(), returned: false }
}

/** The cookie lasts a year from now. */
function nameDevice(settings: Pick<Settings, 'externalUrl'>, reply: FastifyReply, device: Device): void {
  const secure = isHttps(settings) ? '; Secure' : ''
  const cookie = `${cookieName(settings)}=${device.id}${secure}`
  void reply.header('set-cookie', `${cookie}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax`)
}

/** With the prefix, no sibling domain can plant a cookie. Browsers accept it over https only. */
function cookieName(settings: Pick<Settings, 'externalUrl'>): string {
  return isHttps(settings) ? `__Host-${COOKIE}` : COOKIE
}

function isHttps({ externalUrl }: Pick<Settings, 'externalUrl'>): boolean {
  return externalUrl.startsWith('https:')
}

/** A fetch from another origin, or by an app, keeps no cookie. */
export function keepsCookies(request: FastifyRequest): boolean {
  return (
    request.headers['sec-fetch-site'] === 'same-origin' || request.headers['sec-fetch-mode'] === 'navigate'
  )
}
