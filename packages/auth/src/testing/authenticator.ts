import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { encodeCBOR } from '@levischuck/tiny-cbor'

interface CreationOptions {
  challenge: string
}

const USER_PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** The COSE form of an ES256 public key (RFC 9053 §7.1.1). */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [left, right] = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')))
  const empty = new Uint8Array()
  return encodeCBOR(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, left ?? empty],
      [-3, right ?? empty],
    ]),
  )
}

/** A WebAuthn authenticator in software with one ES256 credential and no attestation. */
export function createAuthenticator(party: { rpId: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: party.origin, crossOrigin: false }))
  }

  function header(flags: number): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(party.rpId).digest(), Buffer.of(flags), count])
  }

  const envelope = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }

  return {
    create({ challenge }: CreationOptions) {
      const cose = coseKey(publicKey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const authData = Buffer.concat([header(USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL), credential])
      const attestation = encodeCBOR(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        ...envelope,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge }: CreationOptions) {
      const authData = header(USER_PRESENT_AND_VERIFIED)
      const data = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return {
        ...envelope,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
