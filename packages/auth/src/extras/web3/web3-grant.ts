import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { signInExternally } from '../../accounts/external-sign-in.ts'
import type { ExternalProfile } from '../../accounts/ports.ts'
import type { Answer, AuthContext } from '../../context.ts'
import { sql } from '../../database.ts'
import { AuthError, invalid, OAuthError } from '../../errors.ts'
import { readBody, requireCaptcha } from '../../http/body.ts'
import { clientOf, type ClientRequest } from '../../http/client-request.ts'
import { isAllowedRedirect } from '../../redirects.ts'
import { sha256 } from '../../secrets.ts'
import { signIn } from '../../sessions/session.ts'
import { objectionTo, parseWeb3Message, type Web3Chain, type Web3Message } from './message.ts'

const bodySchema = z.object({
  chain: z.string().optional(),
  message: z.string().default(''),
  signature: z.string().default(''),
})

const MIN_MESSAGE = 64
const MAX_MESSAGE = 20 * 1024

/** Sign-in with a wallet: a grant of POST /token. */
export function mountWeb3(_app: FastifyInstance, ctx: AuthContext): void {
  ctx.grants.set('web3', async (request) => {
    await requireCaptcha(ctx, request)
    return web3Grant(ctx, readBody(bodySchema, request), clientOf(ctx, request))
  })
}

/** A session for a signed message that names this site; each message works once. */
async function web3Grant(
  ctx: AuthContext,
  body: z.output<typeof bodySchema>,
  client: ClientRequest,
): Promise<Answer> {
  const chain = chainOf(ctx, body.chain)
  const length = Buffer.byteLength(body.message)
  if (length < MIN_MESSAGE) throw invalid('message is too short')
  if (length > MAX_MESSAGE) throw invalid(`message must not exceed 20KB`)
  const name = chain === 'ethereum' ? 'siwe' : 'siws'
  const parsed = parseWeb3Message(body.message, chain)
  if (!parsed.ok) throw invalid(`${name}: ${parsed.reason}`)
  const { siteUrl, redirectAllowList } = ctx.settings
  const objection = objectionTo(parsed.message, Date.now(), (url) =>
    isAllowedRedirect(url, siteUrl, redirectAllowList),
  )
  if (objection !== undefined) throw new OAuthError('invalid_grant', objection)
  const isSigned = chain === 'ethereum' ? isEthereumSignature : isSolanaSignature
  if (!isSigned(body.message, parsed.message.address, body.signature))
    throw new OAuthError('invalid_grant', 'Signature does not match address in message')
  return signIn(ctx, { client, method: 'web3' }, async (tx) => {
    const used = sha256(`${chain}:${body.message}`)
    const isNew =
      await sql`insert into auth.used_messages (hash) values (${used}) on conflict do nothing`.run(tx)
    if (isNew === 0) throw new OAuthError('invalid_grant', 'Signed message was already used')
    const result = await signInExternally(tx, ctx, profileOf(chain, parsed.message), client)
    if (result.kind !== 'user') throw new Error('a wallet has no e-mail to confirm')
    return result.user
  })
}

function chainOf(ctx: AuthContext, name: string | undefined): Web3Chain {
  const { web3 } = ctx.settings
  if (name !== 'ethereum' && name !== 'solana') throw new AuthError('web3_unsupported_chain')
  if (web3[name]) return name
  const label = name === 'ethereum' ? 'Ethereum' : 'Solana'
  throw new AuthError('web3_provider_disabled', `${label} Web3 provider is disabled`)
}

function profileOf(chain: Web3Chain, message: Web3Message): ExternalProfile {
  const { address, chainId: network, domain, statement = '' } = message
  // Ethereum addresses differ only in their checksum case; Solana's base58 is case-sensitive.
  const providerId = `web3:${chain}:${chain === 'ethereum' ? address.toLowerCase() : address}`
  const claims = { address, chain, network, domain, statement }
  const data = { sub: providerId, custom_claims: claims, email_verified: false, phone_verified: false }
  return { provider: 'web3', providerId, email: undefined, emailVerified: false, data }
}

/** True when the holder of an Ethereum address has signed the text (EIP-191, `personal_sign`). */
export function isEthereumSignature(text: string, address: string, signature: string): boolean {
  const match = /^0x([0-9a-f]{128})([0-9a-f]{2})$/i.exec(signature)
  if (match === null) return false
  const [, body = '', tail = ''] = match
  const v = Number.parseInt(tail, 16)
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return false
  const bytes = Buffer.from(text)
  const digest = keccak_256(
    Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]),
  )
  try {
    const recovered = secp256k1.Signature.fromHex(body)
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toBytes(false)
    const owner = Buffer.from(keccak_256(recovered.subarray(1)).subarray(-20)).toString('hex')
    return address.toLowerCase() === `0x${owner}`
  } catch {
    return false
  }
}

const ED25519_BYTES = 64

/** True when the holder of a Solana address has signed the text (Ed25519 over its UTF-8 bytes). */
function isSolanaSignature(text: string, address: string, signature: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{86}(==)?$/.test(signature)) return false
  const bytes = Buffer.from(signature.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
  if (bytes.length !== ED25519_BYTES) return false
  try {
    const x = Buffer.from(base58.decode(address)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, bytes)
  } catch {
    return false
  }
}
