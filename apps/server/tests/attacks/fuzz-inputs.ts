import { buildPost } from '@antojo/testing/sandbox/post'
import { drawThumbnail } from '@antojo/testing/sandbox/pictures/thumbnail'
import { drawVideo } from '@antojo/testing/sandbox/pictures/video'
import * as fc from 'fast-check'
import sharp from 'sharp'

/** One intact file of each kind that people upload. */
export async function sampleMedia(): Promise<readonly Buffer[]> {
  const post = buildPost({ id: 'fuzz', title: 'Tacos', onScreen: ['El Califa', 'CDMX'] })
  const picture = sharp(await drawThumbnail(post)).resize(240)
  return Promise.all([
    picture.clone().jpeg({ progressive: true }).toBuffer(),
    picture.clone().png({ progressive: true }).toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().gif().toBuffer(),
    picture.clone().avif({ effort: 0 }).toBuffer(),
    drawVideo(post),
  ])
}

/** The intact files with changed, removed, doubled or foreign bytes. */
export function brokenMedia(samples: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const sample = fc.constantFrom(...samples)
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('bytes'),
      at: place,
      bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
    }),
    fc.record({ kind: fc.constant('cut'), at: place, bytes: fc.uint8Array({ maxLength: 4 }) }),
    fc.record({ kind: fc.constant('double'), at: place, bytes: fc.uint8Array({ maxLength: 4 }) }),
    fc.record({
      kind: fc.constant('header'),
      at: fc.double({ min: 0, max: 0.02, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
    }),
  )
  return fc
    .tuple(sample, sample, fc.boolean(), fc.array(change, { minLength: 1, maxLength: 8 }))
    .map(([first, other, isMixed, changes]) => {
      const start = isMixed ? Buffer.concat([first.subarray(0, 64), other.subarray(64)]) : Buffer.from(first)
      return changes.reduce((bytes, { kind, at, bytes: given }) => {
        const index = Math.floor(at * bytes.length)
        if (kind === 'cut') return bytes.subarray(0, index)
        if (kind === 'double') return Buffer.concat([bytes.subarray(0, index), bytes])
        const changed = Buffer.from(bytes)
        changed.set(given.subarray(0, Math.max(0, changed.length - index)), index)
        return changed
      }, start)
    })
}

export interface AuthBody {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: string
}

const AUTH_PATHS = [
  'POST signup',
  'POST token?grant_type=password',
  'POST token?grant_type=refresh_token',
  'POST token?grant_type=id_token',
  'POST token?grant_type=pkce',
  'POST token?grant_type=web3',
  'POST recover',
  'POST otp',
  'POST magiclink',
  'POST verify',
  'POST resend',
  'POST sso',
  'POST logout',
  'PUT user',
  'POST factors',
  'POST passkeys/authentication/options',
  'POST passkeys/authentication/verify',
] as const
const AUTH_KEYS = ['email', 'phone', 'password', 'data', 'token', 'token_hash', 'type', 'refresh_token', 'provider', 'id_token', 'nonce', 'auth_code', 'code_verifier', 'options', 'create_user', 'captcha_token', 'gotrue_meta_security', 'code_challenge', 'code_challenge_method', 'redirect_to', 'message', 'signature', 'chain', 'domain', 'credential'] // prettier-ignore

/** JSON with valid names and values of wrong types, other JSON, and text that is not JSON. */
export function authBodies(): fc.Arbitrary<AuthBody> {
  const plausible = fc.constantFrom(
    'ana@antojo.test',
    'signup',
    'recovery',
    'magiclink',
    '+34600000000',
    'x'.repeat(9_000),
    '\u0000',
    '🌮',
    'S256',
  )
  const value = fc.oneof(fc.jsonValue(), plausible, fc.string(), fc.constantFrom(null, true, -1, 1e308))
  const named = fc
    .dictionary(fc.constantFrom(...AUTH_KEYS), value, { maxKeys: 6 })
    .map((body) => JSON.stringify(body))
  const body = fc.oneof({ weight: 6, arbitrary: named }, fc.json(), fc.string())
  return fc.record({ target: fc.constantFrom(...AUTH_PATHS), body }).map(({ target, body: text }) => {
    const [method, path] = target.split(' ')
    return { method: method === 'PUT' ? 'PUT' : 'POST', path: `/auth/v1/${path}`, body: text }
  })
}

const pageParts = ['<html>', '<head>', '</head>', '<meta property="og:title" content="', '<meta property="og:video" content="http://127.0.0.1:1/x.mp4">', '<meta name="description" content=\'', '">', "'>", '<title>', '</title>', '<script type="application/ld+json">', '</script>', '{"@type":"VideoObject","name":"', '"}', '[[[[[[[[', '{"a":'.repeat(2_000), '&#x1F32E;', '&amp;amp;', '<!--', '-->', '\u0000', 'Contramar, Durango 200, Roma Norte, CDMX ', 'ñ'.repeat(5_000), '<meta charset="utf-16">'] // prettier-ignore

/** Pages of broken markup, deep nesting, wrong encodings and random bytes. */
export function brokenPages(): fc.Arbitrary<Buffer> {
  const part = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pageParts) }, fc.string())
  const text = fc.array(part, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')))
  return fc.oneof(
    { weight: 5, arbitrary: text },
    fc
      .tuple(text, fc.uint8Array({ maxLength: 2_000 }))
      .map(([first, bytes]) => Buffer.concat([first, bytes])),
    text.map((page) => Buffer.concat(Array.from({ length: 400 }, () => page)).subarray(0, 3_000_000)),
  )
}
