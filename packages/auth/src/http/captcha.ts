import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { isAdminRequest } from './bearer.ts'

const bodySchema = z.looseObject({
  gotrue_meta_security: z.looseObject({ captcha_token: z.string().optional() }).nullish(),
})

/** Throws 400 `captcha_failed`, unless no check is configured, the answer is good or the caller is an administrator. */
export async function requireCaptcha(ctx: AuthContext, request: FastifyRequest): Promise<void> {
  if (ctx.checkCaptcha === undefined || (await isAdminRequest(ctx, request))) return
  const body = bodySchema.safeParse(request.body)
  const token = body.success ? body.data.gotrue_meta_security?.captcha_token : undefined
  if (token === undefined || token === '') throw failed('no captcha_token found')
  if (!(await ctx.checkCaptcha(token, request.ip))) throw failed('captcha verification process failed')
}

function failed(reason: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
}
