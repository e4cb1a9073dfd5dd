import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccountPolicy } from '../accounts/ports.ts'
import { isAllowedRedirect } from '../redirects.ts'
import type { Settings } from '../settings.ts'
import type { Device } from './device.ts'
import { type Language, preferredLanguage } from './language.ts'

/** The facts about the client that flows need, apart from the body. */
export interface ClientRequest {
  ip: string
  device: Device | undefined
  userAgent: string | null
  language: Language
  /** The browser goes here at the end: to the first allowed URL of header, query, form and referrer, else to the site. */
  redirectTo: string
  /** The invitation, where not everybody may have an account. */
  invitation: string | undefined
}

const MAX_URL = 2_048
const querySchema = z
  .looseObject({ redirect_to: z.string().max(MAX_URL).optional().catch(undefined) })
  .catch({})

const MAX_USER_AGENT = 500

export function clientOf(
  ctx: { readonly settings: Settings; readonly accountPolicy: AccountPolicy | undefined },
  request: FastifyRequest,
): ClientRequest {
  const { settings } = ctx
  const query = querySchema.parse(request.query)
  const form = querySchema.parse(request.body ?? {})
  const candidates = [
    header(request, 'redirect_to'),
    query.redirect_to,
    form.redirect_to,
    request.headers.referer,
  ]
  const redirectTo = candidates.find(
    (url) =>
      url !== undefined && url !== '' && isAllowedRedirect(url, settings.siteUrl, settings.redirectAllowList),
  )
  return {
    ip: request.ip,
    device: request.device,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null,
    language: preferredLanguage(request.headers['accept-language'], settings.defaultLanguage),
    redirectTo: redirectTo ?? settings.siteUrl,
    invitation: ctx.accountPolicy?.invitationOf(request),
  }
}

/** The single value of a request header. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
