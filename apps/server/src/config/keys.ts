import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { generateKeySet, type KeySet, loadKeySet, signApiKey } from '@antojo/auth/keys'
import { ignoreCode } from '@antojo/db/ignore-code'
import { makeFolder } from '@antojo/db/make-folder'
import { type Config, ConfigError } from './config.ts'

export interface InstallationKeys {
  readonly keySet: KeySet
  /** Public: the web app sends it as `apikey`. */
  readonly anonKey: string
  readonly serviceRoleKey: string
}

/**
 * The keys of this installation: those of the settings, or those in DATA_DIR/keys, which the first start creates and
 * only the owner can read. Several nodes need the same keys in their settings.
 */
export async function installationKeys(config: Config): Promise<InstallationKeys> {
  const dir = join(config.dataDir, 'keys')
  const { JWT_KEYS, ANON_KEY, SERVICE_ROLE_KEY } = config.settings
  const text = JWT_KEYS ?? (await kept(dir, 'jwt-keys.json', generateKeySet))
  const keySet = await loadKeySet(text).catch((error: unknown) => {
    const own = `${dir}: put your copy there, or remove it, which ends all sessions`
    const place = JWT_KEYS === undefined ? own : 'JWT_KEYS, whose form is in docs/operating-auth.md'
    throw new ConfigError(`${error instanceof Error ? error.message : 'No key set.'} Correct ${place}.`)
  })
  return {
    keySet,
    anonKey: ANON_KEY ?? (await kept(dir, 'anon-key', () => signApiKey(keySet, 'anon'))),
    serviceRoleKey:
      SERVICE_ROLE_KEY ?? (await kept(dir, 'service-role-key', () => signApiKey(keySet, 'service_role'))),
  }
}

async function kept(dir: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(dir, name)
  const existing = await readFile(path, 'utf8').catch(ignoreCode('ENOENT'))
  if (existing !== undefined) return existing.trim()
  await makeFolder(dir, 0o700)
  await chmod(dir, 0o700)
  const draft = join(dir, `${name}.${randomUUID()}`)
  await writeFile(draft, await make(), { mode: 0o600 })
  // `link` never replaces a file: when two processes start together, the first one's key is kept.
  await link(draft, path).catch(ignoreCode('EEXIST'))
  await rm(draft)
  return readFile(path, 'utf8')
}
