import { randomUUID } from 'node:crypto'
import { reservePort } from '@antojo/auth/testing/free-port'
import { startIdentityProvider } from '@antojo/auth/testing/identity-provider'
import type { IdentityProvider } from '@antojo/auth/testing/identity-provider'
import { z } from 'zod'
import { openDevice } from '../support/device.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { createPerson, makeList, newEmail, openAs, rowsOf } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import { SignInPage } from '../support/sign-in-page.ts'
import { openSettingsRow } from '../support/settings.ts'

interface InvitationWorker {
  idp: IdentityProvider
  /** The first account, which is the administrator. */
  admin: Person
}

/** A server that admits people by invitation, with an OpenID Connect server in place of Google. */
const test = base.extend<object, InvitationWorker>({
  // Playwright requires the empty pattern in a fixture that uses no other.
  // eslint-disable-next-line no-empty-pattern
  port: [async ({}, use) => use(await reservePort()), { scope: 'worker' }],
  idp: [
    async ({ port }, use) => {
      const idp = await startIdentityProvider(`http://127.0.0.1:${port}/auth/v1/callback`)
      await use(idp)
      await idp.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ idp }, use) =>
      use({
        SIGNUP: 'invite',
        GOOGLE_CLIENT_ID: idp.clientId,
        GOOGLE_CLIENT_SECRET: idp.clientSecret,
        GOOGLE_ISSUER: idp.issuer,
      }),
    { scope: 'worker' },
  ],
  admin: [async ({ app }, use) => use(await createPerson(app, 'ana@antojo.test')), { scope: 'worker' }],
})

/** Creates an invitation over HTTP; returns its link. */
async function linkFrom(admin: Person, url: string): Promise<string> {
  const answer = await admin.client.request('/invitations', { method: 'POST', body: '{"maxAccounts":1}' })
  const { token } = z.object({ token: z.string() }).parse(await answer.json())
  return `${url}/join#${token}`
}

test('an administrator invites, a friend joins, and the link is used up', async ({
  page,
  app,
  admin,
  browser,
  language,
  texts,
  expectAccessible,
}) => {
  await openAs(page, admin)
  const sheet = await openSettingsRow(page, texts('invitations_title'))
  await sheet.getByRole('button', { name: texts('invitations_create') }).click()
  const link = await sheet.getByLabel(texts('people_invite_link')).inputValue()
  expect(link).toMatch(/\/join#[\w-]{43}$/)
  await expectAccessible()

  const friend = await openDevice(browser, language)
  await friend.goto(link)
  await expect(friend.getByRole('heading', { name: texts('auth_invited_title') })).toBeVisible()
  await new SignInPage(friend, texts).register()
  await expect(friend.getByText(texts('empty_title'))).toBeVisible()
  await expect(friend).toHaveURL(`${app.url}/`)
  await friend.goto(link)
  await expect(friend.getByText(texts('join_signed_in'))).toBeVisible()

  const stranger = await openDevice(browser, language)
  await stranger.goto(link)
  await expect(stranger.getByRole('alert')).toHaveText(texts('auth_invitation_refused'))
  await expect(stranger.getByRole('button', { name: texts('auth_login'), exact: true })).toBeVisible()
  await expect(stranger.getByRole('button', { name: texts('auth_to_register') })).toHaveCount(0)

  await page.reload()
  await expect(sheet.getByText(texts('invitations_state_used'), { exact: true }).first()).toBeVisible()
})

test('an invitation is revoked', { tag: '@slow' }, async ({ page, app, admin, browser, language, texts }) => {
  const link = await linkFrom(admin, app.url)
  await openAs(page, admin)
  const sheet = await openSettingsRow(page, texts('invitations_title'))
  await sheet
    .getByRole('button', { name: new RegExp(texts('invitations_revoke', { time: '' }).trim()) })
    .first()
    .click()
  await expect(sheet.getByText(texts('invitations_state_revoked'), { exact: true }).first()).toBeVisible()
  const friend = await openDevice(browser, language)
  await friend.goto(link)
  await expect(friend.getByRole('alert')).toHaveText(texts('auth_invitation_refused'))
})

test(
  'without an invitation, a sentence replaces the sign-up form',
  { tag: '@slow' },
  async ({ page, admin, texts, expectAccessible }) => {
    expect(admin.credentials.email).not.toBe('')
    await page.goto('/')
    await expect(page.getByText(texts('auth_by_invitation'))).toBeVisible()
    await expect(page.getByRole('button', { name: texts('auth_to_register') })).toHaveCount(0)
    await expectAccessible()
  },
)

test(
  'with Google a new person needs an invitation',
  { tag: '@slow' },
  async ({ page, app, admin, idp, texts }) => {
    idp.account = { sub: randomUUID(), email: newEmail(), email_verified: true }
    await page.goto('/')
    await page.getByRole('button', { name: texts('auth_with', { provider: 'Google' }) }).click()
    await expect(page.getByRole('alert')).toHaveText(texts('auth_error_no_account', { provider: 'Google' }))
    await page.goto(await linkFrom(admin, app.url))
    await expect(page.getByRole('heading', { name: texts('auth_invited_title') })).toBeVisible()
    await page.getByRole('button', { name: texts('auth_with', { provider: 'Google' }) }).click()
    await expect(page.getByText(texts('empty_title'))).toBeVisible()
  },
)

test('a guest who was invited to a list creates an account and joins it', async ({
  page,
  app,
  admin,
  signInPage,
  texts,
  expectAccessible,
}) => {
  const name = `Tacos ${randomUUID().slice(0, 4)}`
  const share_options = { allow_collaborators: true, allow_comments: true, show_creator: true }
  const list = await makeList(admin, name, [], { share_options })
  const made = await admin.client.request('/rest/v1/rpc/create_list_invite', {
    method: 'POST',
    body: JSON.stringify({ list_id: list, access: 'view' }),
  })
  await page.goto(`/invite/${z.string().parse(await made.json())}`)
  await expect(page.getByRole('heading', { name: texts('auth_invited_title') })).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await signInPage.register()
  await expect(page).toHaveTitle(new RegExp(texts('invite_text', { list: name })))
  await expect(page.getByText(texts('invite_view'))).toBeVisible()
  await expectAccessible()
  const preview = await (await fetch(page.url())).text()
  expect(preview).toContain(`<meta property="og:title" content="Te invitaron a ${name}">`)
  await page.getByLabel(texts('name_ask')).fill('Beto')
  await page.getByRole('button', { name: texts('invite_accept') }).click()
  await expect(page).toHaveURL(`/list/${list}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const people = await admin.client.request(`/rest/v1/rpc/list_people?list_id=${list}&select=display_name`)
  expect(await people.json()).toContainEqual({ display_name: 'Beto' })
  expect(app.url).toContain(new URL(page.url()).host)
  const members = () => rowsOf(admin.client, `list_members?select=access&list_id=eq.${list}`)
  expect(await members()).toEqual([{ access: 'view' }])
  await page.getByRole('button', { name: texts('lists_more', { name }) }).click()
  await page.getByRole('menuitem', { name: texts('people_leave') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: texts('people_leave') })
    .click()
  await expect(page).toHaveURL('/lists')
  await expect(page.getByRole('article', { name: texts('lists_favorites') })).toBeVisible()
  await expect(page.getByRole('article', { name })).toBeHidden()
  expect(await members()).toEqual([])
})
