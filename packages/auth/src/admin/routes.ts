import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Answer, AuthContext } from '../context.ts'
import { duplicateKey, inTransaction, sql } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireAdmin } from '../http/bearer.ts'
import { readBody, readId, readQuery } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { notify } from '../mail/send.ts'
import { removeFactor } from '../mfa/repo.ts'
import { normalizePhone } from '../users/address.ts'
import { presentFactor, presentUser } from '../users/present.ts'
import { reloadUser } from '../users/repo.ts'
import type { FactorRow, UserRow } from '../users/row.ts'
import { generateLink, generateLinkSchema, invite, inviteSchema } from './generate-link.ts'
import {
  createUserAsAdmin,
  deleteUserAsAdmin,
  listUsers,
  prepareFields,
  requireUserRow,
  updateUserAsAdmin,
  userFieldsSchema,
  type UserPage,
} from './users.ts'

const deleteSchema = z.object({
  should_soft_delete: z.boolean().default(false),
  delete_after: z.iso.datetime().pipe(z.coerce.date()).optional(),
})
const noticeSchema = z.object({ kind: z.enum(['token_issued', 'live_address_made']) })
const auditQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(50),
})
const pageQuerySchema = auditQuerySchema.extend({
  filter: z.string().max(255).optional(),
  sort: z.string().optional(),
})
const updateFactorSchema = z.object({
  friendly_name: z.string().max(255).optional(),
  phone: z.string().optional(),
})

/** Everything under /admin, and POST /invite: for holders of the service_role key only. */
export function adminRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/invite', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    return invite(ctx, { ...readBody(inviteSchema, request), client: clientOf(ctx, request), actorId })
  })

  app.post('/admin/generate_link', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const body = readBody(generateLinkSchema, request)
    return generateLink(ctx, { ...body, client: clientOf(ctx, request), actorId })
  })

  app.get('/admin/audit', async (request) => {
    await requireAdmin(ctx, request)
    const { page, per_page: perPage } = readQuery(auditQuerySchema, request)
    return sql`select * from auth.audit_log_entries
      order by created_at desc, id desc limit ${perPage} offset ${(page - 1) * perPage}`.many(ctx.pool)
  })
  userRoutes(app, ctx)
  factorRoutes(app, ctx)
}

function userRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/admin/users', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const fields = await prepareFields(ctx, readBody(userFieldsSchema, request))
    return presentUser(await createUserAsAdmin(ctx, fields, actorId))
  })

  app.get('/admin/users', async (request, reply) => {
    await requireAdmin(ctx, request)
    const page = pageOf(readQuery(pageQuerySchema, request))
    const { users, total } = await listUsers(ctx, page)
    return reply
      .headers(pageHeaders(page, total))
      .send({ users: users.map(presentUser), aud: ctx.settings.jwt.audience })
  })

  app.get('/admin/users/:user_id', async (request) => {
    await requireAdmin(ctx, request)
    return presentUser(await requireUserRow(ctx.pool, readId(request, 'user_id')))
  })

  app.put('/admin/users/:user_id', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const id = readId(request, 'user_id')
    const fields = await prepareFields(ctx, readBody(userFieldsSchema, request))
    return presentUser(await updateUserAsAdmin(ctx, id, fields, actorId))
  })

  // Not part of the wire format: the application has issued something that opens the account, or shows a part of it.
  app.post('/admin/users/:user_id/notices', async (request, reply) => {
    await requireAdmin(ctx, request)
    const { kind } = readBody(noticeSchema, request)
    const user = await requireUserRow(ctx.pool, readId(request, 'user_id'))
    await audit(ctx.pool, 'credential_issued', user.id, { traits: { kind } })
    notify(ctx, { kind, user, client: clientOf(ctx, request) })
    return reply.code(204).send()
  })

  app.delete('/admin/users/:user_id', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const { should_soft_delete: soft, delete_after: deleteAfter } = readBody(deleteSchema, request)
    const client = clientOf(ctx, request)
    await deleteUserAsAdmin(ctx, readId(request, 'user_id'), { soft, deleteAfter, client, actorId })
    return {}
  })
}

function factorRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/admin/users/:user_id/factors', async (request) => {
    await requireAdmin(ctx, request)
    const user = await requireUserRow(ctx.pool, readId(request, 'user_id'))
    return user.factors.map(presentFactor)
  })

  app.delete('/admin/users/:user_id/factors/:factor_id', async (request) =>
    changeFactor(request, async (tx, { factor, userId, actorId }) => {
      await removeFactor(tx, { userId, factorId: factor.id })
      await audit(tx, 'factor_deleted', userId, { actorId, traits: { factorId: factor.id } })
      return factor
    }),
  )

  app.put('/admin/users/:user_id/factors/:factor_id', async (request) => {
    const changing = changeFactor(request, async (tx, { factor, userId, actorId }) => {
      const { friendly_name: name, phone } = readBody(updateFactorSchema, request)
      await sql`update auth.mfa_factors set friendly_name = coalesce(${name}, friendly_name),
        updated_at = now(), phone = case when factor_type = 'phone'
          then coalesce(${phone && normalizePhone(phone)}, phone) else phone end
        where id = ${factor.id}`.run(tx)
      await audit(tx, 'admin_changed_user', userId, { actorId, traits: { fields: ['factor'] } })
      return requireFactor(await reloadUser(tx, userId), factor.id)
    })
    return changing.catch((error: unknown) => {
      throw duplicateKey(error) === undefined ? error : new AuthError('mfa_factor_name_conflict')
    })
  })

  async function changeFactor(
    request: FastifyRequest,
    change: (tx: PoolClient, target: FactorChange) => Promise<FactorRow>,
  ): Promise<Answer> {
    const { actorId } = await requireAdmin(ctx, request)
    const userId = readId(request, 'user_id')
    const factorId = readId(request, 'factor_id')
    const factor = await inTransaction(ctx.pool, async (tx) => {
      const user = await requireUserRow(tx, userId, 'lock')
      return change(tx, { factor: requireFactor(user, factorId), userId, actorId })
    })
    return presentFactor(factor)
  }
}

interface FactorChange {
  readonly factor: FactorRow
  readonly userId: string
  readonly actorId: string | undefined
}

function requireFactor(user: UserRow, factorId: string): FactorRow {
  const factor = user.factors.find((candidate) => candidate.id === factorId)
  if (factor === undefined) throw new AuthError('mfa_factor_not_found')
  return factor
}

const SORTABLE = ['created_at', 'updated_at', 'last_sign_in_at', 'email'] as const

/** The requested page; newest users first unless the query sorts otherwise (`sort=email asc`). */
function pageOf(query: z.output<typeof pageQuerySchema>): UserPage {
  const [name = 'created_at', direction = 'desc'] = (query.sort ?? 'created_at desc').split(/\s+/)
  const column = SORTABLE.find((candidate) => candidate === name)
  if (column === undefined || (direction !== 'asc' && direction !== 'desc')) throw invalid('Bad sort field')
  return {
    page: query.page,
    perPage: query.per_page,
    filter: query.filter,
    sort: { column, descending: direction === 'desc' },
  }
}

/** `x-total-count` and the `link` header (RFC 8288) to the next and last pages. */
function pageHeaders({ page, perPage }: UserPage, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string) =>
    `</admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
  const next = page < last ? [link(page + 1, 'next')] : []
  return { 'x-total-count': String(total), link: [...next, link(last, 'last')].join(', ') }
}
