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

/** A registered credential; the key in base64url. */
export interface StoredCredential {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: z.output<typeof transports>
}

// COSE: EdDSA, ES256, RS256.
const ALGORITHMS = [-8, -7, -257]

/** The operator chooses the relying party, never the client. */
function relyingParty({ siteUrl, appName }: AuthContext['settings']) {
  const { hostname: id, origin } = new URL(siteUrl)
  return { id, name: appName, origin }
}

/** Options to register a credential of the user that can sign in without a name. */
export async function registrationOptions(
  ctx: AuthContext,
  account: { userId: string; name: string; known: StoredCredential[] },
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
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options to sign in with any discoverable credential. */
export async function assertionOptions(ctx: AuthContext): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx.settings).id,
    userVerification: 'required',
  })
}

function expectationOf({ settings }: AuthContext, challenge: string) {
  const { id, origin } = relyingParty(settings)
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }
}

/** The credential of a good registration; throws `webauthn_verification_failed`. */
export async function checkRegistration(
  ctx: AuthContext,
  answer: z.output<typeof registrationSchema>,
  challenge: string,
): Promise<StoredCredential> {
  const result = await verifyRegistrationResponse({
    response: answer,
    ...expectationOf(ctx, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (result?.verified !== true) throw new AuthError('webauthn_verification_failed')
  const { credential } = result.registrationInfo
  const { id, counter } = credential
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { id, publicKey, counter, transports: answer.response.transports }
}

/** The new signature counter of a good assertion; throws `webauthn_verification_failed`. */
export async function checkAssertion(
  ctx: AuthContext,
  answer: z.output<typeof assertionSchema>,
  expected: { readonly challenge: string; readonly credential: StoredCredential },
): Promise<number> {
  const { userHandle, ...response } = answer.response
  const publicKey = Uint8Array.from(Buffer.from(expected.credential.publicKey, 'base64url'))
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response: userHandle === undefined ? response : { ...response, userHandle } },
    ...expectationOf(ctx, expected.challenge),
    credential: { ...expected.credential, publicKey },
  }).catch(() => undefined)
  if (result?.verified !== true) throw new AuthError('webauthn_verification_failed')
  return result.authenticationInfo.newCounter
}
