import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { selfSigned } from './certificate.ts'

/** A SAML identity provider in software: reads requests, signs answers. */
export interface SamlIdp {
  metadata: string
  /** Answers the request in a redirect URL. */
  answer(redirect: URL, wish?: Partial<SamlWish>): { SAMLResponse: string; RelayState: string }
}

export interface SamlWish {
  nameId: string
  attributes: Record<string, string>
  audience: string
  inResponseTo: string
  issuer: string
  /** Milliseconds from now. */
  validFrom: number
  validUntil: number
  /** Changes the signed XML before it is sent. */
  tamper: (xml: string) => string
  /** The key that signs; false for no signature. */
  signer: SamlIdp | false
  /** Signs with SHA-1, as old providers do. */
  weakHash: boolean
}

const keysOf = new WeakMap<SamlIdp, { privateKey: string; certificate: string }>()

export function createSamlIdp(entityId: string): SamlIdp {
  const key = selfSigned()
  const body = key.certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  const idp: SamlIdp = {
    metadata: `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.org/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`,
    answer(redirect, wish = {}) {
      const request = inflateRawSync(
        Buffer.from(redirect.searchParams.get('SAMLRequest') ?? '', 'base64'),
      ).toString()
      const read = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(request)?.[1] ?? ''
      const xml = responseXml({
        nameId: 'worker-1',
        attributes: { email: 'Worker@Corp.example.org', displayName: 'Worker' },
        audience: /<saml:Issuer[^>]*>([^<]+)</.exec(request)?.[1] ?? '',
        inResponseTo: read('ID'),
        issuer: entityId,
        validFrom: -60_000,
        validUntil: 300_000,
        acs: read('AssertionConsumerServiceURL'),
        ...wish,
      })
      const signer = wish.signer === undefined ? idp : wish.signer
      const signed = signer === false ? xml : signXml(xml, keysOf.get(signer) ?? key, wish.weakHash ?? false)
      const sent = wish.tamper?.(signed) ?? signed
      return {
        SAMLResponse: Buffer.from(sent).toString('base64'),
        RelayState: redirect.searchParams.get('RelayState') ?? '',
      }
    },
  }
  keysOf.set(idp, key)
  return idp
}

const at = (offset: number) => new Date(Date.now() + offset).toISOString()

function responseXml(wish: Omit<SamlWish, 'tamper' | 'signer' | 'weakHash'> & { acs: string }): string {
  const attributes = Object.entries(wish.attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${at(0)}" Destination="${wish.acs}" InResponseTo="${wish.inResponseTo}"><saml:Issuer>${wish.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_assertion" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${wish.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${wish.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(wish.validUntil)}" Recipient="${wish.acs}" InResponseTo="${wish.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(wish.validFrom)}" NotOnOrAfter="${at(wish.validUntil)}"><saml:AudienceRestriction><saml:Audience>${wish.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const ASSERTION = "//*[local-name(.)='Assertion']"

function signXml(xml: string, key: { privateKey: string; certificate: string }, weakHash: boolean): string {
  const signature = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: weakHash ? `${XMLDSIG}rsa-sha1` : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: ASSERTION,
    digestAlgorithm: weakHash ? `${XMLDSIG}sha1` : 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  })
  signature.computeSignature(xml, {
    location: { reference: `${ASSERTION}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}
