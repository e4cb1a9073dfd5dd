import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createTokenVerifier } from '@antojo/auth/access-token'
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

/** Reads a key of DATA_DIR/keys, or makes it. */
type Keep = (name: string, make: () => Promise<string>) => Promise<string>

/**
 * The keys of this installation: those of the settings, or those in DATA_DIR/keys, which the first start creates and
 * only the owner can read. Several nodes need the same keys in their settings. A key that the signing key did not sign
 * is refused.
 */
export function installationKeys(config: Config): Promise<InstallationKeys> {
  return keysFrom(config, (name, make) => kept(keysDir(config), name, make))
}

/** Throws what `installationKeys` would, and writes nothing. */
export async function checkKeys(config: Config): Promise<void> {
  await keysFrom(config, async (name, make) => (await read(keysDir(config), name)) ?? make())
}

const keysDir = ({ dataDir }: Config): string => join(dataDir, 'keys')

async function keysFrom(config: Config, keep: Keep): Promise<InstallationKeys> {
  const dir = keysDir(config)
  const { JWT_KEYS, ANON_KEY, SERVICE_ROLE_KEY } = config.settings
  const text = JWT_KEYS ?? (await keep('jwt-keys.json', generateKeySet))
  const keySet = await loadKeySet(text).catch((error: unknown) => {
    const own = `${dir}: put your copy there, or remove it, which ends all sessions`
    const place = JWT_KEYS === undefined ? own : 'JWT_KEYS, whose form is in docs/operating-auth.md'
    throw new ConfigError(`${error instanceof Error ? error.message : 'No key set.'} Correct ${place}.`)
  })
  const verify = createTokenVerifier(keySet)
  const keyOf = async (role: 'anon' | 'service_role', given: string | undefined, setting: string) => {
    const file = `${role.replace('_', '-')}-key`
    const key = given ?? (await keep(file, () => signApiKey(keySet, role)))
    const found = await verify(key)
    if (found.ok && found.claims.role === role) return key
    const place = given === undefined ? join(dir, file) : setting
    const unsigned = 'was not signed by the keys of this installation'
    const refused = !found.ok && (found.code === 'jwt_expired' ? 'has expired' : unsigned)
    const fault = refused || 'is a key of another role'
    throw new ConfigError(`${place} ${fault}: remove it, and the next start makes one.`)
  }
  return {
    keySet,
    anonKey: await keyOf('anon', ANON_KEY, 'ANON_KEY'),
    serviceRoleKey: await keyOf('service_role', SERVICE_ROLE_KEY, 'SERVICE_ROLE_KEY'),
  }
}

function read(dir: string, name: string): Promise<string | undefined> {
  return readFile(join(dir, name), 'utf8').then((text) => text.trim(), ignoreCode('ENOENT'))
}

async function kept(dir: string, name: string, make: () => Promise<string>): Promise<string> {
  const existing = await read(dir, name)
  if (existing !== undefined) return existing
  await makeFolder(dir, 0o700)
  await chmod(dir, 0o700)
  const path = join(dir, name)
  const draft = join(dir, `${name}.${randomUUID()}`)
  await writeFile(draft, await make(), { mode: 0o600 })
  // `link` never replaces a file: when two processes start together, the first one's key is kept.
  await link(draft, path).catch(ignoreCode('EEXIST'))
  await rm(draft)
  return readFile(path, 'utf8')
}
