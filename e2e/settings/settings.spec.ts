import { createPerson, enterWith, openAs, rowsOf, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openSettings, unfold } from '../support/settings.ts'

test('settings apply at once, are saved for the account, and apply after a reload', async ({
  page,
  app,
  posts,
  texts,
  language,
  expectAccessible,
}) => {
  const client = await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  const drawer = await openSettings(page, texts)
  const html = page.locator('html')
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await drawer.getByText(texts(`settings_theme_${theme}`), { exact: true }).click()
    await expect(html).toHaveAttribute('data-theme', theme)
    await expectAccessible()
  }
  await drawer.getByText(texts('settings_density_compact'), { exact: true }).click()
  await drawer.getByText(texts('settings_layout_list'), { exact: true }).click()
  await drawer.getByRole('switch', { name: texts('settings_reduce_motion') }).click()
  await expect(html).toHaveAttribute('data-motion', 'reduced')
  const vegan = drawer
    .getByRole('group', { name: texts('settings_diets') })
    .getByRole('button', { name: texts('diet_vegan') })
  await vegan.click()
  await expect(vegan).toHaveAttribute('aria-pressed', 'true')
  await expect(
    drawer.getByRole('group', { name: texts('settings_cuisines') }).locator('[aria-pressed=true]'),
  ).toHaveCount(0)
  const cuisine = drawer.getByRole('group', { name: texts('settings_cuisines') })
  await cuisine.getByRole('button', { name: texts('cuisine_ramen') }).click()
  await drawer
    .getByRole('group', { name: texts('settings_platforms') })
    .getByText('TikTok')
    .click()
  await drawer.getByRole('slider', { name: texts('settings_radius') }).fill('25')
  await drawer.getByLabel(texts('settings_default_sort')).selectOption('rating')
  for (const choice of ['settings_map_satellite', 'visibility_unlisted', 'settings_theme_dark'])
    await drawer.getByText(texts(choice), { exact: true }).click()
  await drawer.getByText('Waze', { exact: true }).click()
  await drawer.getByRole('switch', { name: texts('share_allow_comments') }).click()
  const saved = async () => await rowsOf(client, 'user_settings?select=*')
  await expect.poll(saved).toMatchObject([
    {
      theme: 'dark',
      language,
      layout: 'list',
      density: 'compact',
      reduce_motion: true,
      default_sort: 'rating',
      radius_km: 25,
      platforms: expect.not.arrayContaining(['TikTok']),
      cuisines: ['Ramen'],
      dietary_filters: ['vegan'],
      map_style: 'satellite',
      directions_pref: 'waze',
      default_visibility: 'unlisted',
      share_options: { allow_comments: false, allow_collaborators: false, show_creator: true },
    },
  ])
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(html).toHaveAttribute('data-motion', 'reduced')
  await unfold(drawer)
  await drawer.getByRole('button', { name: texts('settings_reset'), exact: true }).click()
  const question = page.getByRole('alertdialog', { name: texts('settings_reset_question') })
  await question.getByRole('button', { name: texts('settings_reset') }).click()
  await expect(html).not.toHaveAttribute('data-motion', 'reduced')
  await expect.poll(saved).toMatchObject([{ radius_km: 10, cuisines: [], default_visibility: 'private' }])
})

test('another tab changes the settings of this one, but does not reset them when its cache is cleared', async ({
  page,
  app,
  texts,
}) => {
  await enterWith({ page, app })
  await page.goto('/')
  await expect(
    page.getByRole('button', { name: texts('header_settings'), exact: true }).first(),
  ).toBeVisible()
  const html = page.locator('html')
  const other = await page.context().newPage()
  await other.goto('/icon.svg')
  /** Changes the stored settings in the other tab, and waits until this one has been told. */
  const storeElsewhere = async (settings: string | null) => {
    const told = await page.evaluateHandle(() => ({
      event: new Promise((done) => addEventListener('storage', () => done(null), { once: true })),
    }))
    await other.evaluate((value) => {
      if (value === null) localStorage.removeItem('fs:settings:v1')
      else localStorage.setItem('fs:settings:v1', value)
    }, settings)
    await told.evaluate(({ event }) => event)
  }
  await storeElsewhere(JSON.stringify({ theme: 'contrast' }))
  await expect(html).toHaveAttribute('data-theme', 'contrast')
  await storeElsewhere(null)
  await expect(html).toHaveAttribute('data-theme', 'contrast')
})

