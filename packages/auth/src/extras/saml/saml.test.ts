import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isRecentlyAuthenticated } from '../../recent-authentication.ts'
import { type AuthFixture, startAuth } from '../../testing/fixture.ts'
import { fragmentOf, queryOf } from '../../testing/mail.ts'
import { createSamlIdp, type SamlIdp, type SamlWish } from '../../testing/saml-idp.ts'
import { parseIdpMetadata } from './saml.ts'

let auth: AuthFixture
let idp: SamlIdp
let stranger: SamlIdp
let providerId: string
beforeAll(async () => {
  auth = await startAuth({
    mail: false,
    settings: { siteUrl: 'https://app.example.org', saml: { enabled: true } },
  })
  idp = createSamlIdp('https://idp.example.org/metadata')
  stranger = createSamlIdp('https://evil.example.org')
  const made = await auth.ask(
    '/admin/sso/providers',
    {
      type: 'saml',
      metadata_xml: idp.metadata,
      domains: ['corp.example.org'],
      attribute_mapping: {
        keys: { full_name: { name: 'displayName' }, team: { name: 'team', default: 'none' } },
      },
    },
    auth.serviceRoleKey,
  )
  providerId = made.body.id ?? ''
})
afterAll(() => auth.close())

/** Starts a sign-in; returns the address of the identity provider. */
async function leave(body: Record<string, unknown> = {}): Promise<URL> {
  const answer = await auth.ask('/sso', { domain: 'corp.example.org', skip_http_redirect: true, ...body })
  return new URL(z.string().parse(answer.body['url']))
}

function comeBack(form: { SAMLResponse: string; RelayState: string }): Promise<Response> {
  return auth.call('/sso/saml/acs', { method: 'POST', body: new URLSearchParams(form) })
}

describe('single sign-on', () => {
  it('finds the provider by domain and opens a session', async () => {
    const answer = await comeBack(idp.answer(await leave()))
    expect(answer.status).toBe(303)
    const { data } = await auth.client().getUser(fragmentOf(answer).get('access_token') ?? '')
    expect(data.user).toMatchObject({
      email: 'worker@corp.example.org',
      app_metadata: { provider: `sso:${providerId}` },
      user_metadata: { custom_claims: { full_name: 'Worker', team: 'none' } },
      identities: [{ id: 'worker-1', provider: `sso:${providerId}` }],
    })
    const claims = await auth.client().getClaims(fragmentOf(answer).get('access_token') ?? '')
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'sso/saml', provider: providerId }])
    // Without a password or a mail server, a new sign-in proves who deletes the account.
    expect(isRecentlyAuthenticated(claims.data?.claims ?? {}, 300)).toBe(true)
  })

  it('gives a code under PKCE', async () => {
    const client = auth.client({ flowType: 'pkce' })
    const { data } = await client.signInWithSSO({ providerId, options: { skipBrowserRedirect: true } })
    const answer = await comeBack(idp.answer(new URL(data?.url ?? '')))
    const exchanged = await client.exchangeCodeForSession(queryOf(answer).get('code') ?? '')
    expect(exchanged.data.user?.email).toBe('worker@corp.example.org')
  })

  it('never joins an account of the same address, and manages its own users', async () => {
    const { data: own } = await auth
      .client()
      .signUp({ email: 'boss@corp.example.org', password: 'correct horse' })
    const form = idp.answer(await leave(), { nameId: 'boss', attributes: { email: 'boss@corp.example.org' } })
    const token = fragmentOf(await comeBack(form)).get('access_token') ?? ''
    const { data } = await auth.client().getUser(token)
    expect(data.user?.email).toBe('boss@corp.example.org')
    expect(data.user?.id).not.toBe(own.user?.id)
    const change = await auth.call('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'something else' }),
    })
    expect(change.headers.get('x-sb-error-code')).toBe('user_sso_managed')
  })

  it('publishes its metadata', async () => {
    const xml = await (await auth.call('/sso/saml/metadata')).text()
    expect(xml).toContain(`entityID="${auth.url}/sso/saml/metadata"`)
    expect(xml).toContain(`Location="${auth.url}/sso/saml/acs"`)
  })
})

const swap = (from: string, to: string) => (xml: string) => xml.replaceAll(from, to)

