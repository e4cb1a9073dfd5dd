import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTokenVerifier } from '@antojo/auth/access-token'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { installationKeys } from './keys.ts'

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
  const keys = await installationKeys(readConfig({ DATA_DIR: dir, ANON_KEY: 'given' }))
  expect(keys.anonKey).toBe('given')
})
