import { createPerson, enterWith, openAs, rowsOf, saveVideos } from '../support/people.ts'
import { prepareDevice } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { HomePage } from '../support/home-page.ts'

test(
  'the menu of a card moves by arrow keys and closes on Escape and on a press outside',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    const more = home.card('Contramar').getByRole('button', { name: texts('card_more') })
    const items = page.getByRole('menuitem')
    await more.press('Enter')
    await expect(items.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(items.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(items.last()).toBeFocused()
    await expect(items.last()).toHaveText(texts('card_delete'))
    await page.keyboard.press('Escape')
    await expect(items).toHaveCount(0)
    await expect(more).toBeFocused()
    await more.press('Enter')
    await expect(items.first()).toBeVisible()
    await page.mouse.click(3, 300)
    await expect(items).toHaveCount(0)
  },
)

test('a card copies, shares, favours and saves to a list', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  const client = await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const favorites = () =>
    rowsOf(
      client,
      'list_videos?select=videos(restaurant_name),video_lists!inner(kind)&video_lists.kind=eq.favorites',
    )
  await page.goto('/')
  const card = home.card('Contramar')
  await card.getByRole('button', { name: texts('card_more') }).click()
  await page.getByRole('menuitem', { name: texts('card_copy_link') }).click()
  await expect(home.notice(texts('copied_link'))).toBeVisible()
  const link = await copied()
  expect(await rowsOf(client, `videos?select=video_url&user_id=eq.${client.userId}`)).toEqual([
    { video_url: link },
  ])
  await card.getByRole('button', { name: texts('card_more') }).click()
  await page.getByRole('menuitem', { name: texts('card_copy_maps') }).click()
  await expect(home.notice(texts('copied_maps'))).toBeVisible()
  expect(await copied()).toMatch(/^https:.*maps/)
  await card.getByRole('button', { name: texts('card_share') }).click()
  await expect(card.getByText(texts('share_copied'))).toBeVisible()
  expect(await copied()).toMatch(/^Contramar, .*Durango 200/)
  expect(await copied()).toContain(link)
  const heart = card.getByRole('button', { name: texts('card_favorite') })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(favorites)
    .toEqual([{ videos: { restaurant_name: 'Contramar' }, video_lists: { kind: 'favorites' } }])
  await expect(card.getByText(texts('flag_new'))).toBeVisible()
  await card.getByRole('button', { name: texts('card_save') }).click()
  await expect(page.getByText(texts('card_add_to_list')).first()).toBeVisible()
  await expectAccessible()
  const lists = page.getByRole('dialog', { name: texts('add_list_title') })
  const choice = lists.getByRole('button', { name: texts('lists_favorites') })
  await expect(choice).toHaveAttribute('aria-pressed', 'true')
  await choice.click()
  await expect(choice).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('[data-video] [aria-pressed]').first()).toHaveAttribute('aria-pressed', 'false')
  expect(await favorites()).toEqual([])
  await lists.getByRole('button', { name: texts('lists_want_to_try') }).click()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: texts('card_saved') })).toBeVisible()
})

test(
  'a favourite set before the favourites have loaded is not lost',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    const mayRead = Promise.withResolvers<void>()
    await page.route('**/rest/v1/video_lists?*favorites*', async (route) => {
      await mayRead.promise
      await route.continue()
    })
    const sent = page.waitForResponse((answer) => answer.url().includes('/rest/v1/list_videos'))
    await page.goto('/')
    const heart = home.card('Contramar').getByRole('button', { name: texts('card_favorite') })
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    mayRead.resolve()
    await sent
    await page.reload()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'a video that was deleted just before a reload stays deleted',
  { tag: '@slow' },
  async ({ page, app, posts, home }) => {
    const client = await enterWith({ page, app }, [
      posts.get('01-contramar')?.link ?? '',
      posts.get('02-katz')?.link ?? '',
    ])
    await page.goto('/')
    await home.delete('Contramar')
    await page.reload()
    await expect(home.card("Katz's Delicatessen")).toBeVisible()
    await expect(home.card('Contramar')).toBeHidden()
    await expect
      .poll(
        async () =>
          await (
            await client.request(`/rest/v1/videos?select=restaurant_name&user_id=eq.${client.userId}`)
          ).json(),
      )
      .toEqual([{ restaurant_name: "Katz's Delicatessen" }])
  },
)

