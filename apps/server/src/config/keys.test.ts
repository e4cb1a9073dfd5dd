import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTokenVerifier } from '@antojo/auth/access-token'
import { signJwt } from '@antojo/auth/keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { checkKeys, installationKeys } from './keys.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-keys-'))
})
afterAll(() => rm(dir, { recursive: true }))

it('keys are created once by several processes, readable by the owner alone, and sign tokens that they verify', async () => {
  const config = readConfig({ DATA_DIR: dir })
  const [first, second] = await Promise.all([installationKeys(config), installationKeys(config)])
  const later = await installationKeys(config)
  expect(new Set([first, second, later].map(({ anonKey }) => anonKey)).size).toBe(1)
  for (const name of ['jwt-keys.json', 'anon-key', 'service-role-key']) {
    expect(((await stat(join(dir, 'keys', name))).mode & 0o777).toString(8)).toBe('600')
  }
  const verify = createTokenVerifier(later.keySet)
  expect(await verify(first.anonKey)).toMatchObject({ ok: true, claims: { role: 'anon' } })
  expect(await verify(second.serviceRoleKey)).toMatchObject({ ok: true, claims: { role: 'service_role' } })
})

it('a key set that is none is named, with what to do and without its text', async () => {
  const given = installationKeys(readConfig({ DATA_DIR: dir, JWT_KEYS: 'secret' }))
  await expect(given).rejects.toThrow(
    'The key set is not JSON. Correct JWT_KEYS, whose form is in docs/operating-auth.md.',
  )
  const damaged = join(dir, 'damaged')
  await mkdir(join(damaged, 'keys'), { recursive: true })
  await writeFile(join(damaged, 'keys', 'jwt-keys.json'), '{}')
  const kept = installationKeys(readConfig({ DATA_DIR: damaged }))
  await expect(kept).rejects.toThrow(ConfigError)
  await expect(kept).rejects.toThrow(
    /^The key set .* Correct .*damaged\/keys: put your copy there, or remove it, which/u,
  )
})

it('keys of the settings replace created ones', async () => {
  const { anonKey: ANON_KEY } = await installationKeys(readConfig({ DATA_DIR: dir }))
  const JWT_KEYS = await readFile(join(dir, 'keys', 'jwt-keys.json'), 'utf8')
  const elsewhere = readConfig({ DATA_DIR: join(dir, 'elsewhere'), JWT_KEYS, ANON_KEY })
  expect((await installationKeys(elsewhere)).anonKey).toBe(ANON_KEY)
})

it('an API key of another installation, of another role or from the past is refused, and the check writes nothing', async () => {
  const { keySet, anonKey } = await installationKeys(readConfig({ DATA_DIR: dir }))
  const elsewhere = join(dir, 'another')
  const refusal = (given: Record<string, string>) =>
    checkKeys(readConfig({ DATA_DIR: dir, ...given })).then(String, String)
  const own = await installationKeys(readConfig({ DATA_DIR: join(dir, 'third') }))
  expect(await refusal({ ANON_KEY: own.anonKey })).toContain('ANON_KEY was not signed by the keys of this')
  expect(await refusal({ SERVICE_ROLE_KEY: anonKey })).toContain('SERVICE_ROLE_KEY is a key of another role')
  const past = await signJwt(keySet, { role: 'anon', exp: 1 })
  expect(await refusal({ ANON_KEY: past })).toContain('ANON_KEY has expired')
  await checkKeys(readConfig({ DATA_DIR: elsewhere }))
  expect(await readdir(dir)).not.toContain('another')
  await writeFile(join(dir, 'keys', 'anon-key'), own.anonKey)
  await expect(installationKeys(readConfig({ DATA_DIR: dir }))).rejects.toThrow(
    /keys\/anon-key was not signed/u,
  )
})
