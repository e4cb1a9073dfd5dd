import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { duplicateKey, inTransaction, many, run } from '../database.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireAdmin } from '../http/bearer.ts'
import { readBody, readId, readQuery } from '../http/body.ts'
import { clientOf } from '../http/client-request.ts'
import { notify } from '../mail/send.ts'
import { removeFactor } from '../mfa/repo.ts'
import { normalizePhone } from '../users/address.ts'
import { presentFactor, presentUser } from '../users/present.ts'
import { findUserById, reloadUser } from '../users/repo.ts'
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
const pageQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(50),
  filter: z.string().max(255).optional(),
  sort: z.string().optional(),
})
const auditQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(1000).default(50),
})

/** Everything under /admin, and POST /invite: for holders of the service_role key only. */
export function adminRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/invite', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    return invite(ctx, { ...readBody(inviteSchema, request), client: clientOf(ctx, request), actorId })
  })

  app.post('/admin/generate_link', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    return generateLink(ctx, {
      ...readBody(generateLinkSchema, request),
      client: clientOf(ctx, request),
      actorId,
    })
  })

  app.get('/admin/audit', async (request) => {
    await requireAdmin(ctx, request)
    const { page, per_page: perPage } = readQuery(auditQuerySchema, request)
    return many(
      ctx.pool,
      'select * from auth.audit_log_entries order by created_at desc, id desc limit $1 offset $2',
      [perPage, (page - 1) * perPage],
    )
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
    const user = await findUserById(ctx.pool, readId(request, 'user_id'))
    if (user === undefined) throw new AuthError('user_not_found')
    return presentUser(user)
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
    const user = await findUserById(ctx.pool, readId(request, 'user_id'))
    if (user === undefined) throw new AuthError('user_not_found')
    await audit(ctx.pool, { action: 'credential_issued', userId: user.id, traits: { kind } })
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
    const user = await inTransaction(ctx.pool, (tx) => requireUserRow(tx, readId(request, 'user_id')))
    return user.factors.map(presentFactor)
  })

  app.delete('/admin/users/:user_id/factors/:factor_id', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const ids = { userId: readId(request, 'user_id'), factorId: readId(request, 'factor_id'), actorId }
    return presentFactor(await deleteFactorAsAdmin(ctx, ids))
  })

  app.put('/admin/users/:user_id/factors/:factor_id', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const ids = { userId: readId(request, 'user_id'), factorId: readId(request, 'factor_id'), actorId }
    return presentFactor(await updateFactorAsAdmin(ctx, ids, readBody(updateFactorSchema, request)))
  })
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

export const updateFactorSchema = z.object({
  friendly_name: z.string().max(255).optional(),
  phone: z.string().optional(),
})

interface FactorIds {
  userId: string
  factorId: string
  actorId: string | undefined
}

/** Removes a factor that its user has lost. Sessions raised by it fall back to aal1. */
export function deleteFactorAsAdmin(ctx: AuthContext, ids: FactorIds): Promise<FactorRow> {
  return inTransaction(ctx.pool, async (tx) => {
    const factor = requireFactor(await requireUserRow(tx, ids.userId), ids.factorId)
    await removeFactor(tx, ids)
    await audit(tx, {
      action: 'factor_deleted',
      userId: ids.userId,
      actorId: ids.actorId,
      traits: { factorId: ids.factorId },
    })
    return factor
  })
}

/** Renames a factor or corrects its phone number. */
export function updateFactorAsAdmin(
  ctx: AuthContext,
  ids: FactorIds,
  changes: z.output<typeof updateFactorSchema>,
): Promise<FactorRow> {
  const phone = changes.phone === undefined ? null : normalizePhone(changes.phone)
  return inTransaction(ctx.pool, async (tx) => {
    requireFactor(await requireUserRow(tx, ids.userId), ids.factorId)
    await run(
      tx,
      `update auth.mfa_factors set friendly_name = coalesce($2, friendly_name), updated_at = now(),
         phone = case when factor_type = 'phone' then coalesce($3, phone) else phone end where id = $1`,
      [ids.factorId, changes.friendly_name ?? null, phone],
    )
    await audit(tx, {
      action: 'admin_changed_user',
      userId: ids.userId,
      actorId: ids.actorId,
      traits: { fields: ['factor'] },
    })
    return requireFactor(await reloadUser(tx, ids.userId), ids.factorId)
  }).catch((error: unknown) => {
    if (duplicateKey(error) === undefined) throw error
    throw new AuthError('mfa_factor_name_conflict')
  })
}

function requireFactor(user: UserRow, factorId: string): FactorRow {
  const factor = user.factors.find((candidate) => candidate.id === factorId)
  if (factor === undefined) throw new AuthError('mfa_factor_not_found')
  return factor
}