describe('a SAML answer', () => {
  it('works once', async () => {
    const form = idp.answer(await leave())
    expect((await comeBack(form)).status).toBe(303)
    const replayed = await comeBack(form)
    expect(replayed.status).toBe(404)
    expect(replayed.headers.get('x-sb-error-code')).toBe('saml_relay_state_not_found')
    const transplanted = await comeBack({
      ...form,
      RelayState: (await leave()).searchParams.get('RelayState') ?? '',
    })
    expect(fragmentOf(transplanted).get('error_code')).toBe('validation_failed')
  })

  it.each<[string, Partial<SamlWish>]>([
    ['without a signature', { signer: false }],
    ['signed over a weak hash', { weakHash: true }],
    ['changed after it was signed', { tamper: swap('worker-1', 'admin') }],
    [
      'with a second, unsigned assertion',
      {
        tamper: (xml) =>
          xml.replace(
            '<saml:Assertion ID="_assertion"',
            '<saml:Assertion ID="_x"><saml:Issuer>x</saml:Issuer></saml:Assertion><saml:Assertion ID="_assertion"',
          ),
      },
    ],
    ['for another audience', { audience: 'https://other.example.org' }],
    ['to another request', { inResponseTo: '_other' }],
    ['of another issuer', { issuer: 'https://other.example.org' }],
    ['that has expired', { validUntil: -60_000 }],
    ['that is not valid yet', { validFrom: 120_000 }],
  ])('%s is refused', async (_what, wish) => {
    const answer = await comeBack(idp.answer(await leave(), wish))
    expect(Object.fromEntries(fragmentOf(answer))).toMatchObject({
      error: 'invalid_request',
      error_code: 'validation_failed',
    })
  })

  it('signed by another is refused', async () => {
    const answer = await comeBack(idp.answer(await leave(), { signer: stranger }))
    expect(fragmentOf(answer).get('error_code')).toBe('validation_failed')
  })

  it.each<[Partial<SamlWish>, string]>([
    [{ nameId: '' }, 'saml_assertion_no_user_id'],
    [{ attributes: {} }, 'saml_assertion_no_email'],
  ])('with %j says what is missing', async (wish, code) => {
    const answer = await comeBack(idp.answer(await leave(), wish))
    expect(fragmentOf(answer).get('error_code')).toBe(code)
  })

  it('is late after five minutes', async () => {
    const form = idp.answer(await leave())
    await auth.db.pool.query("update auth.saml_relay_states set created_at = now() - interval '301 s'")
    expect((await comeBack(form)).headers.get('x-sb-error-code')).toBe('saml_relay_state_expired')
  })
})

describe('administration', () => {
  it('refuses users, duplicates and metadata it cannot use', async () => {
    const { data } = await auth.client().signUp({ email: 'user@example.org', password: 'correct horse' })
    const make = (body: Record<string, unknown>, token = auth.serviceRoleKey) =>
      auth.ask('/admin/sso/providers', { type: 'saml', ...body }, token)
    expect((await make({ metadata_xml: idp.metadata }, data.session?.access_token)).body.code).toBe(
      'not_admin',
    )
    expect((await make({ metadata_xml: idp.metadata })).body.code).toBe('saml_idp_already_exists')
    const other = stranger.metadata
    expect((await make({ metadata_xml: other, domains: ['corp.example.org'] })).body.code).toBe(
      'sso_domain_already_exists',
    )
    expect((await make({ metadata_xml: '<x/>' })).body.code).toBe('validation_failed')
  })

  it('switches a provider off', async () => {
    const put = (body: unknown) =>
      auth.call(`/admin/sso/providers/${providerId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${auth.serviceRoleKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await put({ disabled: true })).status).toBe(200)
    expect((await auth.ask('/sso', { domain: 'corp.example.org' })).body.code).toBe('sso_provider_disabled')
    expect((await put({ disabled: false })).status).toBe(200)
  })
})

describe('metadata of identity providers', () => {
  it.each([
    ['<a', 'well-formed'],
    ['<!DOCTYPE x [<!ENTITY a "b">]><x/>', 'well-formed'],
    ['<x/>', 'EntityDescriptor'],
    ['<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>', 'entityID'],
  ])('%s cannot be used', (xml, reason) => {
    expect(parseIdpMetadata(xml)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})
