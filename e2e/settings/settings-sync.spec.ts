import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { createPerson, openAs } from '../support/people.ts'
import { openDevice } from '../support/device.ts'
import { openSettings } from '../support/settings.ts'

test(
  'each preference applies and reaches the other device',
  { tag: '@slow' },
  async ({ page, app, browser, texts, language, expectAccessible }) => {
    const lupe = await createPerson(app)
    await openAs(page, lupe)
    const drawer = await openSettings(page, texts)
    await expectAccessible()
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/user_settings') && answer.request().method() === 'POST',
    )
    const choices = [
      'settings_theme_contrast',
      'settings_layout_list',
      'settings_density_compact',
      'settings_map_satellite',
      'visibility_unlisted',
    ] as const
    for (const choice of choices) await drawer.getByText(texts(choice), { exact: true }).click()
    await drawer.getByText('Waze', { exact: true }).click()
    await drawer.getByRole('switch', { name: texts('settings_reduce_motion') }).click()
    await drawer.getByRole('switch', { name: texts('share_show_creator') }).click()
    await drawer.getByLabel(texts('settings_default_sort')).selectOption('rating')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
    await expectAccessible()
    expect((await saved).ok()).toBe(true)
    await expect
      .poll(async () => (await lupe.client.request('/rest/v1/user_settings?select=*')).json())
      .toMatchObject([
        {
          theme: 'contrast',
          layout: 'list',
          density: 'compact',
          map_style: 'satellite',
          directions_pref: 'waze',
          default_visibility: 'unlisted',
          reduce_motion: true,
          default_sort: 'rating',
          share_options: { show_creator: false },
        },
      ])
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')

    const other = await openDevice(browser, language)
    await openAs(other, lupe)
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'contrast')
    await other.context().close()
  },
)

test('settings are exported, imported and reset', { tag: '@slow' }, async ({ page, app, texts }) => {
  const lupe = await createPerson(app)
  await openAs(page, lupe)
  const drawer = await openSettings(page, texts)
  await drawer.getByText(texts('settings_theme_dark'), { exact: true }).click()
  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: texts('settings_export') }).click()
  const path = await (await download).path()
  const exported = await readFile(path, 'utf8')
  expect(JSON.parse(exported)).toMatchObject({ theme: 'dark' })

  await drawer
    .getByLabel(texts('settings_import'), { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('no es json') })
  await expect(page.getByText(texts('settings_import_failed'))).toBeVisible()
  await drawer
    .getByLabel(texts('settings_import'), { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from(exported.replace('"dark"', '"contrast"')),
    })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
})

test(
  'a new video has the visibility and share options of the settings',
  { tag: '@slow' },
  async ({ page, app }) => {
    const lupe = await createPerson(app)
    await openAs(page, lupe)
    // The page first saves its own settings, which are the defaults.
    await expect
      .poll(async () => await (await lupe.client.request('/rest/v1/user_settings?select=user_id')).json())
      .toHaveLength(1)
    const made = await lupe.client.request('/rest/v1/user_settings?on_conflict=user_id', {
      method: 'POST',
      headers: { prefer: 'resolution=merge-duplicates' },
      body: JSON.stringify({
        user_id: lupe.client.userId,
        default_visibility: 'public',
        share_options: { allow_comments: false, allow_collaborators: false, show_creator: true },
      }),
    })
    expect(made.ok).toBe(true)
    await lupe.client.request('/rest/v1/videos', {
      method: 'POST',
      body: JSON.stringify({ video_url: 'https://www.tiktok.com/@lupe/video/7001' }),
    })
    const rows = await lupe.client.request(
      `/rest/v1/videos?select=visibility,share_options&user_id=eq.${lupe.client.userId}`,
    )
    expect(await rows.json()).toMatchObject([
      { visibility: 'public', share_options: { allow_comments: false } },
    ])
  },
)
