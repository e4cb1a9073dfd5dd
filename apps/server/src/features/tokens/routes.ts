import { createTokenRequest } from '@antojo/contract/account'
import { idParams, type ProductApp, type RequestScope } from '../../core/request-scope.ts'
import type { Tokens } from './service.ts'

/** `/tokens`: manages a person's own tokens. Requires a session, so that a token cannot create another one. */
export function tokenRoutes(app: ProductApp, tokens: Tokens, scope: RequestScope): void {
  app.get('/tokens', async (request) => ({ tokens: await tokens.list(await scope.user(request)) }))

  app.post(
    '/tokens',
    { schema: { body: createTokenRequest }, config: { budget: 'personalToken' } },
    async (request, reply) => {
      void reply.code(201)
      return tokens.create(await scope.user(request), request.body, request.headers['accept-language'])
    },
  )

  app.delete('/tokens/:id', { schema: { params: idParams } }, async (request, reply) => {
    await tokens.revoke(await scope.user(request), request.params.id)
    return reply.code(204).send()
  })
}
