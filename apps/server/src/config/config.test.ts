import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { misspeltSettings, readConfig } from './config.ts'

describe('readConfig', () => {
  it('has a default for every setting', () => {
    const config = readConfig({})
    expect(config.settings).toMatchObject({
      PORT: 8787,
      HOST: '127.0.0.1',
      ROLE: 'all',
      PLACES_PROVIDER: 'auto',
    })
    expect(config.database.kind).toBe('embedded')
  })

  it('reports all problems together', () => {
    const env = { PORT: 'x', PUBLIC_URL: 'antojo', GOOGLE_CLIENT_ID_FILE: '/none/such', SHORT_LINK_MAP: '{' }
    const problems = ['PORT', 'PUBLIC_URL', 'GOOGLE_CLIENT_ID_FILE', 'SHORT_LINK_MAP']
    for (const problem of problems) expect(() => readConfig(env)).toThrow(new RegExp(`- ${problem}: `, 'u'))
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_SECRET'],
    [{ ROLE: 'worker' }, 'DATABASE_URL'],
    [{ PLACES_PROVIDER: 'google' }, 'GOOGLE_MAPS_API_KEY'],
    [{ SMTP_URL: 'smtp://localhost' }, 'MAIL_FROM'],
  ])('%o needs %s', (env, missing) => {
    expect(() => readConfig(env)).toThrow(missing)
  })

  it('reads secrets from files, lists and maps', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'antojo-config-')), 'token')
    writeFileSync(file, 'app|secret\n')
    const { settings } = readConfig({
      META_ACCESS_TOKEN_FILE: file,
      ADMIN_EMAILS: 'a@x.mx, b@x.mx',
      SHORT_LINK_MAP: '{"vm.tiktok.com":"http://127.0.0.1:1/vm"}',
      PORT: ' ',
    })
    expect(settings).toMatchObject({
      META_ACCESS_TOKEN: 'app|secret',
      ADMIN_EMAILS: ['a@x.mx', 'b@x.mx'],
      SHORT_LINK_MAP: { 'vm.tiktok.com': 'http://127.0.0.1:1/vm' },
      PORT: 8787,
    })
    expect(() => readConfig({ META_ACCESS_TOKEN_FILE: file, META_ACCESS_TOKEN: 'x' })).toThrow('given twice')
  })
})

it.each([
  ['PORTT', 'PORT'],
  ['PULBIC_URL', 'PUBLIC_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
])('takes %s for a slip of %s', (name, meant) => {
  const line = `${name} is no setting. Did you mean ${meant}?`
  expect(misspeltSettings({ [name]: 'x' })).toEqual([line])
  expect(() => readConfig({ [name]: 'x', ROLE: 'web' })).toThrow(`- ROLE: needs DATABASE_URL\n- ${line}`)
})

it('takes no setting, and no common variable of a system, for a slip', () => {
  const common = [
    'HOME',
    'PATH',
    'PWD',
    'USER',
    'LANG',
    'HOSTNAME',
    'NODE_ENV',
    'LOGNAME',
    'PGPORT',
    'POSTGRES_DB',
  ]
  for (const name of [...common, 'PORT', 'SMTP_URL_FILE'])
    expect(misspeltSettings({ [name]: 'x' })).toEqual([])
})

it('a certificate is verified whichever of the strict modes the address names, without a warning of the driver', () => {
  const urlOf = (query: string) => {
    const { database } = readConfig({ DATABASE_URL: `postgres://a:b@db.example/antojo?${query}` })
    return database.kind === 'postgres' && database.url.split('?')[1]
  }
  expect(urlOf('sslmode=require')).toBe('sslmode=verify-full')
  expect(urlOf('a=1&sslmode=verify-ca&b=2')).toBe('a=1&sslmode=verify-full&b=2')
  expect(urlOf('sslmode=no-verify')).toBe('sslmode=no-verify')
  expect(urlOf('uselibpqcompat=true&sslmode=require')).toBe('uselibpqcompat=true&sslmode=require')
})
