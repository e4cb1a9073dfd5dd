import { createTokenRequest } from '@antojo/contract/account'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RequestScope } from '../../core/request-scope.ts'
import type { Tokens } from './service.ts'

const tokenParams = z.object({ id: z.uuid() })

/** `/tokens`: manages a person's own tokens. Requires a session, so that a token cannot create another one. */
export function tokenRoutes(app: FastifyInstance, tokens: Tokens, scope: RequestScope): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  app.get('/tokens', async (request) => ({ tokens: await tokens.list(await scope.user(request)) }))

  typed.post(
    '/tokens',
    { schema: { body: createTokenRequest }, config: { budget: 'personalToken' } },
    async (request, reply) => {
      void reply.code(201)
      return tokens.create(await scope.user(request), request.body, request.headers['accept-language'])
    },
  )

  typed.delete('/tokens/:id', { schema: { params: tokenParams } }, async (request, reply) => {
    await tokens.revoke(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
