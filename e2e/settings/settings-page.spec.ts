import { createPerson, openAs, rowsOf } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openSettings } from '../support/settings.ts'

test('every setting is on a page: its section is in the address, a change applies at once, Back returns', async ({
  page,
  app,
  texts,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  await openAs(page, lupe)
  const drawer = await openSettings(page, texts)
  await drawer.getByRole('link', { name: texts('settings_all') }).click()
  await expect(page.getByRole('heading', { level: 1, name: texts('header_settings') })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(texts('header_settings')))
  await expect(drawer).toBeHidden()

  const index = page.getByRole('navigation', { name: texts('settings_sections') })
  const section = (name: string) => page.getByRole('heading', { level: 2, name: texts(name), exact: true })
  const expectAt = async (address: string, name: string) => {
    await expect(page).toHaveURL(`${app.url}${address}`)
    await expect(index.locator('[aria-current]')).toHaveText(texts(name))
    await expect(section(name)).toBeInViewport()
  }
  await expectAt('/settings', 'settings_display')
  await page.getByText(texts('settings_theme_contrast'), { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await expect
    .poll(() => rowsOf(lupe.client, 'user_settings?select=theme'))
    .toMatchObject([{ theme: 'contrast' }])
  await expectAccessible()

  await index.getByRole('link', { name: texts('settings_data') }).click()
  await expectAt('/settings?section=data', 'settings_data')
  await page.reload()
  await expectAt('/settings?section=data', 'settings_data')
  await page.keyboard.press('End')
  await expectAt('/settings?section=advanced', 'settings_advanced')
  await page.getByRole('button', { name: texts('tokens_title') }).click()
  await expect(page.getByRole('dialog', { name: texts('tokens_title') })).toBeVisible()
  await page.goBack()
  await expectAt('/settings?section=advanced', 'settings_advanced')
  await page.goBack()
  await expect(page).toHaveURL(`${app.url}/`)
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
})

test(
  'the account menu leads to the page and to the account on it',
  { tag: '@slow' },
  async ({ page, app, texts }) => {
    const lupe = await createPerson(app)
    await openAs(page, lupe)
    const { email } = lupe.credentials
    const choose = async (name: string) => {
      await page.getByRole('button', { name: texts('header_account', { name: email }) }).click()
      await page.getByRole('link', { name: texts(name) }).click()
    }
    await choose('settings_all')
    await expect(page).toHaveURL(`${app.url}/settings`)
    await choose('account_title')
    await expect(page).toHaveURL(`${app.url}/settings?section=account`)
    await expect(page.getByRole('button', { name: texts('account_change_email') })).toBeInViewport()
    await page
      .getByRole('main')
      .getByRole('button', { name: texts('header_sign_out'), exact: true })
      .click()
    await expect(page.getByRole('button', { name: texts('auth_login'), exact: true })).toBeVisible()
  },
)

test(
  'a guest has the settings that need no account',
  { tag: '@slow' },
  async ({ page, texts, expectAccessible }) => {
    await page.goto('/settings?section=account')
    await expect(page.getByRole('button', { name: texts('settings_clear') })).toBeVisible()
    const index = page.getByRole('navigation', { name: texts('settings_sections') })
    await expect(index.getByRole('link')).toHaveCount(5)
    for (const name of ['settings_account', 'tokens_title', 'data_take'])
      await expect(page.getByText(texts(name), { exact: true })).toHaveCount(0)
    await page.getByText(texts('settings_theme_dark'), { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expectAccessible()
  },
)