test(
  'a cuisine is found under the name that the card shows',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Casa Rosa'], { restaurant_cuisine: 'Seafood' })
    await saveVideos(lupe, ['Casa Azul'], { restaurant_cuisine: 'Japanese' })
    await openAs(page, lupe)
    const name = texts('cuisine_seafood')
    await expect(home.card('Casa Rosa')).toContainText(name)
    await page
      .getByRole('main')
      .getByRole('textbox', { name: texts('search_label') })
      .fill(name)
    await expect(home.cards()).toHaveCount(1)
    await expect(home.card('Casa Rosa')).toBeVisible()
  },
)

test(
  'the detail takes the focus, keeps it, and gives it back',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home, isMobile }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
    await page.goto('/')
    const detail = await home.openDetail('Contramar')
    await expect(detail).toBeVisible()
    // A panel leaves the page beside it in use.
    for (let press = 0; press < (isMobile ? 40 : 1); press++) await page.keyboard.press('Tab')
    expect(await detail.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
    await expect(home.card('Contramar').getByRole('button', { name: 'Contramar', exact: true })).toBeFocused()
    await expect(
      page.getByRole('button', { name: texts('header_settings'), exact: true }).first(),
    ).toBeVisible()
  },
)

test(
  'a search is announced, shows its result, and is reset',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    const links = ['01-contramar', '02-katz', '40-katz-again'].map((id) => posts.get(id)?.link ?? '')
    await enterWith({ page, app }, links)
    await page.goto('/')
    const box = page.getByRole('main').getByRole('textbox', { name: texts('search_label') })
    await expect(box).toHaveAttribute('placeholder', texts('search_placeholder'))
    // Two videos of one place.
    await box.fill('katz')
    await box.press('Enter')
    await expect(home.notice(texts('results_found', { n: '2' }))).toBeVisible()
    await expect(home.cards()).toHaveCount(1)
    await box.fill('nada de nada')
    await expect(page.getByText(texts('none_title'))).toBeVisible()
    await page
      .getByRole('button', { name: texts('filter_reset') })
      .first()
      .click()
    await expect(home.cards()).toHaveCount(2)
  },
)

test.describe('when the server does not answer', () => {
  test.use({ expectedComplaint: /status of 503|ERR_FAILED/ })

  test(
    'the videos fail to load, and load on another try',
    { tag: '@slow' },
    async ({ page, app, texts, home }) => {
      await enterWith({ page, app })
      await page.route('**/rest/v1/videos?*', (route) =>
        route.fulfill({ status: 503, json: { message: 'x', code: 'x' } }),
      )
      await page.goto('/')
      await expect(home.notice(texts('videos_failed'))).toBeVisible()
      await page.unroute('**/rest/v1/videos?*')
      await page.getByRole('button', { name: texts('retry') }).click()
      await expect(page.getByText(texts('empty_title'))).toBeVisible()
    },
  )
})

test('twelve skeletons while the videos load', { tag: '@slow' }, async ({ page, app, texts }) => {
  await enterWith({ page, app })
  let answer: () => void = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/videos?*', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/')
  const loading = page.getByRole('status', { name: texts('videos_loading') })
  await expect(loading.locator('> *')).toHaveCount(12)
  answer()
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
})

test(
  'a copied link is offered after the first press',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home, isMobile }) => {
    test.skip(!isMobile, 'On wide screens the button takes the link from the clipboard at once.')
    await enterWith({ page, app })
    await page.goto('/')
    await expect(page.getByText(texts('empty_title'))).toBeVisible()
    await page.evaluate((text) => navigator.clipboard.writeText(text), posts.get('01-contramar')?.link ?? '')
    await page.getByText(texts('empty_title')).click()
    const prompt = page.getByRole('region', { name: texts('clipboard_prompt') })
    await expect(prompt).toBeVisible()
    await prompt.getByRole('button', { name: texts('clipboard_dismiss') }).click()
    await expect(prompt).toBeHidden()
    await expect(home.cards()).toHaveCount(0)

    // Once a link; the sheet still has it ready to add.
    const asked = page.waitForRequest((request) => request.url().includes('/videos/saved?'))
    const other = posts.get('02-katz')?.link ?? ''
    await page.evaluate((text) => navigator.clipboard.writeText(text), other)
    await page.reload()
    await page.getByText(texts('empty_title')).click()
    await asked
    await expect(prompt).toContainText(other.slice(8, 40))
    await prompt.getByRole('button', { name: texts('clipboard_dismiss') }).click()
    await page.reload()
    await page.getByText(texts('empty_title')).click()
    await page
      .getByRole('button', { name: texts('fab_paste'), exact: true })
      .last()
      .click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText(texts('sheet_offer'))).toBeVisible()
    await expect(sheet.getByRole('textbox')).toHaveAttribute('placeholder', texts('sheet_placeholder'))
    // Searching for nothing is not adding what is on the clipboard.
    await sheet.getByRole('button', { name: texts('search_submit'), exact: true }).click()
    await expect(sheet).toBeHidden()
    await expect(home.cards()).toHaveCount(0)
    await page
      .getByRole('button', { name: texts('fab_paste'), exact: true })
      .last()
      .click()
    await sheet.getByRole('button', { name: texts('sheet_add'), exact: true }).click()
    await expect(home.card("Katz's Delicatessen")).toBeVisible()
    await expect(prompt).toBeHidden()
  },
)

