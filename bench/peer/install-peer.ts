import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'

const PACKAGES = ['@supabase/lite@0.10.0', 'postgres@3', '@hono/node-server@1']
const FLAGS = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
const MAX_INSTALL_MS = 180_000

/** Installs the peer of a measurement into a folder outside the project; false when that fails, for example offline. */
export async function installPeer(dir: string): Promise<boolean> {
  if (existsSync(`${dir}/node_modules/@supabase/lite`)) return true
  await mkdir(dir, { recursive: true })
  await writeFile(`${dir}/package.json`, '{"private":true}')
  try {
    execFileSync('npm', [...FLAGS, ...PACKAGES], { cwd: dir, stdio: 'ignore', timeout: MAX_INSTALL_MS })
    return true
  } catch (error) {
    console.log(`peer: skipped, npm could not install it: ${String(error)}`)
    return false
  }
}
