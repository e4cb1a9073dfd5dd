import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../../context.ts'
import { type FactorKind, type Judged, wrongAnswer } from '../../mfa/kind.ts'
import type { VerifiedFields } from '../../mfa/repo.ts'
import {
  assertionOptions,
  assertionSchema,
  checkAssertion,
  checkRegistration,
  credentialSchema,
  registrationOptions,
  registrationSchema,
} from './ceremony.ts'
import { passkeyRoutes } from './passkeys.ts'

/** Passkeys as a way to sign in, and security keys as a second factor. */
export function mountWebauthn(app: FastifyInstance, ctx: AuthContext): void {
  if (ctx.settings.passkeys.enabled) passkeyRoutes(app, ctx)
  ctx.factorKinds.set('webauthn', webauthnKind(ctx))
}

/** Security keys as a second factor. The first challenge registers the key. */
function webauthnKind(ctx: AuthContext): FactorKind {
  return {
    enroll: async () => ({ stored: { secret: null, phone: null }, shown: {} }),
    challenge: async ({ factor, user }) => {
      const known = credentialSchema.safeParse(factor.web_authn_credential)
      const name = user.email ?? user.phone ?? user.id
      const options = known.success
        ? await assertionOptions(ctx, [known.data])
        : await registrationOptions(ctx, { userId: user.id, name, known: [], discoverable: false })
      const type = known.success ? 'request' : 'create'
      return {
        stored: { webauthn: options.challenge },
        shown: { webauthn: { type, credential_options: { publicKey: options } } },
      }
    },
    judge: (answer) => judge(ctx, answer),
  }
}

async function judge(ctx: AuthContext, { factor, challenge, body }: Judged): Promise<VerifiedFields> {
  const expected = { challenge: challenge.webauthn_challenge ?? '', userVerification: false }
  const answer = body.webauthn?.credential_response
  const known = credentialSchema.safeParse(factor.web_authn_credential)
  try {
    if (!known.success) return await checkRegistration(ctx, registrationSchema.parse(answer), expected)
    const credential = known.data
    const counter = await checkAssertion(ctx, assertionSchema.parse(answer), { ...expected, credential })
    return { credential: { ...credential, counter } }
  } catch {
    throw wrongAnswer('Invalid WebAuthn credential')
  }
}
