import { Secret, TOTP } from 'otpauth'
import type { AuthContext } from '../context.ts'
import { sameSecret } from '../secrets.ts'
import type { UserRow } from '../users/row.ts'
import { type FactorKind, wrongAnswer } from './kind.ts'
import type { SecretFactor } from './repo.ts'
import { isPair } from './verify.ts'

/** Authenticator apps. */
export function totpKind({ settings }: Pick<AuthContext, 'settings'>): FactorKind {
  return {
    enroll: async (user, { issuer }) => {
      const totp = newTotp(user, issuer ?? new URL(settings.siteUrl).host)
      return { stored: { secret: totp.secret.base32, phone: null }, shown: { totp: await presentTotp(totp) } }
    },
    challenge: async () => ({ stored: {}, shown: {} }),
    judge: async ({ factor, body }) => ({ totpStep: acceptedStep(factor, body.code ?? '') }),
  }
}

const SECRET_BYTES = 20
const STEP_MS = 30_000
const CODE_LENGTH = 6

/** All common authenticator apps support these parameters, the defaults of RFC 6238. */
export function totpOf(secret: Secret, label?: { issuer: string; account: string }): TOTP {
  const named = label === undefined ? {} : { issuer: label.issuer, label: label.account }
  return new TOTP({ ...named, secret, algorithm: 'SHA1', digits: 6, period: 30 })
}

function newTotp(user: UserRow, issuer: string): TOTP {
  const account = user.email ?? user.phone ?? user.id
  return totpOf(new Secret({ size: SECRET_BYTES }), { issuer, account })
}

async function presentTotp(totp: TOTP): Promise<Record<string, unknown>> {
  const uri = totp.toString()
  const { toString: renderQr } = await import('qrcode')
  return { qr_code: await renderQr(uri, { type: 'svg', margin: 2 }), secret: totp.secret.base32, uri }
}

/**
 * Returns the time step of this code: the present one or a neighbour, and later than the last one accepted. Of two codes
 * in a row, it is the step of the second.
 */
function acceptedStep(factor: SecretFactor, code: string): number {
  const now = Date.now()
  const totp = totpOf(Secret.fromBase32(factor.secret ?? ''))
  const token = code.slice(-CODE_LENGTH)
  const delta = /^(\d{6}){1,2}$/.test(code) ? totp.validate({ token, timestamp: now, window: 1 }) : null
  const step = Math.floor(now / STEP_MS) + (delta ?? 0)
  const before = totp.generate({ timestamp: (step - 1) * STEP_MS })
  if (isPair(code) && !sameSecret(before, code.slice(0, CODE_LENGTH))) throw wrongCode()
  if (delta === null || step <= Number(factor.last_totp_step ?? 0)) throw wrongCode()
  return step
}

function wrongCode() {
  return wrongAnswer('Invalid TOTP code entered')
}
