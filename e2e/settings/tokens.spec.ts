import type { Locator } from '@playwright/test'
import { createPerson, enterWith, openAs, PASSWORD, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openSettingsRow } from '../support/settings.ts'

test('a token from the settings saves a link until it is revoked', async ({
  page,
  app,
  posts,
  texts,
  expectAccessible,
}) => {
  const client = await enterWith({ page, app }, [])
  const sheet = await openSettingsRow(page, texts('tokens_title'))
  await sheet.getByLabel(texts('tokens_name')).fill('Atajo del iPhone')
  await sheet.getByRole('button', { name: texts('tokens_create') }).click()
  const field = sheet.getByLabel(texts('tokens_new'))
  await expect(field).toHaveValue(/^antojo_[\w-]{43}$/u)
  await sheet.getByText(texts('capture_shortcut_title')).click()
  const copied = `Bearer ${await field.inputValue()}`
  await expect(sheet.getByRole('button', { name: texts('capture_copy', { value: copied }) })).toBeVisible()
  await expectAccessible()
  const capture = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const data = { url: posts.get('01-contramar')?.link ?? '' }
    return (await page.request.post('/functions/v1/capture', { headers, data })).status()
  }
  const token = await field.inputValue()
  const { tokens } = await (await client.request('/tokens')).json()
  expect(tokens).toMatchObject([{ name: 'Atajo del iPhone', scopes: ['capture'] }])
  const days = (Date.parse(tokens[0].expiresAt) - Date.parse(tokens[0].createdAt)) / 86_400_000
  expect(Math.round(days)).toBe(90)
  expect(await capture()).toBe(202)
  await sheet.getByRole('button', { name: texts('tokens_revoke', { name: 'Atajo del iPhone' }) }).click()
  await expect(sheet.getByText('Atajo del iPhone')).toBeHidden()
  expect(await capture()).toBe(401)
})

test('the bookmark opens Antojo with the link, also from a page that allows nothing', async ({
  page,
  app,
  posts,
  texts,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [])
  const sheet = await openSettingsRow(page, texts('tokens_title'))
  await sheet.getByText(texts('capture_bookmark_title')).click()
  await expectAccessible()
  const code = await sheet.getByRole('link', { name: texts('capture_bookmark_name') }).getAttribute('href')
  const video = new URL(posts.get('01-contramar')?.link ?? '')
  await page.route(`${video.origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "default-src 'none'" },
      body: '<title>Tostadas</title>',
    }),
  )
  await page.goto(video.href)
  const opened = page.waitForEvent('popup')
  // A bookmark runs in the page, whatever the policy of the page says.
  await page.evaluate(decodeURIComponent((code ?? '').replace('javascript:', '')))
  const popup = await opened
  await expect(popup).toHaveURL((url) => url.origin === new URL(app.url).origin)
  await expect(popup.getByText(texts('clipboard_prompt'))).toBeVisible()
})

test.describe('with an old session', () => {
  // The server refuses once for each of them.
  test.use({ expectedComplaint: /status of 403/ })

  test('a person proves who they are before a token or a live link is made, and what was typed stays', async ({
    page,
    app,
    texts,
    expectAccessible,
  }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'], { enrich_place_id: 'local:contramar' })
    await openAs(page, lupe)
    const refuseOnce = (path: string) => {
      const json = { ok: false, error: 'reauthentication_needed', detail: 'test' }
      let isRefused = false
      return page.route(path, (route) => {
        if (isRefused || route.request().method() !== 'POST') return route.fallback()
        isRefused = true
        return route.fulfill({ status: 403, json })
      })
    }
    const prove = async (dialog: Locator) => {
      await dialog.getByLabel(texts('account_current_password')).fill(PASSWORD)
      await dialog.getByRole('button', { name: texts('proof_confirm') }).click()
    }
    await refuseOnce('**/tokens')
    const sheet = await openSettingsRow(page, texts('tokens_title'))
    await sheet.getByLabel(texts('tokens_name')).fill('Mi programa')
    await sheet.getByLabel(texts('tokens_scope'), { exact: true }).selectOption('read')
    await sheet.getByRole('button', { name: texts('tokens_create') }).click()
    await expect(sheet.getByText(texts('proof_text'))).toBeVisible()
    await expectAccessible()
    await prove(sheet)
    await expect(sheet.getByLabel(texts('tokens_new'))).toHaveValue(/^antojo_/u)
    const tokens = sheet.getByRole('list', { name: texts('tokens_title') })
    await expect(tokens).toContainText('Mi programa')
    await expect(tokens).toContainText(texts('tokens_scope_read'))

    await page.keyboard.press('Escape')

    await refuseOnce('**/places/feeds')
    await page
      .getByRole('button', { name: texts('data_take') })
      .first()
      .click()
    const files = page.getByRole('dialog', { name: texts('data_take') })
    await files.getByRole('button', { name: texts('feed_make') }).click()
    await prove(files)
    await expect(files.getByRole('button', { name: texts('feed_end') })).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(texts('feed_count', { n: '1' }))).toBeVisible()

    await page.getByRole('button', { name: texts('account_change_password') }).click()
    const dialog = page.getByRole('dialog', { name: texts('account_change_password') })
    await dialog.getByLabel(texts('account_current_password')).fill(PASSWORD)
    await dialog.getByLabel(texts('account_new_password')).fill('ahora-quiero-ramen')
    await dialog.getByRole('button', { name: texts('account_save') }).click()
    const offer = page.getByRole('alertdialog', { name: texts('feed_still') })
    await expect(offer).toBeVisible()
    await expectAccessible()
    await offer.getByRole('button', { name: texts('feed_end_all') }).click()
    await expect(page.getByText(texts('feed_ended_all'))).toBeVisible()
  })
})
