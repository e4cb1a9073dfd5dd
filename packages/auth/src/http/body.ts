import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { isAdminRequest } from './bearer.ts'

/**
 * Reads a JSON or form body. Unknown fields are ignored; null and the empty string count as absent. Throws 400
 * `validation_failed` naming the wrong field.
 */
export function readBody<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  return read(schema, request.body ?? {})
}

/** Reads the query in the way `readBody` reads the body. */
export function readQuery<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  return read(schema, request.query)
}

/** The most characters of a field; tokens and documents have as many as the body may have. */
const MAX_FIELD = 4_096
const DOCUMENTS: ReadonlySet<string> = new Set(['id_token', 'access_token', 'SAMLResponse', 'metadata_xml'])
const MAX_SHOWN = 50

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const record = z.record(z.string(), z.unknown()).safeParse(value)
  if (!record.success) throw invalid('The request body must be an object')
  const given = Object.entries(record.data).filter(([, field]) => field !== '' && field !== null)
  for (const [name, field] of given)
    if (typeof field === 'string' && field.length > MAX_FIELD && !DOCUMENTS.has(name))
      throw invalid(`Invalid ${name.slice(0, MAX_SHOWN)}: at most ${MAX_FIELD} characters are accepted`)
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid(`Invalid ${issue?.path.join('.') ?? 'request'}: ${issue?.message ?? 'unexpected value'}`)
}

/** Reads a parameter of the route that must be a uuid. Throws 404 `validation_failed`. */
export function readId(request: FastifyRequest, name: string): string {
  const parsed = z.object({ [name]: z.guid() }).safeParse(request.params)
  const id = parsed.success ? parsed.data[name] : undefined
  if (id !== undefined) return id
  throw new AuthError('validation_failed', `${name} must be an UUID`, { status: 404 })
}

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
  return new AuthError('captcha_failed', `captcha protection: request disallowed (${reason})`)
}
