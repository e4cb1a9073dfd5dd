import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from '../../testing/fixture.ts'
import { parseWeb3Message } from './message.ts'
import { isEthereumSignature } from './web3-grant.ts'

interface Wish {
  address: string
  chain?: 'Ethereum' | 'Solana'
  uri?: string
  domain?: string
  issuedAt?: Date
  extra?: string
}

function messageOf({
  address,
  chain = 'Ethereum',
  uri = 'https://app.example.org/login',
  domain = 'app.example.org',
  issuedAt = new Date(),
  extra = '',
}: Wish) {
  return `${domain} wants you to sign in with your ${chain} account:
${address}

I accept.

URI: ${uri}
Version: 1
Chain ID: ${chain === 'Ethereum' ? '1' : 'solana:mainnet'}
Nonce: ${randomBytes(8).toString('hex')}
Issued At: ${issuedAt.toISOString()}${extra}`
}

function ethereumWallet() {
  const secret = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(secret, false)
  const address = `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(-20)).toString('hex')}`
  return {
    address,
    sign(text: string) {
      const digest = keccak_256(
        Buffer.from(`\u0019Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`),
      )
      const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
      return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
    },
  }
}

describe('the message', () => {
  it('recovers the signer of a published example', () => {
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
    expect(isEthereumSignature('Some data', '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23', signature)).toBe(
      true,
    )
    expect(isEthereumSignature('Some date', '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23', signature)).toBe(
      false,
    )
  })

  it.each([
    ['wants you', 'would like you'],
    ['Version: 1', 'Version: 2'],
    ['Chain ID: 1', 'Chain ID: one'],
    ['Issued At: 2', 'Issued At: x'],
    ['URI: https', 'URI: :'],
    ['Nonce: ', 'Nonsense: '],
  ])('with %j turned into %j is not in the grammar', (from, to) => {
    const text = messageOf({ address: ethereumWallet().address })
    expect(parseWeb3Message(text, 'ethereum').ok).toBe(true)
    expect(parseWeb3Message(text.replace(from, to), 'ethereum').ok).toBe(false)
  })
})

describe('signing in with a wallet', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth({
      settings: { web3: { ethereum: true, solana: true }, redirectAllowList: ['https://app.example.org/**'] },
    })
  })
  afterAll(() => auth.close())

  const grant = (chain: string, message: string, signature: string) =>
    auth.ask('/token?grant_type=web3', { chain, message, signature })

  it('opens an account for an Ethereum address, once per message', async () => {
    const wallet = ethereumWallet()
    const message = messageOf({ address: wallet.address })
    const first = await grant('ethereum', message, wallet.sign(message))
    expect(first).toMatchObject({
      status: 200,
      body: {
        user: {
          email: '',
          app_metadata: { provider: 'web3' },
          identities: [{ id: `web3:ethereum:${wallet.address}` }],
        },
      },
    })
    const replayed = await grant('ethereum', message, wallet.sign(message))
    expect(replayed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const next = messageOf({ address: wallet.address })
    expect((await grant('ethereum', next, wallet.sign(next))).body.user?.id).toBe(first.body.user?.id)
  })

  it('opens an account for a Solana address', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
    const message = messageOf({ address, chain: 'Solana' })
    const signature = sign(null, Buffer.from(message), privateKey).toString('base64')
    expect((await grant('solana', message, signature)).status).toBe(200)
  })

  it.each<[string, Partial<Wish>]>([
    ['another site', { uri: 'https://evil.example.com/', domain: 'evil.example.com' }],
    ['a domain that is not that of the URI', { domain: 'evil.example.com' }],
    ['plain HTTP', { uri: 'http://app.example.org/login' }],
    ['long ago', { issuedAt: new Date(Date.now() - 11 * 60_000) }],
    ['the future', { issuedAt: new Date(Date.now() + 11 * 60_000) }],
    ['a time that has passed', { extra: `\nExpiration Time: ${new Date(Date.now() - 1000).toISOString()}` }],
    ['a time that has not come', { extra: `\nNot Before: ${new Date(Date.now() + 60_000).toISOString()}` }],
  ])('refuses a message for %s', async (_what, wish) => {
    const wallet = ethereumWallet()
    const message = messageOf({ address: wallet.address, ...wish })
    const answer = await grant('ethereum', message, wallet.sign(message))
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('refuses the signature of another wallet', async () => {
    const message = messageOf({ address: ethereumWallet().address })
    const answer = await grant('ethereum', message, ethereumWallet().sign(message))
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})
