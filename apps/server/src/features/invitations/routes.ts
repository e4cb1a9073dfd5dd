import { createInvitationRequest, openInvitationRequest } from '@antojo/contract/invitations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idParams, type ProductApp, type RequestScope } from '../../core/request-scope.ts'
import type { Invitations } from './service.ts'

/** Seconds between opening an invitation and signing up; the link can be opened again. */
const COOKIE_LIFETIME = 3600

/** `/invitations`: manages a person's own invitations, and opens one from another person. */
export function invitationRoutes(
  app: ProductApp,
  invitations: Invitations,
  { scope, https }: { readonly scope: RequestScope; readonly https: boolean },
): void {
  app.get('/invitations', async (request) => invitations.list(await scope.user(request)))

  app.post(
    '/invitations',
    { schema: { body: createInvitationRequest }, config: { budget: 'invitation' } },
    async (request, reply) => {
      void reply.code(201)
      return invitations.create(await scope.user(request), request.body.maxAccounts)
    },
  )

  app.delete('/invitations/:id', { schema: { params: idParams } }, async (request, reply) => {
    await invitations.revoke(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })

  app.post(
    '/invitations/open',
    { schema: { body: openInvitationRequest }, config: { budget: 'openInvitation' } },
    async (request, reply) => {
      await invitations.requireValid(request.body.token)
      return keepInvitation(reply, request.body.token, https).code(204).send()
    },
  )
}

/**
 * Stores the invitation in a cookie, so that it also reaches a sign-up with Google or Facebook, which leaves the page.
 * The cookie gives no access to an account, and browsers do not send it with cross-site requests.
 */
function keepInvitation(reply: FastifyReply, token: string, https: boolean): FastifyReply {
  const secure = https ? '; Secure' : ''
  return reply.header(
    'set-cookie',
    `${cookieName(https)}=${token}; Path=/; Max-Age=${COOKIE_LIFETIME}; HttpOnly; SameSite=Lax${secure}`,
  )
}

/** The invitation that `POST /invitations/open` stored in this browser. */
export function invitationOf(request: FastifyRequest, https: boolean): string | undefined {
  const name = `${cookieName(https)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}

function cookieName(https: boolean): string {
  return https ? '__Host-antojo-invitation' : 'antojo-invitation'
}
