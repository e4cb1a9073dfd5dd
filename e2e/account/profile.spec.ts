import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { expect, test } from '../support/fixtures.ts'
import { createPerson, openAs, rowsOf, saveVideos } from '../support/people.ts'

test('the profile shows the person and their videos', async ({
  page,
  app,
  texts,
  home,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar', 'El Huequito'])
  await openAs(page, lupe, '/profile')
  await expect(page.getByText(texts('profile_signed_in_as', { email: lupe.credentials.email }))).toBeVisible()
  await expect(page.getByText(texts('profile_privacy'))).toBeVisible()
  await expect(page.getByText(texts('profile_free'), { exact: true })).toBeVisible()
  await expect(home.cards()).toHaveCount(2)
  await expectAccessible()

  await page.getByRole('button', { name: texts('profile_edit') }).click()
  const form = page.getByRole('dialog', { name: texts('profile_edit') })
  await form.getByLabel(texts('profile_name')).fill(' Lupe Ramos ')
  await expectAccessible()
  await form.getByRole('button', { name: texts('account_save') }).click()
  await expect(page.getByRole('heading', { name: 'Lupe Ramos' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: texts('header_account', { name: 'Lupe Ramos' }) }),
  ).toBeVisible()
  expect(await rowsOf(lupe.client, `users?select=display_name&id=eq.${lupe.client.userId}`)).toEqual([
    { display_name: 'Lupe Ramos' },
  ])

  await page.getByRole('tab', { name: texts('profile_tab_favorites') }).click()
  await expect(page.getByText(texts('profile_no_favorites'))).toBeVisible()
  await page.getByRole('tab', { name: texts('profile_tab_videos') }).click()
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_favorite') })
    .click()
  await page.getByRole('tab', { name: texts('profile_tab_favorites') }).click()
  await expect(home.card('Contramar')).toBeVisible()
  await page.getByRole('link', { name: texts('profile_all_favorites') }).click()
  await expect(home.card('Contramar')).toBeVisible()
})

test('the details that come for a card later are shown in the profile, too', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  let isComing = true
  await page.route('**/rest/v1/videos?*', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const early = text.replace(/"enrich_state":"[a-z]+"/u, '"enrich_state":"running"')
    await route.fulfill({ response, body: isComing ? early : text })
  })
  await openAs(page, lupe, '/profile')
  const progress = home.card('Contramar').getByRole('progressbar', { name: texts('enriching') })
  await expect(progress).toBeVisible()
  isComing = false
  await expect(progress).toBeHidden()
})

test('the profile counts places by city and cuisine, shows them on a map, and where the person has been', async ({
  page,
  app,
  texts,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  const [been = ''] = await saveVideos(lupe, ['Contramar', 'Entremar'], {
    restaurant_location: 'Ciudad de México',
    restaurant_cuisine: 'Seafood',
  })
  await saveVideos(lupe, ['Nicos'], { restaurant_location: 'Puebla, Pue.', restaurant_cuisine: 'Mexican' })
  const [visited] = z
    .array(z.object({ id: z.string() }))
    .parse(await rowsOf(lupe.client, 'video_lists?kind=eq.visited&select=id'))
  await lupe.client.request('/rest/v1/list_videos', {
    method: 'POST',
    body: JSON.stringify({ list_id: visited?.id, video_id: been, position: 0 }),
  })
  await openAs(page, lupe, '/profile')
  const summary = page.getByRole('region', { name: texts('profile_collection') })
  await expect(summary.getByRole('definition')).toHaveText(['3', '2', '1', '3'])
  const [cities, cuisines] = [summary.getByRole('list').nth(0), summary.getByRole('list').nth(1)]
  await expect(cities.getByRole('listitem')).toHaveText(['Ciudad de México2', 'Puebla1'])
  await expect(cuisines.getByRole('listitem')).toHaveText([/2$/, /1$/])
  await expect(summary.getByRole('figure')).toBeVisible()
  await expectAccessible()
  await summary.getByRole('button', { name: 'Contramar' }).click()
  await expect(page.getByRole('dialog', { name: 'Contramar' })).toBeVisible()
})

test('one share menu is open at a time', { tag: '@slow' }, async ({ page, app, texts }) => {
  const lupe = await createPerson(app)
  await openAs(page, lupe, '/profile')
  await page.getByRole('tab', { name: texts('profile_tab_lists') }).click()
  await page.getByRole('button', { name: texts('share_menu', { name: texts('lists_favorites') }) }).click()
  await expect(page.getByRole('menu')).toHaveCount(1)
  await page.getByRole('button', { name: texts('share_menu', { name: texts('lists_visited') }) }).click()
  await expect(page.getByRole('menu')).toHaveCount(1)
})

test('a picture is chosen and taken away', { tag: '@slow' }, async ({ page, app, texts }) => {
  const lupe = await createPerson(app)
  await openAs(page, lupe, '/profile')
  await page.getByRole('button', { name: texts('profile_edit') }).click()
  const pixels = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  await page
    .getByLabel(texts('profile_picture'), { exact: true })
    .setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: pixels })
  await expect(page.getByRole('button', { name: texts('profile_picture_remove') })).toBeVisible()
  await expect(page.locator('img[src^="/account/picture/"]').first()).toBeVisible()
  await page.getByRole('button', { name: texts('profile_picture_remove') }).click()
  await expect(page.locator('img[src^="/account/picture/"]')).toHaveCount(0)
})

