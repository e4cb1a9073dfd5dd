import {
  generateServiceProviderMetadata,
  type Profile,
  SAML,
  ValidateInResponseTo,
} from '@node-saml/node-saml'
import { DOMParser } from '@xmldom/xmldom'
import type { ExternalProfile } from '../../accounts/ports.ts'
import type { AuthContext } from '../../context.ts'
import { AuthError, describeError } from '../../errors.ts'
import type { AttributeRule, SsoProvider } from './repo.ts'

/** The URL that the browser is sent to, and the id that the answer has to name. */
export async function samlRequest(
  ctx: AuthContext,
  provider: SsoProvider,
  relayState: string,
): Promise<{ url: string; requestId: string }> {
  let requestId = ''
  const saml = samlFor(ctx, provider, {
    save: (id) => {
      requestId = id
    },
    expected: undefined,
  })
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
  return { url, requestId }
}

/**
 * Reads the person from an answer. node-saml checks signature, audience, times and the request; the issuer is checked
 * here. Anything wrong throws 400 `validation_failed` without details.
 */
export async function samlAnswer(
  ctx: AuthContext,
  provider: SsoProvider,
  answer: { samlResponse: string; requestId: string },
): Promise<ExternalProfile> {
  if (!hasStrongHashes(Buffer.from(answer.samlResponse, 'base64').toString())) throw badAssertion()
  const saml = samlFor(ctx, provider, { save: () => undefined, expected: answer.requestId })
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: answer.samlResponse })
    .catch((error: unknown) => {
      ctx.log.error({ failure: describeError(error), provider: provider.id }, 'a SAML answer was refused')
      throw badAssertion()
    })
  // node-saml compares the issuer of logout messages only.
  if (profile === null || profile.issuer !== provider.entity_id) throw badAssertion()
  return personOf(provider, profile)
}

/** Our own metadata, for the administrator of the identity provider. */
export function spMetadata(ctx: AuthContext): string {
  return generateServiceProviderMetadata({
    issuer: entityIdOf(ctx),
    callbackUrl: acsUrl(ctx),
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_metadata',
  })
}

function badAssertion(): AuthError {
  return new AuthError('validation_failed', 'SAML Assertion is not valid')
}

const SKEW_MS = 30_000
const MAX_AGE_MS = 600_000

function samlFor(
  ctx: AuthContext,
  provider: SsoProvider,
  requests: { save: (id: string) => void; expected: string | undefined },
): SAML {
  const parsed = parseIdpMetadata(provider.metadata_xml)
  if (!parsed.ok) throw new Error(`stored SAML metadata of ${provider.id} cannot be read: ${parsed.reason}`)
  const { entryPoint, certificates, entityId } = parsed.metadata
  return new SAML({
    entryPoint,
    idpCert: certificates,
    idpIssuer: entityId,
    issuer: entityIdOf(ctx),
    audience: entityIdOf(ctx),
    callbackUrl: acsUrl(ctx),
    identifierFormat: provider.name_id_format,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: MAX_AGE_MS,
    // Either signature covers the assertion; node-saml refuses an answer that has neither.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async (id, value) => {
        requests.save(id)
        return { value, createdAt: Date.now() }
      },
      getAsync: async (id) => (id === requests.expected ? new Date().toISOString() : null),
      removeAsync: async (id) => id,
    },
  })
}

function entityIdOf({ settings }: AuthContext): string {
  return settings.saml.entityId ?? `${settings.externalUrl}/sso/saml/metadata`
}

function acsUrl({ settings }: AuthContext): string {
  return `${settings.externalUrl}/sso/saml/acs`
}

