import { Secret } from 'otpauth'
import type { GoTrueClient } from '@supabase/auth-js'
import { totpOf } from '../mfa/totp.ts'

/** The code of the present moment, or of `steps` half minutes later. */
export function codeAt(secret: string, steps = 0): string {
  return totpOf(Secret.fromBase32(secret)).generate({ timestamp: Date.now() + steps * 30_000 })
}

export async function enrollTotp(client: GoTrueClient, friendlyName = '') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) throw error
  return { id: data.id, ...data.totp }
}

/** Switches the second step on. The client's session is then at aal2. */
export async function addTotp(client: GoTrueClient) {
  const factor = await enrollTotp(client)
  // The last half minute's code, which leaves the present one to the test. It may grow too old on the way, so a second try.
  const verify = () => client.mfa.challengeAndVerify({ factorId: factor.id, code: codeAt(factor.secret, -1) })
  const first = await verify()
  const { error } = first.error === null ? first : await verify()
  if (error !== null) throw error
  return factor
}
