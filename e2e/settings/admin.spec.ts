import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '../support/fixtures.ts'
import { createPerson, enterWith } from '../support/people.ts'

const ADMINISTRATOR = 'jefa@antojo.test'

/** A server with a configured administrator. The first account is an administrator too, so it must be the same one. */
const test = base.extend<object, { administrator: void }>({
  environment: [{ ADMIN_EMAILS: ADMINISTRATOR }, { scope: 'worker' }],
  administrator: [
    async ({ app }, use) => {
      await createPerson(app, ADMINISTRATOR)
      await use()
    },
    { scope: 'worker', auto: true },
  ],
})

test('the figures of a window, for the administrator', async ({
  page,
  app,
  posts,
  texts,
  expectAccessible,
}) => {
  const links = ['01-contramar', '09-address-only', '14-recipe', '20-private-youtube']
  await enterWith(
    { page, app },
    links.map((id) => posts.get(id)?.link ?? ''),
    ADMINISTRATOR,
  )
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { expanded: false }).last().click()
  await page.getByRole('link', { name: texts('page_admin') }).click()
  await expect(page.getByRole('heading', { level: 1, name: texts('page_admin') })).toBeVisible()
  const windows = page.getByRole('group', { name: texts('admin_window') })
  await expect(windows.getByRole('radio')).toHaveCount(4)
  await expect(windows.getByRole('radio', { name: texts('admin_hours', { n: '24' }) })).toBeChecked()
  for (const card of ['admin_addr_use', 'admin_cp_match', 'admin_addr_lift'])
    await expect(page.getByRole('term').filter({ hasText: texts(card) })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: texts('admin_rows') })).toBeVisible()
  const providers = page.getByRole('region', { name: texts('admin_providers') })
  const tiktok = providers.getByRole('row', { name: /^TikTok: oEmbed/ })
  await expect(tiktok.getByRole('cell').first()).toHaveText(texts('admin_provider_well'))
  const services = page.getByRole('region', { name: texts('admin_services') })
  const oembed = services.getByRole('row', { name: /^TikTok: oEmbed/ })
  await oembed.getByRole('button').click()
  await expect(oembed.getByRole('status')).toHaveText(/\d+ ms/)
  const installation = page.getByRole('region', { name: texts('admin_installation') })
  await expect(installation.getByText(texts('admin_backup_none'))).toBeVisible()
  await expect(installation.getByText(/Node 24\..* Postgres 18\./)).toBeVisible()
  const advice = installation.getByRole('link', {
    name: texts('admin_todo_more_of', { todo: texts('admin_todo_no_backup') }),
  })
  const handbook = await page.request.get((await advice.getAttribute('href')) ?? '')
  expect(await handbook.text()).toMatch(/^## Backup, restore, upgrade\n/)
  await expectAccessible()

  const asked = page.waitForRequest('**/admin/metrics?hours=1')
  await windows.getByText(texts('admin_hours', { n: '1' }), { exact: true }).click()
  await asked
  await expect(page.getByRole('link', { name: /tiktok\.com|youtube\.com/ }).first()).toBeVisible()
})

test.describe('with a folder for backups', () => {
  const nightly = test.extend<object, object>({
    environment: [
      { ADMIN_EMAILS: ADMINISTRATOR, BACKUP_DIR: mkdtempSync(join(tmpdir(), 'antojo-backups-')) },
      { scope: 'worker' },
    ],
  })

  nightly('the administrator makes a backup', { tag: '@slow' }, async ({ page, app, texts }) => {
    await enterWith({ page, app }, [], ADMINISTRATOR)
    await page.goto('/admin')
    const installation = page.getByRole('region', { name: texts('admin_installation') })
    await installation.getByRole('button', { name: texts('admin_backup_now') }).click()
    await expect(installation.getByText(/antojo-[-\dTZ]+\.tar\.gz/)).toBeVisible()
    await expect(installation.getByRole('button', { name: texts('admin_backup_now') })).toBeEnabled()
  })
})

test.describe('others', () => {
  test.use({ expectedComplaint: /status of 403/ })

  test('see that the page is not for them', { tag: '@slow' }, async ({ page, app, texts }) => {
    await enterWith({ page, app })
    await page.goto('/admin')
    await expect(page.getByRole('alert')).toHaveText(texts('admin_forbidden'))
  })
})