test(
  'a further place can be taken off a video and put back, and the detail shows its reviews without leaving the screen',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    const post = posts.get('10-three-pintxos')
    const client = await enterWith({ page, app }, [post?.link ?? ''])
    const answer = await client.request('/rest/v1/videos?restaurant_name=eq.Ganbara', {
      method: 'PATCH',
      body: JSON.stringify({ reviews: [{ author_name: 'Ana', rating: 5, text: 'Las setas', time: 1 }] }),
    })
    expect(answer.status).toBe(204)
    const further = () => rowsOf(client, 'video_places?select=name&position=gt.0&order=position')
    await page.goto('/')
    await expect(home.card('Ganbara').getByText(texts('card_more_places', { n: '2' }))).toBeVisible()
    await page.goto('/?q=cuchara')
    await expect(home.card('Ganbara').getByText('La Cuchara de San Telmo', { exact: true })).toBeVisible()
    await page.goto('/')
    await home
      .card('Ganbara')
      .getByRole('button', { name: texts('card_more') })
      .click()
    await page.getByRole('menuitem', { name: texts('card_reviews') }).click()
    const detail = page.getByRole('dialog', { name: 'Ganbara' })
    await expect(detail.getByText('Las setas')).toBeInViewport()
    expect((await detail.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await expect(detail.getByRole('button', { name: texts('close'), exact: true }).first()).toBeInViewport()

    await detail.getByRole('button', { name: texts('more_places_remove', { name: 'Bar Néstor' }) }).click()
    await expect(detail.getByText('Bar Néstor', { exact: true })).toBeHidden()
    expect(await further()).toEqual([{ name: 'La Cuchara de San Telmo' }])
    await page.getByRole('button', { name: texts('undo'), exact: true }).click()
    await expect(detail.getByText('Bar Néstor', { exact: true })).toBeVisible()
    expect(await further()).toEqual([{ name: 'Bar Néstor' }, { name: 'La Cuchara de San Telmo' }])
  },
)

test(
  'a heart shows in the other tab at once',
  { tag: '@slow' },
  async ({ page, context, app, texts, home, language }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'])
    await openAs(page, lupe)
    const other = await context.newPage()
    await prepareDevice(other, language)
    await other.goto('/')
    const there = new HomePage(other, texts)
      .card('Contramar')
      .getByRole('button', { name: texts('card_favorite') })
    await expect(there).toHaveAttribute('aria-pressed', 'false')
    await home
      .card('Contramar')
      .getByRole('button', { name: texts('card_favorite') })
      .click()
    await expect(there).toHaveAttribute('aria-pressed', 'true')
  },
)

test('a name in Arabic or Hebrew is read from its own side, and stands where the others stand', async ({
  page,
  app,
  home,
}) => {
  const lupe = await createPerson(app)
  const name = 'مطعم أبو شكري (Abu)'
  await saveVideos(lupe, ['Contramar', name])
  await openAs(page, lupe)
  await expect(home.card(name)).toBeVisible()
  const sides = await home
    .card(name)
    .getByRole('heading')
    .getByRole('button')
    .evaluate((button) => {
      const text = button.firstChild
      const leftOf = (from: number, to: number) => {
        const range = document.createRange()
        if (!text) return Number.NaN
        range.setStart(text, from)
        range.setEnd(text, to)
        return Math.round(range.getBoundingClientRect().left - button.getBoundingClientRect().left)
      }
      return { arabic: leftOf(0, 4), latin: leftOf(15, 18), name: leftOf(0, 19) }
    })
  expect(sides.latin).toBeLessThan(sides.arabic)
  expect(sides.name).toBe(0)
})