test('the language changes without a reload', { tag: '@slow' }, async ({ page, app, texts, language }) => {
  await enterWith({ page, app })
  await page.goto('/')
  const drawer = await openSettings(page, texts)
  const other = language === 'es' ? 'en' : 'es'
  await drawer.getByText(texts(`settings_language_${other}`), { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await expect(page.getByRole('dialog', { name: other === 'en' ? 'Settings' : 'Ajustes' })).toBeVisible()
})

test(
  'platforms, cuisines and diets filter the collection',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith(
      { page, app },
      ['01-contramar', '04-isolina'].map((id) => posts.get(id)?.link ?? ''),
    )
    await page.goto('/')
    await expect(home.cards()).toHaveCount(2)
    const drawer = await openSettings(page, texts)
    const group = (name: string) => drawer.getByRole('group', { name: texts(name) })
    await group('settings_cuisines')
      .getByRole('button', { name: texts('cuisine_mexican') })
      .click()
    await group('settings_diets')
      .getByRole('button', { name: texts('diet_vegan') })
      .click()
    const radius = drawer.getByRole('slider', { name: texts('settings_radius') })
    await expect(radius).toHaveAttribute('min', '5')
    await expect(radius).toHaveAttribute('max', '50')
    await radius.fill('25')
    await expect(drawer.getByText(texts('settings_radius_value', { km: '25' }))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(home.cards()).toHaveCount(1)
    await expect(home.card('Contramar').getByText(texts('diet_unknown'))).toBeVisible()
  },
)

test(
  'what the settings hide is counted, and one press shows it until the next one',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'], { restaurant_cuisine: 'mexican' })
    await saveVideos(lupe, ['Isolina'], { restaurant_cuisine: 'peruvian' })
    await openAs(page, lupe)
    await expect(home.cards()).toHaveCount(2)
    const drawer = await openSettings(page, texts)
    await drawer
      .getByRole('group', { name: texts('settings_cuisines') })
      .getByRole('button', { name: texts('cuisine_mexican') })
      .click()
    await page.keyboard.press('Escape')
    await expect(page.getByText(texts('hidden_count', { n: '1' }))).toBeVisible()
    await expect(home.cards()).toHaveCount(1)
    await page.getByRole('button', { name: texts('hidden_show') }).click()
    await expect(home.cards()).toHaveCount(2)
    await page.reload()
    await expect(page.getByText(texts('hidden_shown', { n: '1' }))).toBeVisible()
    await expect(home.cards()).toHaveCount(2)
    await page.getByRole('button', { name: texts('hidden_hide') }).click()
    await expect(home.cards()).toHaveCount(1)
  },
)

test(
  'without a location the nearest first is newest first, and says so',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'])
    await openAs(page, lupe)
    await expect(home.card('Contramar')).toBeVisible()
    const menu = page.getByRole('combobox', { name: texts('sort_label') })
    await expect(menu).toHaveValue('recent')
    await home.closeNotice(texts('sort_no_location'))
    await menu.selectOption(texts('sort_distance_off'))
    await expect(page.getByText(texts('sort_no_location'))).toBeVisible()
    await expect(menu).toHaveValue('recent')
  },
)

test('directions, map and privacy', { tag: '@slow' }, async ({ page, app, posts, texts, home }) => {
  const client = await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  const drawer = await openSettings(page, texts)
  await drawer.getByText('Waze', { exact: true }).click()
  await drawer.getByText(texts('settings_map_satellite'), { exact: true }).click()
  await drawer.getByText(texts('visibility_unlisted'), { exact: true }).click()
  await drawer.getByRole('switch', { name: texts('share_allow_collaborators') }).click()
  await expect
    .poll(async () => await (await client.request('/rest/v1/user_settings?select=*')).json(), {
      timeout: 20_000,
    })
    .toMatchObject([
      {
        directions_pref: 'waze',
        map_style: 'satellite',
        default_visibility: 'unlisted',
        share_options: { allow_collaborators: true, allow_comments: true, show_creator: true },
      },
    ])
  await page.keyboard.press('Escape')
  await expect(
    home
      .card('Contramar')
      .getByRole('link', { name: texts('card_directions_to', { name: 'Contramar' }), exact: true }),
  ).toHaveAttribute('href', /waze\.com/)
})

test(
  'export, import, reset and the local cache',
  { tag: '@slow' },
  async ({ page, app, texts, home, language }) => {
    await enterWith({ page, app })
    await page.goto('/')
    const drawer = await openSettings(page, texts)
    const html = page.locator('html')
    await drawer.getByText(texts('settings_theme_dark'), { exact: true }).click()
    const download = page.waitForEvent('download')
    await drawer.getByRole('button', { name: texts('settings_export') }).click()
    expect((await download).suggestedFilename()).toMatch(/\.json$/)

    const file = drawer.locator('input[type=file]')
    const given = (text: string) => ({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await file.setInputFiles(given('no es JSON'))
    await expect(home.notice(texts('settings_import_failed'))).toBeVisible()
    await file.setInputFiles(
      given(JSON.stringify({ theme: 'contrast', radius_km: 'x', layout: 'tower', language })),
    )
    await expect(home.notice(texts('settings_import_done'))).toBeVisible()
    await expect(html).toHaveAttribute('data-theme', 'contrast')
  },
)

test(
  'clearing the cache asks first and keeps the session',
  { tag: '@slow' },
  async ({ page, app, texts, language }) => {
    await enterWith({ page, app })
    await page.goto('/')
    const drawer = await openSettings(page, texts)
    await drawer.getByText(texts('settings_density_compact'), { exact: true }).click()
    await drawer.getByRole('button', { name: texts('settings_clear') }).click()
    const question = page.getByRole('alertdialog', { name: texts('settings_clear_question') })
    await expect(question).toContainText(texts('settings_clear_text'))
    // The fixture would restore a lost session, so the walk checks another key with the same prefix.
    await page.evaluate(() => localStorage.setItem('antojo:session-kept', 'yes'))
    const reloaded = page.waitForEvent('load')
    await question.getByRole('button', { name: texts('settings_clear') }).click()
    await reloaded
    await expect(
      page.getByRole('heading', { name: language === 'es' ? texts('empty_title') : /./ }).first(),
    ).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('antojo:session-kept'))).toBe('yes')
  },
)

test('a page opens from the settings while they still scroll', async ({ page, app, texts }) => {
  await enterWith({ page, app })
  await page.goto('/settings')
  const link = page.getByRole('link', { name: texts('imports_open') })
  await link.evaluate((row: HTMLElement) => {
    row.scrollIntoView()
    row.click()
  })
  await expect(page.getByRole('heading', { name: texts('page_imports'), level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/import')
})
