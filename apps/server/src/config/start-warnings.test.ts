import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { isLoopback } from './exposure.ts'
import { startWarnings, warningBlock } from './start-warnings.ts'

const codes = (env: Record<string, string>) => startWarnings(readConfig(env)).map(({ code }) => code)

const GOOD = {
  PUBLIC_URL: 'https://antojo.example.org',
  TRUST_PROXY: 'on',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'Antojo <hola@example.org>',
}

describe('the warnings of a start', () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8787', SIGNUP: 'open', RATE_LIMITS: 'off' }, []],
    [GOOD, []],
    [{ HOST: '0.0.0.0' }, ['no_public_url', 'no_mail']],
    [{ HOST: '192.168.1.10', PUBLIC_URL: 'http://192.168.1.10:8787' }, ['no_tls', 'no_mail']],
    [{ ...GOOD, PUBLIC_URL: 'http://antojo.example.org' }, ['no_tls']],
    [{ ...GOOD, TRUST_PROXY: 'off' }, ['proxy_not_trusted']],
    [{ ...GOOD, SIGNUP: 'open' }, ['sign_up_open']],
    [{ ...GOOD, RATE_LIMITS: 'off' }, ['no_rate_limits']],
    [{ HOST: '0.0.0.0', ROLE: 'worker', DATABASE_URL: 'postgres://x/y' }, []],
  ])('with %j are %j', (env, expected) => {
    expect(codes(env)).toEqual(expected)
  })

  it('are one block with advice', () => {
    const block = warningBlock(startWarnings(readConfig({ HOST: '0.0.0.0' })))
    expect(block).toContain('Set PUBLIC_URL to the address that people type')
    expect(block).toContain('Set SMTP_URL and MAIL_FROM.')
    expect(warningBlock([])).toBe('')
  })
})

it.each([
  [{}, 'open'],
  [{ HOST: 'localhost' }, 'open'],
  [{ PUBLIC_URL: 'http://127.0.0.1:8787' }, 'open'],
  [{ HOST: '0.0.0.0' }, 'invite'],
  [{ HOST: '::' }, 'invite'],
  [{ PUBLIC_URL: 'https://antojo.example.org' }, 'invite'],
  [{ PUBLIC_URL: 'https://antojo.example.org', SIGNUP: 'open' }, 'open'],
  [{ SIGNUP: 'closed' }, 'closed'],
])('with %j the sign-up mode is %s', (env, mode) => {
  expect(readConfig(env).signUp).toBe(mode)
})

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['[::1]', true],
  ['LOCALHOST', true],
  ['app.localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['localhost.example.org', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
