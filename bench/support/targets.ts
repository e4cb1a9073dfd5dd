import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPeer } from '../peer/install-peer.ts'

/** A server under load, in a process of its own. */
export interface Target {
  readonly name: 'ours' | 'peer'
  readonly process: ChildProcess
  readonly port: number
}

export interface PeerSettings {
  readonly socketDir: string
  readonly database: string
  readonly poolSize: number
  readonly secret: string
  /** True for the peer, which makes its tables itself, in a database of its own. */
  readonly hasOwnSchema: boolean
}

const COMPILE_CACHE = new URL('../../node_modules/.cache/node', import.meta.url).pathname

/** Starts one of our servers; `file` prints its port. Modules come from the compile cache, as with `npm start`. */
export function startOurs(file: URL, socketDir: string, execArgv: readonly string[] = []): Promise<Target> {
  return start('ours', file.pathname, { argument: socketDir, execArgv })
}

/** Installs and starts the peer, in PEER_DIR or a folder of `dir`; undefined when that fails. */
export async function startPeer(dir: string, settings: PeerSettings): Promise<Target | undefined> {
  const folder = process.env['PEER_DIR'] ?? join(dir, 'peer')
  if (!(await installPeer(folder))) return undefined
  const file = join(folder, 'serve.mjs')
  await copyFile(new URL('../peer/serve.mjs', import.meta.url), file)
  return start('peer', file, { argument: JSON.stringify(settings), execArgv: [] }).catch((error: unknown) => {
    console.log(`peer: skipped, ${String(error)}`)
    return undefined
  })
}

export async function stopTarget({ process: child }: Target): Promise<void> {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

async function start(
  name: Target['name'],
  file: string,
  { argument, execArgv }: { readonly argument: string; readonly execArgv: readonly string[] },
): Promise<Target> {
  const child = fork(file, [argument], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [...execArgv],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const number = /^(\d+)\n/m.exec(chunk.toString())?.[1]
      if (number !== undefined) resolve(Number(number))
    })
    child.on('exit', () => reject(new Error(`${name} ended before it listened`)))
  })
  return { name, process: child, port }
}
