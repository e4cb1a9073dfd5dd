import type { Page } from '@playwright/test'
import { createPerson, enterWith, makeList, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

// The messages of failures, caused by a server or a browser that refuses.
test.use({ expectedComplaint: /status of (400|403|500)|ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebGL/ })

/** Answers these requests with a refusal of the data API. */
async function refuse(page: Page, path: string, method: string): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return await route.fallback()
    return await route.fulfill({ status: 403, json: { message: 'no va', code: '42501' } })
  })
}

test(
  'lists that cannot be read, created or filled',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    const lists = '**/rest/v1/video_lists?*'
    await refuse(page, lists, 'GET')
    await home
      .card('Contramar')
      .getByRole('button', { name: texts('card_save') })
      .click()
    await expect(home.notice(texts('lists_load_failed', { reason: 'no va' }))).toBeVisible()
    await page.unroute(lists)
    const popover = page.getByRole('dialog', { name: texts('add_list_title') })
    await popover.getByRole('button', { name: texts('lists_retry') }).click()
    await expect(popover.getByRole('button', { name: texts('lists_favorites') })).toBeVisible()

    await refuse(page, lists, 'POST')
    await popover.getByLabel(texts('lists_new')).fill('Tacos')
    await popover.getByRole('button', { name: texts('lists_create') }).click()
    await expect(home.notice(texts('lists_create_failed', { reason: 'no va' }))).toBeVisible()

    await refuse(page, '**/rest/v1/list_videos?*', 'POST')
    await popover.getByRole('button', { name: texts('lists_favorites') }).click()
    await expect(home.notice(texts('add_list_failed', { reason: 'no va' }))).toBeVisible()
  },
)

test(
  'a rating that cannot be saved is not shown',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    await home.card('Contramar').getByRole('button', { name: 'Contramar', exact: true }).click()
    const rating = page
      .getByRole('dialog', { name: 'Contramar' })
      .getByRole('group', { name: texts('mine_rating') })
    await refuse(page, '**/rest/v1/user_places?*', 'POST')
    await rating.locator('label').nth(3).click()
    await expect(home.notice(texts('mine_failed', { msg: 'no va' }))).toBeVisible()
    await expect(rating.getByRole('radio').nth(3)).not.toBeChecked()
  },
)

test('a video without an id goes into no list', { tag: '@slow' }, async ({ page, app, texts, home }) => {
  await enterWith({ page, app })
  const row = {
    id: '',
    created_at: new Date().toISOString(),
    video_url: 'https://www.tiktok.com/@a/video/1',
    restaurant_name: 'Contramar',
  }
  await page.route('**/rest/v1/videos?*', (route) => route.fulfill({ status: 200, json: [row] }))
  await page.goto('/')
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_save') })
    .click()
  await page
    .getByRole('dialog', { name: texts('add_list_title') })
    .getByRole('button', { name: texts('lists_favorites') })
    .click()
  await expect(home.notice(texts('missing_video_id'))).toBeVisible()
})

test('the videos of a list', { tag: '@slow' }, async ({ page, app, texts }) => {
  const client = await enterWith({ page, app })
  const answer = await client.request('/rest/v1/video_lists?select=id&kind=eq.favorites')
  const [list]: { id: string }[] = await answer.json()
  await refuse(page, '**/rest/v1/rpc/read_list_videos?*', 'POST')
  await page.goto(`/list/${list?.id ?? ''}`)
  await expect(page.getByRole('alert').filter({ hasText: texts('list_videos_failed') })).toBeVisible()
})

test(
  'a clipboard and a share sheet that fail',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await page.addInitScript(() => {
      const refusal = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      Object.defineProperty(navigator, 'share', { value: undefined })
      Object.defineProperty(navigator, 'clipboard', { value: { readText: refusal, writeText: refusal } })
    })
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    const card = home.card('Contramar')
    await page
      .getByRole('main')
      .getByRole('button', { name: texts('search_paste') })
      .click()
    await home.closeNotice(texts('clipboard_failed'))
    await card.getByRole('button', { name: texts('card_more') }).click()
    await page.getByRole('menuitem', { name: texts('card_copy_link') }).click()
    await home.closeNotice(texts('copy_failed'))
    await card.getByRole('button', { name: texts('card_share') }).click()
    await expect(card.getByText(texts('share_failed'))).toBeVisible()
  },
)

test('a search, a deletion and a correction', { tag: '@slow' }, async ({ page, app, posts, texts, home }) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  await refuse(page, '**/rest/v1/videos?*', 'DELETE')
  await home.delete('Contramar')
  await expect(home.notice(texts('deleted_now'))).toBeVisible()
  await home.closeNotice(texts('delete_failed', { msg: 'no va' }))
  await expect(home.card('Contramar')).toBeVisible()

  await refuse(page, '**/rest/v1/videos?*', 'PATCH')
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const dialog = page.getByRole('dialog', { name: texts('fix_title') })
  await dialog.getByLabel(texts('fix_location')).fill('Roma Norte')
  await dialog.getByRole('button', { name: texts('fix_save'), exact: true }).click()
  await expect(dialog.getByText(texts('save_edit_failed', { msg: 'no va' }))).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: texts('form_discard'), exact: true })
    .click()

  await refuse(page, '**/rest/v1/rpc/search_videos?*', 'POST')
  const box = page.getByRole('main').getByRole('textbox', { name: texts('search_label') })
  await box.fill('tostadas')
  await box.press('Enter')
  await expect(home.notice(texts('search_failed'))).toBeVisible()
})

