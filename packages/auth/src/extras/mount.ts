import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Settings } from '../settings.ts'

interface Extra {
  isOn(settings: Settings): boolean
  load(): Promise<(app: FastifyInstance, ctx: AuthContext) => void>
}

/** The wire format has these parts, and no screen of Antojo uses them. Their libraries are loaded only where they are on. */
const EXTRAS: readonly Extra[] = [
  { isOn: hasSaml, load: async () => (await import('./saml/routes.ts')).mountSaml },
  { isOn: hasWallets, load: async () => (await import('./web3/web3-grant.ts')).mountWeb3 },
  { isOn: hasWebauthn, load: async () => (await import('./webauthn/factor.ts')).mountWebauthn },
  { isOn: hasPhone, load: async () => (await import('./phone/phone.ts')).mountPhone },
]

/** Mounts the extras that are on, and lets the grants of the others refuse. */
export async function mountExtras(app: FastifyInstance, ctx: AuthContext): Promise<void> {
  ctx.grants.set('web3', () => {
    throw new AuthError('web3_provider_disabled')
  })
  for (const extra of EXTRAS) if (extra.isOn(ctx.settings)) (await extra.load())(app, ctx)
}

/** The refusal of a path that belongs to an extra that is off. */
export function refusalOf(settings: Settings, path: string): AuthError | undefined {
  if (/^\/(admin\/)?sso\b/.test(path) && !hasSaml(settings)) return new AuthError('saml_provider_disabled')
  if (/^\/(admin\/users\/[^/]+\/)?passkeys\b/.test(path) && !settings.passkeys.enabled)
    return new AuthError('passkey_disabled')
  return undefined
}

function hasSaml({ saml }: Settings): boolean {
  return saml.enabled
}

function hasWallets({ web3 }: Settings): boolean {
  return web3.ethereum || web3.solana
}

function hasWebauthn({ passkeys, mfa }: Settings): boolean {
  return passkeys.enabled || mfa.webauthn.enroll || mfa.webauthn.verify
}

function hasPhone({ signup, mfa }: Settings): boolean {
  return signup.phone || mfa.phone.enroll || mfa.phone.verify
}
