import { createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

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
export function isSolanaSignature(text: string, address: string, signature: string): boolean {
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