test(
  'the next sign-in requires the second step',
  { tag: '@slow' },
  async ({ page, app, texts, expectAccessible, signInPage }) => {
    const lupe = await createPerson(app)
    await signInPage.signIn(lupe.credentials)
    await page.goto('/settings?section=account')
    await page.getByRole('button', { name: texts('mfa_title') }).click()
    await page.getByRole('button', { name: texts('mfa_enable') }).click()
    await expect(page.getByAltText(texts('mfa_qr'))).toBeVisible()
    const secret = await page.getByLabel(texts('mfa_key')).inputValue()
    await expectAccessible()
    await page.getByLabel(texts('mfa_code')).fill(codeOf(secret, Date.now()))
    await page.getByRole('button', { name: texts('mfa_verify') }).click()
    await expect(page.getByText(texts('mfa_enabled'))).toBeVisible()
    await page.keyboard.press('Escape')

    await page.evaluate(() => localStorage.removeItem('antojo:session'))
    await page.goto('/')
    await page.getByLabel(texts('auth_email')).fill(lupe.credentials.email)
    await page.getByLabel(texts('auth_password'), { exact: true }).fill(lupe.credentials.password)
    await page.getByRole('button', { name: texts('auth_login'), exact: true }).click()
    await expect(page.getByRole('heading', { name: texts('page_code') })).toBeVisible()
    await expectAccessible()
    // The previous step used the current code; the next one is within the tolerance of one step.
    await page.getByLabel(texts('mfa_code')).fill(codeOf(secret, Date.now() + 30_000))
    await page.getByRole('button', { name: texts('mfa_verify') }).click()
    await expect(page.getByText(texts('empty_title'))).toBeVisible()
  },
)

