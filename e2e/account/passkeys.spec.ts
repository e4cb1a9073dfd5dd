import { reservePort } from '@antojo/auth/testing/free-port'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/fixtures.ts'
import { newEmail, PASSWORD } from '../support/people.ts'

/** A server at localhost: browsers refuse passkeys at an IP address. */
const test = base.extend({
  // Playwright requires the empty pattern in a fixture that uses no other.
  // eslint-disable-next-line no-empty-pattern
  port: [async ({}, use) => use(await reservePort()), { scope: 'worker' }],
  environment: [
    async ({ port }, use) => use({ PUBLIC_URL: `http://localhost:${port}` }),
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.url.replace('127.0.0.1', 'localhost')),
})
test.use({ expectedComplaint: /status of 4\d\d/ })

/** Gives the browser a fingerprint reader that always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, named, signs in, is removed, and then no longer does', async ({
  page,
  texts,
  signInPage,
  expectAccessible,
}) => {
  await addAuthenticator(page)
  const email = newEmail()
  await signInPage.open()
  await signInPage.signUp(email)
  await page.getByText(texts('auth_account_ready')).waitFor()

  await page.goto('/settings?section=account')
  await page.getByRole('button', { name: texts('passkeys_title') }).click()
  await page.getByRole('button', { name: texts('passkey_add') }).click()
  await page.getByText(texts('passkey_added')).waitFor()
  const name = page.getByLabel(texts('passkey_name'), { exact: true })
  await name.fill('El teléfono')
  await page.getByRole('button', { name: texts('account_save') }).click()
  await page.getByText(texts('passkey_renamed')).waitFor()
  await expectAccessible()
  // The device knows that it has one already.
  await page.getByRole('button', { name: texts('passkey_add') }).click()
  await page.getByText(texts('passkey_exists')).waitFor()

  // The reader agrees at once to what the browser suggests in the email field.
  await page.evaluate(() => localStorage.removeItem('antojo:session'))
  await page.goto('/')
  await page.getByText(texts('auth_login_done')).waitFor()

  await page.goto('/settings?section=account')
  await page.getByRole('button', { name: texts('passkeys_title') }).click()
  await expect(name).toHaveValue('El teléfono')
  await page.getByRole('button', { name: texts('passkey_remove_question', { name: 'El teléfono' }) }).click()
  await page.getByRole('button', { name: texts('passkey_remove'), exact: true }).click()
  const password = page.getByLabel(texts('account_current_password'))
  await page.getByText(texts('passkey_removed')).or(password).waitFor()
  if (await password.isVisible()) {
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: texts('proof_confirm') }).click()
    await page.getByText(texts('passkey_removed')).waitFor()
  }
  await expect(name).toBeHidden()

  await page.evaluate(() => localStorage.removeItem('antojo:session'))
  await page.goto('/')
  await page.getByRole('button', { name: texts('passkey_sign_in') }).click()
  await page.getByText(texts('passkey_unknown')).waitFor()
  await signInPage.submit({ email, password: PASSWORD })
  await page.getByText(texts('auth_login_done')).waitFor()
})
