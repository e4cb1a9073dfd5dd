import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { AuthContext } from '../../context.ts'
import { AuthError } from '../../errors.ts'

const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
const envelope = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}

/** An authenticator's answer to a registration. */
export const registrationSchema = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: transports.default([]).catch([]),
  }),
})

/** An authenticator's answer to a sign-in. */
export const assertionSchema = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z
      .string()
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
})

/** A registered credential as it is stored; the key in base64url. */
export const credentialSchema = z.object({
  id: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports,
})
export type StoredCredential = z.output<typeof credentialSchema>

// COSE: EdDSA, ES256, RS256.
const ALGORITHMS = [-8, -7, -257]

/** The operator chooses the relying party, never the client. */
function relyingParty({ siteUrl, appName, webauthn }: AuthContext['settings']) {
  const site = new URL(siteUrl)
  const origins = webauthn.origins.length > 0 ? webauthn.origins : [site.origin]
  return { id: webauthn.rpId ?? site.hostname, name: appName, origins }
}

/** Options to register a credential of the user; `discoverable` ones can sign in without a name. */
export async function registrationOptions(
  ctx: AuthContext,
  account: {
    userId: string
    name: string
    known: Pick<StoredCredential, 'id' | 'transports'>[]
    discoverable: boolean
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = relyingParty(ctx.settings)
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(account.userId),
    userName: account.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: account.known,
    authenticatorSelection: account.discoverable
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** Options to sign in; without `allowed` any discoverable credential will do. */
export async function assertionOptions(
  ctx: AuthContext,
  allowed: Pick<StoredCredential, 'id' | 'transports'>[] | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx.settings).id,
    userVerification: allowed === undefined ? 'required' : 'preferred',
    ...(allowed === undefined ? {} : { allowCredentials: allowed }),
  })
}

interface Expected {
  readonly challenge: string
  readonly userVerification: boolean
}

function expectationOf({ settings }: AuthContext, expected: Expected) {
  const party = relyingParty(settings)
  return {
    expectedChallenge: expected.challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: expected.userVerification,
  }
}

/** The credential of a good registration and the model of its authenticator; throws `webauthn_verification_failed`. */
export async function checkRegistration(
  ctx: AuthContext,
  answer: z.output<typeof registrationSchema>,
  expected: Expected,
): Promise<{ credential: StoredCredential; aaguid: string }> {
  const result = await verifyRegistrationResponse({
    response: answer,
    ...expectationOf(ctx, expected),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (result?.verified !== true) throw new AuthError('webauthn_verification_failed')
  const { credential, aaguid } = result.registrationInfo
  const { id, counter } = credential
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { credential: { id, publicKey, counter, transports: answer.response.transports }, aaguid }
}

/** The new signature counter of a good assertion; throws `webauthn_verification_failed`. */
export async function checkAssertion(
  ctx: AuthContext,
  answer: z.output<typeof assertionSchema>,
  expected: Expected & { readonly credential: StoredCredential },
): Promise<number> {
  const { userHandle, ...response } = answer.response
  const publicKey = Uint8Array.from(Buffer.from(expected.credential.publicKey, 'base64url'))
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response: userHandle === undefined ? response : { ...response, userHandle } },
    ...expectationOf(ctx, expected),
    credential: { ...expected.credential, publicKey },
  }).catch(() => undefined)
  if (result?.verified !== true) throw new AuthError('webauthn_verification_failed')
  return result.authenticationInfo.newCounter
}
