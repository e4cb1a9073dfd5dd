import { DOMParser } from '@xmldom/xmldom'

/** The facts in an identity provider's SAML metadata. */
export interface IdpMetadata {
  entityId: string
  /** Where the browser is sent with a request (HTTP-Redirect binding). */
  entryPoint: string
  /** Signing certificates, base64 without armour. */
  certificates: string[]
}

export type ParsedMetadata = { ok: true; metadata: IdpMetadata } | { ok: false; reason: string }

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
  if (!URL.canParse(entryPoint) || !/^https?:$/.test(new URL(entryPoint).protocol)) {
    return bad('it has no SingleSignOnService with HTTP-Redirect binding')
  }
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
export function hasStrongHashes(xml: string): boolean {
  const elements = Array.from(parseXml(xml)?.getElementsByTagNameNS(SIGNATURE, '*') ?? [])
  return elements.length > 0 && !elements.some((each) => WEAK_HASH.test(each.getAttribute('Algorithm') ?? ''))
}

function parseXml(xml: string): Element | undefined {
  // Entities are of use to attackers only.
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
