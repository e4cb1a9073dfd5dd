import { randomUUID } from 'node:crypto'
import { generateKeySet, loadKeySet, signApiKey } from '@antojo/auth/keys'
import { totpOf } from '@antojo/auth/mfa/totp'
import { reservePort } from '@antojo/auth/testing/free-port'
import { startIdentityProvider } from '@antojo/auth/testing/identity-provider'
import type { IdentityProvider } from '@antojo/auth/testing/identity-provider'
import { createSamlIdp } from '@antojo/auth/testing/saml-idp'
import { AppClient } from '@antojo/testing/client'
import { startSmtp } from '@antojo/auth/testing/smtp'
import type { SmtpCatcher } from '@antojo/auth/testing/smtp'
import { Secret } from 'otpauth'
import { z } from 'zod'
import { expect, test as base } from '../support/fixtures.ts'
import { makeList, newEmail, PASSWORD, saveVideos } from '../support/people.ts'
import type { Person } from '../support/people.ts'

interface AuthWorker {
  idp: IdentityProvider
  smtp: SmtpCatcher
  serviceRoleKey: string
  jwtKeys: string
}

/** A server with mail, and with an OpenID Connect server in place of Google and Facebook. */
const test = base.extend<object, AuthWorker>({
  // Playwright requires the empty pattern in a fixture that uses no other.
  // eslint-disable-next-line no-empty-pattern
  port: [async ({}, use) => use(await reservePort()), { scope: 'worker' }],
  // eslint-disable-next-line no-empty-pattern
  jwtKeys: [async ({}, use) => use(await generateKeySet()), { scope: 'worker' }],
  serviceRoleKey: [
    async ({ jwtKeys }, use) => use(await signApiKey(await loadKeySet(jwtKeys), 'service_role')),
    { scope: 'worker' },
  ],
  idp: [
    async ({ port }, use) => {
      const idp = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
      await use(idp)
      await idp.close()
    },
    { scope: 'worker' },
  ],
  smtp: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const smtp = await startSmtp()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ idp, smtp, jwtKeys }, use) =>
      use({
        JWT_KEYS: jwtKeys,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Antojo <hola@antojo.test>',
        GOOGLE_CLIENT_ID: idp.clientId,
        GOOGLE_CLIENT_SECRET: idp.clientSecret,
        GOOGLE_ISSUER: idp.issuer,
        SAML: 'on',
        FACEBOOK_CLIENT_ID: idp.clientId,
        FACEBOOK_CLIENT_SECRET: idp.clientSecret,
        FACEBOOK_OAUTH_URL: idp.issuer,
      }),
    { scope: 'worker' },
  ],
})