test('the map, while it loads and without WebGL', { tag: '@slow' }, async ({ page, app, posts, texts }) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const mayLoad = Promise.withResolvers<void>()
  await page.route('**/assets/countries*', async (route) => {
    await mayLoad.promise
    await route.continue()
  })
  await page.goto('/map')
  await expect(page.getByText(texts('map_loading')).first()).toBeVisible()
  mayLoad.resolve()
  await expect(page.getByText(texts('map_failed'))).toBeVisible()
})

test('the end of a session', { tag: '@slow' }, async ({ page, app, texts }) => {
  await enterWith({ page, app })
  await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'no va' } }))
  await page.goto('/')
  await page.getByRole('button', { name: /lupe-/ }).click()
  await page.getByRole('button', { name: texts('header_sign_out') }).click()
  await expect(page.getByRole('alertdialog')).toContainText(texts('sign_out_failed'))
})

test.describe('diagnostics', () => {
  const rows = [
    ['the service refuses', 'error'],
    ['nothing answers', 'exception'],
  ] as const
  for (const [title, kind] of rows)
    test(`when ${title}`, { tag: '@slow' }, async ({ page, app, texts }) => {
      test.slow()
      await enterWith({ page, app })
      await page.goto('/')
      await expect(page.getByText(texts('empty_title'))).toBeVisible()
      await page.route('**/rest/v1/videos?*', (route) =>
        kind === 'error'
          ? route.fulfill({ status: 403, json: { message: 'no va', code: '42501' } })
          : route.abort(),
      )
      await page.route('**/auth/v1/user', (route) =>
        route.fulfill({ status: 500, json: { code: 'unexpected_failure', msg: 'no va' } }),
      )
      await page.keyboard.press('Control+d')
      const dialog = page.getByRole('dialog', { name: texts('diagnostics_title') })
      for (const probe of ['read', 'write']) {
        const said = texts(`diagnostics_${probe}_${kind}`, { message: kind === 'error' ? 'no va' : '' })
        await expect(dialog.getByText(said)).toBeVisible({ timeout: 40_000 })
      }
      await expect(dialog.getByText(texts('diagnostics_auth_error', { message: '' }).trim())).toBeVisible()
    })
})

test('a notice covers no heading of a sheet', async ({ page, app, texts, isMobile }) => {
  test.skip(!isMobile, 'On wide screens notices stand in the corner.')
  const lupe = await createPerson(app)
  const names = Array.from({ length: 14 }, (_, index) => `Lugar ${index}`)
  const [first = ''] = await saveVideos(lupe, names)
  await openAs(page, lupe, `/list/${await makeList(lupe, 'Domingos', [first])}`)
  await refuse(page, '**/rest/v1/list_videos?*', 'POST')
  await page.getByRole('button', { name: texts('list_add_places') }).click()
  const sheet = page.getByRole('dialog', { name: texts('list_add_places') })
  await sheet.getByRole('button', { name: /Lugar 3/u }).click()
  const heading = await sheet.locator('[data-dialog-title]').boundingBox()
  const notice = await page.locator('[data-toast]').boundingBox()
  expect(notice?.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0))
})

test('a notice covers no field of a correction', async ({ page, app, posts, texts, home, isMobile }) => {
  test.skip(!isMobile, 'On wide screens notices stand in the corner.')
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  const card = home.card('Contramar')
  await expect(card).toBeVisible()
  await refuse(page, '**/rest/v1/list_videos?*', 'POST')
  await card.getByRole('button', { name: texts('card_favorite') }).click()
  await expect(page.locator('[data-toast]')).toBeVisible()
  await card.getByRole('button', { name: texts('card_more') }).click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const sheet = page.getByRole('dialog', { name: texts('fix_title') })
  const notice = await sheet.locator('[data-toast]').boundingBox()
  const field = await sheet.getByLabel(texts('fix_location'), { exact: true }).boundingBox()
  expect(notice?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))
})

test('code that does not come leaves the rest of the app in use', async ({
  page,
  app,
  posts,
  texts,
  home,
}) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.route('**/assets/map-*.js', (route) => route.abort())
  await page.goto('/map')
  await expect(page.getByRole('alert').filter({ hasText: texts('crash_text') })).toBeVisible()
  await page.getByRole('link', { name: texts('nav_discover') }).click()
  await expect(home.card('Contramar')).toBeVisible()
})
