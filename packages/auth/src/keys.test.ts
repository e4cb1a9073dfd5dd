import { describe, expect, it } from 'vitest'
import { createTokenVerifier } from './access-token.ts'
import { generateKeySet, loadKeySet, signApiKey } from './keys.ts'

describe('a key set', () => {
  it('signs and verifies API keys, and shows public parts only', async () => {
    const keys = await loadKeySet(await generateKeySet())
    const anon = await signApiKey(keys, 'anon')
    expect(await createTokenVerifier(keys)(anon)).toMatchObject({ ok: true, claims: { role: 'anon' } })
    expect(keys.publicKeys).toHaveLength(1)
    expect(Object.keys(keys.publicKeys[0] ?? {}).toSorted()).toEqual([
      'alg',
      'crv',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ])
  })

  it('still verifies tokens that an earlier key signed', async () => {
    const old: { keys: Record<string, unknown>[] } = JSON.parse(await generateKeySet())
    const token = await signApiKey(await loadKeySet(JSON.stringify(old)), 'service_role')
    const fresh: typeof old = JSON.parse(await generateKeySet())
    const retired = old.keys
      .filter((key) => key['alg'] === 'ES256')
      .map((key) => ({ ...key, key_ops: ['verify'] }))
    const verify = createTokenVerifier(
      await loadKeySet(JSON.stringify({ keys: [...fresh.keys, ...retired] })),
    )
    expect(await verify(token)).toMatchObject({ ok: true })
    expect(await createTokenVerifier(await loadKeySet(JSON.stringify(fresh)))(token)).toMatchObject({
      ok: false,
    })
  })

  it('can be the shared secret of an older project', async () => {
    const keys = await loadKeySet('[]', 'a secret of at least thirty-two characters')
    expect(await createTokenVerifier(keys)(await signApiKey(keys, 'anon'))).toMatchObject({ ok: true })
    expect(keys.publicKeys).toEqual([])
  })

  it.each(['', '{}', '{"keys":[{"kty":"none"}]}', '[]'])(
    '%j is refused without being quoted',
    async (text) => {
      await expect(loadKeySet(text)).rejects.toThrow(/^The key set/)
    },
  )
})