/** Creates an account as an administrator; returns its email. */
async function makeAccount(url: string, serviceRoleKey: string): Promise<string> {
  const email = newEmail()
  const answer = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceRoleKey}` },
    body: JSON.stringify({ email, password: PASSWORD, email_confirm: true }),
  })
  expect(answer.status).toBe(200)
  return email
}

for (const provider of ['Google', 'Facebook']) {
  test(`signing in with ${provider}`, { tag: '@slow' }, async ({ page, signInPage, idp, texts }) => {
    const email = newEmail()
    idp.account = { sub: randomUUID(), email, email_verified: true, name: 'Sofi' }
    await signInPage.open()
    await page.getByRole('button', { name: texts('auth_with', { provider }) }).click()
    await expect(page.getByText(texts('empty_title'))).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
  })
}

test(
  'the error of a provider that returns without a session is shown',
  { tag: '@slow' },
  async ({ page, signInPage, idp, texts }) => {
    idp.account = { sub: randomUUID(), email: newEmail(), email_verified: false }
    await signInPage.open()
    await page.getByRole('button', { name: texts('auth_with', { provider: 'Google' }) }).click()
    const message = texts('auth_oauth_unverified')
    await expect(page.getByRole('alert')).toHaveText(
      texts('auth_oauth_failed', { provider: 'Google', message }),
    )
    await expect(page).toHaveURL(/\/$/)
  },
)

test.describe('after sign-up', () => {
  test.use({ expectedComplaint: /status of (403|429)/ })

  test('the code of the mail is taken; another mail has to wait a minute', async ({
    page,
    signInPage,
    smtp,
    texts,
    expectAccessible,
  }) => {
    const email = newEmail()
    await signInPage.open()
    await signInPage.signUp(email)
    await expect(page.getByText(texts('auth_register_done'))).toBeVisible()
    await expectAccessible()
    const { raw } = await smtp.mailTo(email)
    const code = /(?:digo|code):\s+(\d{6})/.exec(raw)?.[1] ?? ''
    const field = page.getByLabel(texts('mfa_code'))
    const confirm = page.getByRole('button', { name: texts('confirm_email_submit'), exact: true })
    await field.fill(code === '000000' ? '111111' : '000000')
    await confirm.click()
    await expect(page.getByText(texts('confirm_email_wrong'))).toBeVisible()
    await page.getByRole('button', { name: texts('confirm_email_again') }).click()
    // A second mail within a minute is refused.
    await expect(page.getByText(texts('auth_error_rate_limited'))).toBeVisible()
    await field.fill(code)
    await confirm.click()
    await expect(page.getByText(texts('empty_title'))).toBeVisible()
  })
})

test.describe('a password', () => {
  test.use({ expectedComplaint: /status of 400/ })

  test('that is wrong is reported in the form, the right one in a notice', async ({
    page,
    app,
    serviceRoleKey,
    signInPage,
    home,
    texts,
  }) => {
    const email = await makeAccount(app.url, serviceRoleKey)
    await signInPage.open()
    await signInPage.submit({ email, password: 'otra-cosa-muy-distinta' })
    await expect(page.getByRole('alert')).toHaveText(texts('auth_error_invalid_credentials'))
    await signInPage.open()
    await signInPage.submit({ email, password: PASSWORD })
    await expect(home.notice(texts('auth_login_done'))).toBeVisible()
  })
})

test('getting back in with a mail', async ({ page, app, smtp, signInPage, serviceRoleKey, texts }) => {
  const email = await makeAccount(app.url, serviceRoleKey)
  await signInPage.open()
  await page.getByRole('link', { name: texts('recover_link') }).click()
  await page.getByLabel(texts('auth_email')).fill(email)
  await page.getByRole('button', { name: texts('recover_send') }).click()
  await expect(page.getByText(texts('recover_sent'))).toBeVisible()
  await page.goto((await smtp.mailTo(email)).link)
  await page.getByLabel(texts('account_new_password')).fill('otra-cosa-muy-distinta')
  await page.getByRole('button', { name: texts('account_save') }).click()
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
})

test.describe('a guest who wants to save a shared list', () => {
  /** A public list of somebody with one place. */
  async function sharedList(owner: Person, name: string) {
    const [video = ''] = await saveVideos(owner, ['Contramar'])
    return await makeList(owner, name, [video], { visibility: 'unlisted' })
  }

  /** Makes an account whose address is confirmed, as its owner. */
  async function makePerson(url: string, serviceRoleKey: string): Promise<Person> {
    const credentials = { email: await makeAccount(url, serviceRoleKey), password: PASSWORD }
    return { credentials, client: await AppClient.enter(url, credentials) }
  }

  test('signs up, and has it after the link of the mail', async ({
    page,
    app,
    smtp,
    serviceRoleKey,
    signInPage,
    texts,
    home,
  }) => {
    const list = await sharedList(await makePerson(app.url, serviceRoleKey), 'Domingos')
    await page.goto(`/list/${list}`)
    await page.getByRole('button', { name: texts('list_save') }).click()
    await expect(page.getByText(texts('auth_then_save'))).toBeVisible()
    const email = newEmail()
    await page.getByRole('button', { name: texts('auth_to_register') }).click()
    await page.getByLabel(texts('name_ask')).fill(' Nadia ')
    await signInPage.register(email)
    await expect(page.getByText(texts('auth_register_done'))).toBeVisible()
    await page.goto((await smtp.mailTo(email)).link)
    await expect(home.notice(texts('list_copied', { n: '1' }))).toBeVisible()
    await expect(page).toHaveURL(/\/list\/[\w-]+$/)
    expect(page.url()).not.toContain(list)
    await expect(page.getByRole('heading', { name: 'Domingos' })).toBeVisible()
    await page.goto('/')
    await expect(home.card('Contramar')).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Nadia' })).toBeVisible()
  })

  test('has it after signing in with Google; a link alone saves nothing', async ({
    page,
    app,
    idp,
    serviceRoleKey,
    texts,
    home,
  }) => {
    const list = await sharedList(await makePerson(app.url, serviceRoleKey), 'Lunes')
    idp.account = { sub: randomUUID(), email: newEmail(), email_verified: true, name: 'Sofi' }
    await page.goto(`/list/${list}`)
    await page.getByRole('button', { name: texts('list_save') }).click()
    await page.getByRole('button', { name: texts('auth_with', { provider: 'Google' }) }).click()
    await expect(home.notice(texts('list_copied', { n: '1' }))).toBeVisible()

    await page.goto(`/list/${list}?enter=save`)
    await expect(page.getByRole('button', { name: texts('list_save') })).toBeVisible()
    await page.goto('/lists')
    await expect(page.getByRole('article', { name: 'Lunes' })).toHaveCount(1)
  })

  test(
    'goes back from the form to the list',
    { tag: '@slow' },
    async ({ page, app, serviceRoleKey, texts }) => {
      const list = await sharedList(await makePerson(app.url, serviceRoleKey), 'Martes')
      await page.goto(`/list/${list}`)
      await page
        .getByRole('banner')
        .getByRole('button', { name: texts('header_sign_in') })
        .click()
      await expect(page.getByRole('button', { name: texts('auth_login'), exact: true })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('button', { name: texts('list_save') })).toBeVisible()
    },
  )
})

test('the second step', { tag: '@slow' }, async ({ page, app, serviceRoleKey, signInPage, texts }) => {
  const email = await makeAccount(app.url, serviceRoleKey)
  await signInPage.open()
  await signInPage.submit({ email, password: PASSWORD })
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
  await page.goto('/settings?section=account')
  await page.getByRole('button', { name: texts('mfa_title') }).click()
  await page.getByRole('button', { name: texts('mfa_enable') }).click()
  const secret = await page.getByLabel(texts('mfa_key')).inputValue()
  const codeAt = (steps: number) =>
    totpOf(Secret.fromBase32(secret)).generate({ timestamp: Date.now() + steps * 30_000 })
  await page.getByLabel(texts('mfa_code')).fill(codeAt(-1))
  await page.getByRole('button', { name: texts('mfa_verify') }).click()
  await expect(page.getByText(texts('mfa_on'), { exact: true })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await signInPage.open()
  await signInPage.submit({ email, password: PASSWORD })
  await page.getByLabel(texts('mfa_code')).fill(codeAt(0))
  await page.getByRole('button', { name: texts('mfa_verify') }).click()
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
})

test('single sign-on of an organisation', { tag: '@slow' }, async ({ page, app, serviceRoleKey }) => {
  const domain = `${randomUUID().slice(0, 8)}.corp.test`
  const saml = createSamlIdp(`https://idp.${domain}/metadata`)
  const registered = await fetch(`${app.url}/auth/v1/admin/sso/providers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceRoleKey}` },
    body: JSON.stringify({ type: 'saml', metadata_xml: saml.metadata, domains: [domain] }),
  })
  expect(registered.status).toBe(201)
  await page.route('https://idp.example.org/**', async (route) => {
    const { SAMLResponse, RelayState } = saml.answer(new URL(route.request().url()))
    await route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${app.url}/auth/v1/sso/saml/acs"><input name="SAMLResponse" value="${SAMLResponse}">
        <input name="RelayState" value="${RelayState}"></form><script>document.forms[0].submit()</script>`,
    })
  })
  // Not a page of the app, which would remove the session from the fragment.
  const target = `${app.url}/healthz`
  const started = await page.request.post(`/auth/v1/sso?redirect_to=${encodeURIComponent(target)}`, {
    data: { domain, skip_http_redirect: true },
  })
  const { url } = z.object({ url: z.string() }).parse(await started.json())
  await page.goto(url)
  await page.waitForURL(/healthz#/)
  const token = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('access_token')
  const user = await page.request.get('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })
  expect(await user.json()).toMatchObject({ email: 'worker@corp.example.org' })
})