/** Attribute names in which common providers send the address. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'Email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
]
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

function personOf(provider: SsoProvider, profile: Profile): ExternalProfile {
  const subject = profile.nameID
  if (subject === undefined || subject === '') throw new AuthError('saml_assertion_no_user_id')
  const rules = provider.attribute_mapping.keys ?? {}
  const claims = Object.fromEntries(
    Object.entries(rules)
      .map(([claim, rule]): [string, unknown] => [claim, valueOf(profile, rule)])
      .filter(([, value]) => value !== undefined),
  )
  const byNameId = profile.nameIDFormat === EMAIL_FORMAT ? subject : undefined
  const email = claims['email'] ?? valueOf(profile, { names: EMAIL_ATTRIBUTES }) ?? byNameId
  if (typeof email !== 'string' || email === '') throw new AuthError('saml_assertion_no_email')
  const address = email.toLowerCase()
  const verified = { email: address, email_verified: true, phone_verified: false }
  return {
    provider: `sso:${provider.id}`,
    providerId: subject,
    email: address,
    emailVerified: true,
    isSso: true,
    data: { iss: provider.entity_id, sub: subject, ...verified, custom_claims: claims },
  }
}

function valueOf(profile: Profile, rule: AttributeRule): unknown {
  const names = [...(rule.name === undefined ? [] : [rule.name]), ...(rule.names ?? [])]
  const given = names.map((name) => profile[name]).find((value) => value !== undefined && value !== '')
  return (Array.isArray(given) ? given[0] : given) ?? rule.default
}

/** The facts in an identity provider's SAML metadata. */
interface IdpMetadata {
  entityId: string
  /** The browser is sent here with a request (HTTP-Redirect binding). */
  entryPoint: string
  /** Signing certificates, base64 without armour. */
  certificates: string[]
}

type ParsedMetadata = { ok: true; metadata: IdpMetadata } | { ok: false; reason: string }

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Reads the metadata document of one identity provider (SAML 2.0 Metadata §2.4.3). */
export function parseIdpMetadata(xml: string): ParsedMetadata {
  const root = parseXml(xml)
  if (root === undefined) return bad('it is not well-formed XML')
  if (root.localName !== 'EntityDescriptor' || root.namespaceURI !== METADATA)
    return bad('it is not an EntityDescriptor')
  const entityId = root.getAttribute('entityID') ?? ''
  if (entityId === '') return bad('it has no entityID')
  const idp = root.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor')[0]
  if (idp === undefined) return bad('it describes no identity provider')
  const services = Array.from(idp.getElementsByTagNameNS(METADATA, 'SingleSignOnService'))
  const entryPoint =
    services.find((service) => service.getAttribute('Binding') === REDIRECT)?.getAttribute('Location') ?? ''
  if (!URL.canParse(entryPoint) || !/^https?:$/.test(new URL(entryPoint).protocol))
    return bad('it has no SingleSignOnService with HTTP-Redirect binding')
  const certificates = Array.from(idp.getElementsByTagNameNS(METADATA, 'KeyDescriptor'))
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')))
    .map((certificate) => (certificate.textContent ?? '').replaceAll(/\s+/g, ''))
    .filter((certificate) => certificate !== '')
  if (certificates.length === 0) return bad('it has no signing certificate')
  return { ok: true, metadata: { entityId, entryPoint, certificates } }
}

/** Hash functions with known collisions. */
const WEAK_HASH = /(?:md5|sha1)$/i

/** True when no signature of the document uses a weak hash. */
function hasStrongHashes(xml: string): boolean {
  const elements = Array.from(parseXml(xml)?.getElementsByTagNameNS(SIGNATURE, '*') ?? [])
  return elements.length > 0 && !elements.some((each) => WEAK_HASH.test(each.getAttribute('Algorithm') ?? ''))
}

function parseXml(xml: string): Element | undefined {
  // Only attackers use entities.
  if (xml.includes('<!DOCTYPE')) return undefined
  try {
    const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
    return parser.parseFromString(xml, 'text/xml').documentElement
  } catch {
    return undefined
  }
}

function refuse(message: string): never {
  throw new Error(message)
}

function bad(reason: string): ParsedMetadata {
  return { ok: false, reason }
}
