import { createHash, createHmac } from 'node:crypto'
import { sameSecret, uuidText } from '../secrets.ts'

/** The n-th refresh token of a session. */
export interface RefreshTokenParts {
  sessionId: string
  counter: number
}

const MAC_BYTES = 16
const CHECK_BYTES = 4
const HEADER_BYTES = 17

/**
 * base64url of `0x00 | session uuid | uvarint counter | HMAC-SHA256[:16] | SHA-256[:4]`. It is computed from the
 * server's secret, so refresh tokens are never stored and a lost answer can be repeated exactly.
 */
export function encodeRefreshToken(secret: Uint8Array, parts: RefreshTokenParts): string {
  const body = Buffer.concat([Buffer.of(0), uuidBytes(parts.sessionId), uvarint(parts.counter)])
  const signed = Buffer.concat([body, mac(secret, body)])
  return Buffer.concat([signed, checksum(signed)]).toString('base64url')
}

/** The parts of a token that this server has issued; undefined for anything else. */
export function decodeRefreshToken(secret: Uint8Array, token: string): RefreshTokenParts | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const signedLength = bytes.length - CHECK_BYTES
  const bodyLength = signedLength - MAC_BYTES
  if (bodyLength <= HEADER_BYTES || bytes[0] !== 0) return undefined
  const body = bytes.subarray(0, bodyLength)
  if (!sameSecret(mac(secret, body), bytes.subarray(bodyLength, signedLength))) return undefined
  if (!sameSecret(checksum(bytes.subarray(0, signedLength)), bytes.subarray(signedLength))) return undefined
  const counter = readUvarint(body.subarray(HEADER_BYTES))
  return { sessionId: uuidText(body.subarray(1, HEADER_BYTES)), counter }
}

function mac(secret: Uint8Array, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('refresh token').update(body).digest().subarray(0, MAC_BYTES)
}

function checksum(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECK_BYTES)
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function uvarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}

function readUvarint(bytes: Uint8Array): number {
  return [...bytes].reduceRight((value, byte) => value * 0x80 + (byte & 0x7f), 0)
}
