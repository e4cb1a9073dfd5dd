import { generateKeyPairSync, sign } from 'node:crypto'

/** A DER value: tag, length, content (ITU-T X.690 §8.1). */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

const SEQUENCE = 0x30
const SHA256_WITH_RSA = der(SEQUENCE, Buffer.from('06092a864886f70d01010b0500', 'hex'))
// CN=idp
const NAME = der(SEQUENCE, Buffer.from('310c300a06035504030c03696470', 'hex'))

/** An RSA key and its self-signed certificate (RFC 5280 §4.1), both PEM. Node makes keys but no certificates. */
export function selfSigned(): { privateKey: string; certificate: string } {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const time = (offset: number) => {
    const digits = new Date(Date.now() + offset).toISOString().replaceAll(/\D/g, '').slice(2, 14)
    return der(0x17, Buffer.from(`${digits}Z`))
  }
  const body = der(
    SEQUENCE,
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    SHA256_WITH_RSA,
    NAME,
    der(SEQUENCE, time(-60_000), time(3_600_000)),
    NAME,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, keys.privateKey))
  const base64 = der(SEQUENCE, body, SHA256_WITH_RSA, signature).toString('base64')
  return {
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
  }
}
