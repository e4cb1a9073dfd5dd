import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Settings } from '../settings.ts'

interface Extra {
  isOn(settings: Settings): boolean
  load(): Promise<(app: FastifyInstance, ctx: AuthContext) => void>
}

/** Parts whose libraries are loaded only where they are on. Of them the screens of Antojo use passkeys. */
const EXTRAS: readonly Extra[] = [
  { isOn: ({ saml }) => saml.enabled, load: async () => (await import('./saml/routes.ts')).mountSaml },
  {
    isOn: ({ web3 }) => web3.ethereum || web3.solana,
    load: async () => (await import('./web3/web3-grant.ts')).mountWeb3,
  },
  {
    isOn: ({ passkeys, mfa }) => passkeys.enabled || mfa.webauthn.enroll || mfa.webauthn.verify,
    load: async () => (await import('./webauthn/factor.ts')).mountWebauthn,
  },
  {
    isOn: ({ signup, mfa }) => signup.phone || mfa.phone.enroll || mfa.phone.verify,
    load: async () => (await import('./phone/phone.ts')).mountPhone,
  },
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
  if (/^\/(admin\/)?sso\b/.test(path) && !settings.saml.enabled)
    return new AuthError('saml_provider_disabled')
  if (/^\/(admin\/users\/[^/]+\/)?passkeys\b/.test(path) && !settings.passkeys.enabled)
    return new AuthError('passkey_disabled')
  return undefined
}
