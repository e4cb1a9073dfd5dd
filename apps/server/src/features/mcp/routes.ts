import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/app-error.ts'
import { type Asker, runAs } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { TokenOwner, Tokens } from '../tokens/service.ts'
import type { McpDeps } from './tools.ts'

export interface McpRouteDeps extends Pick<McpDeps, 'database'> {
  readonly tokens: Tokens
  readonly budgets: Pick<Budgets, 'take'>
  capture(text: string, asker: Asker & { readonly account: string }): ReturnType<McpDeps['capture']>
}

/** Loading the protocol's library takes a tenth of a start, and few people use it, so it is loaded on demand. */
const protocol = async () => {
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport: Transport }] = await Promise.all([
    import('./tools.ts'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ])
  return { createMcpServer, Transport }
}

/**
 * `POST /mcp`: the Model Context Protocol by streamable HTTP, for programs with a personal token. Requests are
 * stateless (no session, no stream of events), so any node can answer them. A request is one message, as the protocol
 * prescribes since 2025-06-18, so that limits on requests are limits on work.
 */
export function mcpRoutes(app: FastifyInstance, { tokens, budgets, ...deps }: McpRouteDeps): void {
  const owners = new WeakMap<FastifyRequest, TokenOwner>()
  // Strangers are refused before their bodies are read.
  const onRequest = async (request: FastifyRequest) => {
    owners.set(request, await tokens.ownerOf(request))
  }
  app.post('/mcp', { config: { budget: 'mcpRequest' }, onRequest }, async (request, reply) => {
    if (Array.isArray(request.body))
      throw new AppError('bad_request', 'Send one JSON-RPC message in each request, not an array.')
    const owner = owners.get(request) ?? (await tokens.ownerOf(request))
    const asker = { account: owner.user.id, address: request.ip }
    const { createMcpServer, Transport } = await protocol()
    const server = createMcpServer(owner, {
      ...deps,
      capture: (text) => deps.capture(text, asker),
      take: (budget) => budgets.take(budget, { asker }),
      onFailure: (err) => request.log.error({ err }, 'a tool failed'),
    })
    const transport = new Transport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const headers = new Headers({
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      })
      const version = request.headers['mcp-protocol-version']
      if (typeof version === 'string') headers.set('mcp-protocol-version', version)
      const message = new Request('http://antojo/mcp', { method: 'POST', headers })
      // Counts against the account now; before the token was looked up, only the network was known.
      const response = await runAs(asker, () =>
        transport.handleRequest(message, { parsedBody: request.body }),
      )
      return await reply
        .code(response.status)
        .type(response.headers.get('content-type') ?? 'application/json')
        .send(await response.text())
    } finally {
      await server.close()
    }
  })

  // Clients may ask for a stream of events, or end a session; this server has neither.
  app.route({ method: ['GET', 'DELETE'], url: '/mcp', onRequest: refuseMethod, handler: refuseMethod })
}

/** Runs before a body is read: a request to end a session has none. */
async function refuseMethod(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await reply.code(405).header('allow', 'POST').send()
}
