import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { whyNoCluster } from '../cluster.ts'

const run = promisify(execFile)
/** New namespaces for network, mounts and processes, which end together with everything in them. */
const APART = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const inside = fileURLToPath(new URL('./cut-primary-inside.ts', import.meta.url))
const LIMIT_MS = 15 * 60_000

/** Cuts the network of the cluster's primary while people write. */
export async function cutPrimary(): Promise<string> {
  const why = whyNoCluster() ?? (await whyNoNamespaces())
  if (why !== undefined) return `not tried: ${why}`
  // As the first process of its namespace, the shell reaps orphaned processes.
  const { stdout } = await run(
    'unshare',
    [...APART, 'bash', '-c', '"$0" "$1"; exit $?', process.execPath, inside],
    {
      timeout: LIMIT_MS,
    },
  )
  return stdout.trim()
}

async function whyNoNamespaces(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'machines of its own can be made by root only'
  return run('unshare', [...APART, 'ip', 'link', 'add', 'antojo0', 'type', 'bridge']).then(
    () => undefined,
    (error: unknown) => `no network namespaces here: ${error instanceof Error ? error.message.trim() : ''}`,
  )
}
