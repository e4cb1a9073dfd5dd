import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Constant-time equality of two strings or byte strings; lengths may differ. */
export function sameSecret(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}

/** A url-safe random token of `bytes` random bytes (default 32). */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** A uniform decimal code of `length` digits, zero-padded. */
export function randomDigits(length: number): string {
  return String(randomInt(0, 10 ** length)).padStart(length, '0')
}

/** SHA-256 of a high-entropy token; the database stores this hash instead of the token. */
export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Keyed hash of low-entropy values (codes, addresses); parts are length-prefixed so that they cannot run together. */
export function keyedHash(key: Uint8Array, ...parts: string[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
  return hmac.digest()
}

/** 16 bytes as a uuid. */
export function uuidText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