test.describe('the end of an account', () => {
  // The walk enters a wrong password first, and the server fails once.
  test.use({ expectedComplaint: /status of (40[03]|503)/ })

  test(
    'the password is changed, the data downloaded, the account deleted and restored',
    { tag: '@slow' },
    async ({ page, app, texts, home, expectAccessible, signInPage }) => {
      const lupe = await createPerson(app)
      await saveVideos(lupe, ['Contramar'])
      await signInPage.signIn(lupe.credentials)
      await page.goto('/settings?section=account')
      await page.getByRole('button', { name: texts('account_change_password') }).click()
      await page.getByLabel(texts('account_current_password')).fill(lupe.credentials.password)
      await page.getByLabel(texts('account_new_password')).fill('ahora-quiero-ramen')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: texts('account_save') })
        .click()
      await expect(page.getByText(texts('account_password_changed'))).toBeVisible()

      const download = page.waitForEvent('download')
      await page
        .getByRole('button', { name: texts('data_take') })
        .first()
        .click()
      const ways = page.getByRole('dialog', { name: texts('data_take') })
      await ways.getByRole('button', { name: texts('account_export') }).click()
      const files = unzipSync(await readFile(await (await download).path()))
      const own = Object.values(files).map((content) => strFromU8(content))
      expect(own.join('')).toContain('"restaurant_name":"Contramar"')

      await expect(page.getByText(texts('file_saved', { file: 'antojo.zip' }))).toBeVisible()

      await page.getByRole('button', { name: texts('account_delete') }).click()
      const dialog = page.getByRole('dialog', { name: texts('account_delete') })
      await dialog.getByLabel(texts('account_delete_confirm')).fill('otra@antojo.test')
      await dialog.getByRole('button', { name: texts('account_delete') }).click()
      await expect(dialog.getByText(texts('account_delete_mismatch'))).toBeVisible()
      await expectAccessible()
      await dialog.getByLabel(texts('account_delete_confirm')).fill(lupe.credentials.email)
      // The response of the server for a session that is older than five minutes.
      await page.route(
        '**/account',
        (route) =>
          route.fulfill({
            status: 403,
            json: { ok: false, error: 'reauthentication_needed', detail: 'test' },
          }),
        { times: 1 },
      )
      // The request for the ways to prove one's identity fails, and is repeated.
      await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 503 }), { times: 1 })
      await dialog.getByRole('button', { name: texts('account_delete') }).click()
      await expect(dialog.getByText(texts('proof_failed'))).toBeVisible()
      await dialog.getByRole('button', { name: texts('lists_retry') }).click()
      const password = dialog.getByLabel(texts('account_current_password'))
      await expect(password).toBeVisible()
      // This server sends no mail.
      await expect(dialog.getByRole('button', { name: texts('proof_by_mail') })).toHaveCount(0)
      await expectAccessible()
      await password.fill('not-the-password')
      await dialog.getByRole('button', { name: texts('proof_confirm') }).click()
      await expect(dialog.getByText(texts('auth_error_invalid_credentials'))).toBeVisible()
      await password.fill('ahora-quiero-ramen')
      await dialog.getByRole('button', { name: texts('proof_confirm') }).click()
      await expect(page.getByRole('button', { name: texts('auth_login'), exact: true })).toBeVisible()
      const farewell = page
        .getByRole('status')
        .filter({ hasText: texts('account_leaving').split('{date}')[0] ?? '' })
      await expect(farewell).toBeVisible()
      await page.reload()
      await expect(farewell).toBeVisible()
      await expectAccessible()

      await page.getByLabel(texts('auth_email')).fill(lupe.credentials.email)
      await page.getByLabel(texts('auth_password'), { exact: true }).fill('ahora-quiero-ramen')
      await page.getByRole('button', { name: texts('auth_login'), exact: true }).click()
      await expect(page.getByText(texts('restore_text'))).toBeVisible()
      await expect(page.getByRole('button', { name: texts('restore_sign_out') })).toBeVisible()
      await expect(page.getByText(texts('auth_login_done'))).toHaveCount(0)
      await expectAccessible()
      await page.getByRole('button', { name: texts('restore_account') }).click()
      await expect(page.getByText(texts('restore_done'))).toBeVisible()
      await expect(home.card('Contramar')).toBeVisible()
    },
  )
})

test(
  'notes on a place appear at each video that shows it',
  { tag: '@slow' },
  async ({ page, app, texts, home, expectAccessible }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar', 'Contramar otra vez'], { enrich_place_id: 'local:contramar' })
    await openAs(page, lupe)
    const open = () => home.cards().first().getByRole('heading').getByRole('button').click()
    await open()
    const detail = page.getByRole('dialog')
    await detail.getByRole('button', { name: texts('mine_want') }).click()
    await detail.getByRole('button', { name: texts('mine_visited') }).click()
    await expect(detail.getByLabel(texts('mine_date'))).toBeVisible()
    await detail
      .locator('fieldset')
      .filter({ hasText: texts('mine_rating') })
      .locator('label')
      .nth(3)
      .click()
    await expect(detail.getByRole('button', { name: texts('mine_clear_rating') })).toBeVisible()
    await detail.getByLabel(texts('mine_note')).fill('Las tostadas de atún')
    await detail.getByLabel(texts('mine_note')).blur()
    await expect(page.getByText(texts('mine_saved'))).toBeVisible()
    await expectAccessible()
    await page.goto('/')
    await open()
    await detail.locator('[aria-current="false"]').click()
    await expect(detail.getByLabel(texts('mine_note'))).toHaveValue('Las tostadas de atún')
    await expect(detail.getByRole('radio').nth(3)).toBeChecked()
    await page.goto('/lists')
    await expect(page.getByRole('article', { name: texts('lists_visited') })).toContainText('1')
    await expect(page.getByRole('article', { name: texts('lists_want_to_try') })).toContainText('1')
    await page.goto('/')
    await open()
    const visited = detail.getByRole('button', { name: texts('mine_visited') })
    await expect(visited).toHaveAttribute('aria-pressed', 'true')
    await visited.click()
    await expect(visited).toHaveAttribute('aria-pressed', 'false')
  },
)

/** The code of an authenticator app at a given time. */
function codeOf(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
