import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Post } from './sandbox/post.ts'
import { startSandbox } from './sandbox/sandbox.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

const SERVER = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
const MAX_START_MS = 120_000
const MAX_STOP_MS = 20_000
const POLL_MS = 50

/** The real server in its own process, with the sandbox in place of all foreign services. */
export interface App {
  readonly url: string
  /** The pid of the first start of the server. */
  readonly pid: number
  readonly sandbox: Sandbox
  /** The last lines of the server's log and errors. */
  output(): string
  /** Ends the server with SIGTERM, as a service manager does, and the sandbox. */
  stop(): Promise<void>
  /** Kills the server, like a crash; the sandbox keeps running. */
  kill(): Promise<void>
  /** Restarts the server after `kill`, on the same port and data. */
  restart(): Promise<void>
}

export interface AppOptions {
  /** Directory of the embedded database and the keys. */
  readonly dataDir: string
  readonly posts?: readonly Post[]
  /** Default: 0, any free port. */
  readonly port?: number
  readonly sandboxPort?: number
  /** Settings in addition to those that connect the server to the sandbox. */
  readonly env?: Readonly<Record<string, string>>
  /** `host:port` pairs of private hosts that the server may reach in addition to the sandbox. */
  readonly allowPrivateHosts?: readonly string[]
  /** A command that wraps the server's command, such as one that limits its memory. */
  readonly through?: readonly string[]
  /** Prints the server's log. */
  readonly verbose?: boolean
}

/**
 * Starts sandbox and server and waits until the server is ready. Throws with the server's output when it ends before
 * that.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const sandbox = await startSandbox({ port: options.sandboxPort ?? 0, posts: options.posts ?? [] })
  const port = options.port || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...sandbox.env,
    PORT: String(port),
    DATA_DIR: options.dataDir,
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_HOSTS: [sandbox.env['ALLOW_PRIVATE_HOSTS'], ...(options.allowPrivateHosts ?? [])].join(','),
    ...options.env,
  }
  let output = ''
  const onOutput = (text: string): void => {
    output = (output + text).slice(-20_000)
    if (options.verbose) process.stderr.write(text)
  }
  const command = [...(options.through ?? []), process.execPath, SERVER]
  const start = () => startServer(command, env, url, { onOutput, output: () => output })
  let server = await start().catch(async (error: unknown) => {
    await sandbox.close()
    throw error
  })
  return {
    url,
    pid: server.pid ?? 0,
    sandbox,
    output: () => output,
    stop: async () => {
      await end(server, 'SIGTERM')
      await sandbox.close()
    },
    kill: () => end(server, 'SIGKILL'),
    restart: async () => {
      server = await start()
    },
  }
}

async function startServer(
  [file = '', ...args]: readonly string[],
  env: Record<string, string>,
  url: string,
  { onOutput, output }: { readonly onOutput: (text: string) => void; readonly output: () => string },
): Promise<ChildProcess> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const server = spawn(file, args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => onOutput(chunk.toString()))
  const deadline = Date.now() + MAX_START_MS
  while (!(await isReady(url))) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`The server ended at its start:\n${output()}`)
    if (Date.now() > deadline) {
      await end(server, 'SIGTERM')
      throw new Error(`The server was not ready after ${MAX_START_MS / 1000} s:\n${output()}`)
    }
    await wait(POLL_MS)
  }
  return server
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  const late = setTimeout(() => server.kill('SIGKILL'), MAX_STOP_MS)
  await ended
  clearTimeout(late)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
