import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { ConfigError } from '../config/config.ts'

const settings = z.object({
  ANTOJO_URL: z.url({ protocol: /^https?$/u }),
  ANTOJO_TOKEN: z.string().startsWith('antojo_'),
})

/** `antojo mcp`: relays the messages of a program that speaks MCP over stdio to a server, until its input ends. */
export async function mcpCommand(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const parsed = settings.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(
      'Set ANTOJO_URL to the address of the server, such as https://antojo.example, and ANTOJO_TOKEN to a personal token from the settings.',
    )
  const { ANTOJO_URL: url, ANTOJO_TOKEN: token } = parsed.data
  const server = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const program = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve))
  // A transport is not an event target: it has a single receiver.
  // eslint-disable-next-line unicorn/prefer-add-event-listener
  program.onmessage = (message) => {
    server.send(message).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      // A request without an answer would make the program wait for ever.
      if ('id' in message && 'method' in message)
        void program.send({
          jsonrpc: '2.0',
          id: message.id,
          error: { code: -32_000, message: `The server at ${url} gave no answer: ${String(error)}` },
        })
    })
  }
  // eslint-disable-next-line unicorn/prefer-add-event-listener
  server.onmessage = (message) => void program.send(message)
  await server.start()
  await program.start()
  await ended
  await server.close()
  return 0
}
