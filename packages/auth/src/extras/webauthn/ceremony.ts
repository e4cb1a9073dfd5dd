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

export type RegistrationAnswer = z.output<typeof registrationSchema>
export type AssertionAnswer = z.output<typeof assertionSchema>

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

interface RelyingParty {
  id: string
  name: string
  origins: string[]
}

/** The relying party: chosen by the operator, never by the client. */
export function relyingParty({ settings }: Pick<AuthContext, 'settings'>): RelyingParty {
  const site = new URL(settings.siteUrl)
  const { rpId, origins } = settings.webauthn
  return {
    id: rpId ?? site.hostname,
    name: settings.appName,
    origins: origins.length > 0 ? origins : [site.origin],
  }
}

/** Options to register a credential of the user; `discoverable` ones can sign in without a name. */
export async function registrationOptions(
  ctx: Pick<AuthContext, 'settings'>,
  account: {
    userId: string
    name: string
    known: Pick<StoredCredential, 'id' | 'transports'>[]
    discoverable: boolean
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = relyingParty(ctx)
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
  ctx: Pick<AuthContext, 'settings'>,
  allowed: Pick<StoredCredential, 'id' | 'transports'>[] | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: allowed === undefined ? 'required' : 'preferred',
    ...(allowed === undefined ? {} : { allowCredentials: allowed }),
  })
}

/** The credential of a good registration and the model of its authenticator; throws `webauthn_verification_failed`. */
export async function checkRegistration(
  ctx: Pick<AuthContext, 'settings'>,
  answer: RegistrationAnswer,
  expected: { challenge: string; userVerification: boolean },
): Promise<{ credential: StoredCredential; aaguid: string }> {
  const party = relyingParty(ctx)
  const result = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: expected.challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: expected.userVerification,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (result?.verified !== true) throw verificationFailed()
  const { credential, aaguid } = result.registrationInfo
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  const stored = {
    id: credential.id,
    publicKey,
    counter: credential.counter,
    transports: answer.response.transports,
  }
  return { credential: stored, aaguid }
}

/** The new signature counter of a good assertion; throws `webauthn_verification_failed`. */
export async function checkAssertion(
  ctx: Pick<AuthContext, 'settings'>,
  answer: AssertionAnswer,
  expected: { challenge: string; credential: StoredCredential; userVerification: boolean },
): Promise<number> {
  const party = relyingParty(ctx)
  const { credential, challenge, userVerification } = expected
  const { userHandle, ...response } = answer.response
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response: userHandle === undefined ? response : { ...response, userHandle } },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: userVerification,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(Buffer.from(credential.publicKey, 'base64url')),
      counter: credential.counter,
      transports: credential.transports,
    },
  }).catch(() => undefined)
  if (result?.verified !== true) throw verificationFailed()
  return result.authenticationInfo.newCounter
}

export function verificationFailed(): AuthError {
  return new AuthError('webauthn_verification_failed')
}
