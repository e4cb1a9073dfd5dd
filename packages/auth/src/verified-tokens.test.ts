import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AccessClaims, createTokenVerifier, VerifiedTokens } from './access-token.ts'
import { generateKeySet, loadKeySet, signJwt } from './keys.ts'

afterEach(() => vi.useRealTimers())

const tokenOf = (index: number) => `token ${index} `.padEnd(1000, 'x')

describe('verified tokens', () => {
  it('stay within their bytes', () => {
    const tokens = new VerifiedTokens<AccessClaims>(100_000)
    for (let index = 0; index < 1000; index += 1) tokens.add(tokenOf(index), { sub: String(index) })
    expect(tokens.size).toBeGreaterThan(20)
    expect(tokens.size).toBeLessThanOrEqual(33)
    expect(tokens.find(tokenOf(999))).toEqual({ sub: '999' })
    expect(tokens.find(tokenOf(0))).toBeUndefined()
  })

  it('are removed when they have expired, also if nobody uses them again', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const tokens = new VerifiedTokens<AccessClaims>(100_000)
    tokens.add('short', { exp: 30 })
    tokens.add('long', { exp: 3600 })
    vi.setSystemTime(31_000)
    expect(tokens.find('short')).toBeUndefined()
    tokens.add('short', { exp: 40 })
    vi.setSystemTime(120_000)
    tokens.add('new', { exp: 3600 })
    expect(tokens.size).toBe(2)
  })

  it('are not checked when they are longer than any of ours', async () => {
    const keys = await loadKeySet(await generateKeySet())
    const verify = createTokenVerifier(keys)
    const token = await signJwt(keys, { aud: 'authenticated', user_metadata: { x: 'x'.repeat(12_000) } })
    expect(await verify(token)).toEqual({ ok: false, code: 'bad_jwt', message: 'token is too long' })
  })
})
