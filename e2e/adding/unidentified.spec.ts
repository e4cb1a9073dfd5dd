import { drawFrame } from '@antojo/testing/sandbox/pictures/thumbnail'
import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Texts } from '../support/texts.ts'
import { choosePlace } from '../support/question.ts'

// A request that fails on purpose is logged by the browser, and so is a picture that a busy machine fetched too late.
test.use({ expectedComplaint: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 502/ })

/** The only box for a link whose place is not known. */
function boxOf(page: Page, texts: Texts) {
  const box = page.getByRole('region', { name: texts('weak_title') })
  const way = (name: string) => box.getByRole('button', { name: texts(name), exact: true })
  return { box, way }
}

/** The button that shows the videos whose place is not known. */
function openFilter(page: Page, texts: Texts, n: number) {
  return page.getByRole('button', { name: texts('open_filter', { n: String(n) }), exact: true })
}

test(
  'the text of the post: two presses',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts, expectAccessible }) => {
    await enterWith({ page, app })
    await page.goto('/')
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    const { box, way } = boxOf(page, texts)
    await expect(box).toBeVisible()
    await expect(box).toContainText(texts('help_kept'))
    await expectAccessible()
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      'Las mejores tostadas 📍 Contramar, Durango 200, Roma Norte, CDMX',
    )
    await way('help_text').click()
    await expect(box.getByRole('textbox', { name: texts('help_text_label') })).toHaveValue(/Contramar/)
    await expectAccessible()
    await way('help_send').click()
    await expect(home.card('Contramar')).toBeVisible()
    await expect(home.notice(texts('retry_done'))).toBeVisible()
    await expect(box).toBeHidden()
    await expect(openFilter(page, texts, 1)).toBeHidden()
  },
)

test(
  'a screenshot, from the list of unidentified videos after a reload',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts, expectAccessible }) => {
    test.slow()
    const shown = posts.get('17-name-on-screen')
    if (!shown) throw new Error('no post')
    await enterWith({ page, app })
    await page.goto('/')
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    const { box, way } = boxOf(page, texts)
    await way('help_later').click()
    await expect(home.notice(texts('help_later_done'))).toBeVisible()
    await expect(box).toBeHidden()
    await page.reload()
    await openFilter(page, texts, 1).click()
    const list = page.getByRole('region', { name: texts('open_title') })
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expectAccessible()
    await page.reload()
    await list.getByRole('button', { name: texts('open_help') }).click()
    await expectAccessible()
    const chooser = page.waitForEvent('filechooser')
    await way('help_capture').click()
    const picture = { name: 'captura.jpg', mimeType: 'image/jpeg', buffer: await drawFrame(shown) }
    await (await chooser).setFiles(picture)
    await expect(list.getByText(texts('open_empty'))).toBeVisible({ timeout: 60_000 })
    await list.getByRole('button', { name: texts('open_back') }).click()
    await expect(home.card('Duck & Waffle')).toBeVisible()
  },
)

test(
  'the name: the person picks a place, or saves the name as it is',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts, expectAccessible }) => {
    await enterWith({ page, app })
    await page.goto('/')
    const { box, way } = boxOf(page, texts)
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    await way('help_name').click()
    // Not half below the edge of a phone.
    for (const field of ['weak_hint_name', 'help_location'])
      await expect(box.getByLabel(texts(field))).toBeInViewport({ ratio: 1 })
    await expect(way('help_send')).toBeInViewport({ ratio: 1 })
    await box.getByLabel(texts('weak_hint_name')).fill('Contramar')
    await box
      .getByRole('list', { name: texts('places_results') })
      .getByRole('listitem')
      .filter({ hasText: 'Contramar' })
      .first()
      .getByRole('button')
      .click()
    await expect(home.card('Contramar')).toBeVisible()

    await home.add(posts.get('14-recipe')?.link ?? '')
    await way('help_name').click()
    await box.getByLabel(texts('weak_hint_name')).fill('F')
    await way('help_send').click()
    await expect(box.getByText(texts('fix_name_short'))).toBeVisible()
    await expectAccessible()
    await box.getByLabel(texts('weak_hint_name')).fill('Fonda Doña Lupe')
    await box.getByLabel(texts('help_location')).fill('Tepoztlán')
    await way('help_send').click()
    await expect(box).toContainText(texts('help_not_enough'))
    await expect(box.getByLabel(texts('weak_hint_name'))).toHaveValue('Fonda Doña Lupe')
    await way('help_save_as').click()
    await expect(home.card('Fonda Doña Lupe')).toContainText('Tepoztlán')
  },
)

test(
  'closing a question leaves the link for later',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    test.slow()
    const post = posts.get('13-name-without-city')
    const [choice = ''] = post?.expected.decision === 'needs_confirmation' ? post.expected.restaurants : []
    await enterWith({ page, app })
    await page.goto('/')
    await home.add(post?.link ?? '')
    const question = page.getByRole('dialog', { name: texts('confirm_title') })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(home.notice(texts('help_later_done'))).toBeVisible()
    await page.reload()
    await openFilter(page, texts, 1).click()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: texts('open_choose'), exact: true }).click()
    // A choice that cannot be saved stays open.
    await page.route('**/functions/v1/ai', (route) => route.abort())
    await choosePlace(question, texts, choice)
    await expect(question).toContainText(texts('save_failed', { msg: texts('error_network') }))
    await page.unroute('**/functions/v1/ai')
    await choosePlace(question, texts, choice)
    await expect(page.getByText(texts('open_empty'))).toBeVisible()
    await page.goBack()
    await expect(home.card(choice)).toBeVisible()
  },
)

test(
  'a link that could not be sent stays on the device and is sent again',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    await enterWith({ page, app })
    await page.goto('/')
    await page.route('**/functions/v1/ai', (route) => route.abort())
    await home.add(posts.get('01-contramar')?.link ?? '')
    await expect(home.notice(texts('offline_queued'))).toBeVisible()
    await expect(page.getByRole('region', { name: texts('add_failed_title') })).toBeHidden()
    await page.unroute('**/functions/v1/ai')
    await page.reload()
    await expect(home.card('Contramar')).toBeVisible({ timeout: 40_000 })
  },
)

test(
  'a place that is found later appears without a reload, and is announced once',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    const client = await enterWith({ page, app })
    await page.goto('/')
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    const { box, way } = boxOf(page, texts)
    await way('help_later').click()
    await page.reload()
    await expect(openFilter(page, texts, 1)).toBeVisible()
    // Another device names the place. A job that finds the place would change the row in the same way.
    const named = await client.request('/rest/v1/videos?identify_state=neq.identified', {
      method: 'PATCH',
      body: JSON.stringify({ restaurant_name: 'Contramar' }),
    })
    expect(named.ok).toBe(true)
    await expect(home.card('Contramar')).toBeVisible()
    await expect(page.getByText(texts('open_found', { name: 'Contramar' }))).toHaveCount(1)
    await expect(box).toBeHidden()
  },
)

test('posts that could not be read: each way takes at most three presses on the same screen', async ({
  page,
  app,
  posts,
  home,
  texts,
}) => {
  test.slow()
  await enterWith({ page, app })
  await page.goto('/')
  await countPresses(page)
  const way = (name: string) =>
    page
      .getByRole('group', { name: texts('help_ways') })
      .getByRole('button', { name: texts(name), exact: true })
  const fail = async (id: string) => {
    await home.add(posts.get(id)?.link ?? '')
    await expect(way('help_text')).toBeVisible()
    await page.evaluate(() => delete document.body.dataset['presses'])
  }

  await fail('37-sign-in-wall')
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    'Las mejores tostadas 📍 Contramar, Durango 200, Roma Norte, CDMX',
  )
  await way('help_text').click()
  await expect(page.getByRole('textbox', { name: texts('help_text_label') })).toHaveValue(/Contramar/)
  await page.getByRole('button', { name: texts('help_send') }).click()
  await expect(home.card('Contramar')).toBeVisible()
  expect(await presses(page)).toBe(2)

  await fail('23-gone-tiktok')
  const shown = posts.get('17-name-on-screen')
  if (!shown) throw new Error('no post')
  const chooser = page.waitForEvent('filechooser')
  await way('help_capture').click()
  const picture = { name: 'captura.jpg', mimeType: 'image/jpeg', buffer: await drawFrame(shown) }
  await (await chooser).setFiles(picture)
  await expect(home.card('Duck & Waffle')).toBeVisible({ timeout: 60_000 })
  // One more press for the picture, in the dialog of the phone.
  expect(await presses(page)).toBe(1)

  await fail('20-private-youtube')
  await way('help_name').click()
  await page.getByLabel(texts('weak_hint_name')).fill('Katz')
  const found = page.getByRole('list', { name: texts('places_results') })
  await found.getByRole('button').first().click()
  await expect(home.card("Katz's Delicatessen")).toBeVisible()
  expect(await presses(page)).toBe(2)
  await expect(openFilter(page, texts, 1)).toBeHidden()
})

/** Counts the presses of the person from now on. */
async function countPresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.body
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) dataset['presses'] = String(Number(dataset['presses'] ?? 0) + 1)
      },
      true,
    )
  })
}

function presses(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.body.dataset['presses'] ?? 0))
}

test(
  'a place saved by hand is offered for another post that names it',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    await enterWith({ page, app })
    await page.goto('/')
    const { box, way } = boxOf(page, texts)
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    await way('help_name').click()
    await box.getByLabel(texts('weak_hint_name')).fill('Receta Fácil')
    await box.getByLabel(texts('help_location')).fill('Oaxaca')
    await way('help_save_as').click()
    await expect(home.cards()).toHaveCount(1)

    await home.add(posts.get('14-recipe')?.link ?? '')
    await box.getByRole('button', { name: 'Receta Fácil, Oaxaca' }).click()
    await expect(home.cards()).toHaveCount(2)
    await expect(home.card('Receta Fácil').first()).toContainText('Oaxaca')
  },
)

test('none of these: the person looks the place up, keeps what they typed, and saves a name that no map knows', async ({
  page,
  app,
  posts,
  home,
  texts,
}) => {
  await enterWith({ page, app })
  await page.goto('/')
  await home.add(posts.get('13-name-without-city')?.link ?? '')
  const question = page.getByRole('dialog', { name: texts('confirm_title') })
  await question.getByRole('button', { name: texts('confirm_none') }).click()
  const search = page.getByRole('dialog', { name: texts('confirm_details_title') })
  const rejected = await search.getByLabel(texts('places_search')).inputValue()
  const found = search.getByRole('list', { name: texts('places_results') })
  await expect(found.getByText(rejected, { exact: true }).first()).toBeVisible()
  await search.getByLabel(texts('places_search')).fill('Zzyzx')
  await expect(search.getByText(texts('places_none'))).toBeVisible()
  await page.goBack()
  await expect(search).toBeHidden()
  await page.getByRole('button', { name: texts('help_choose') }).click()
  await question.getByRole('button', { name: texts('confirm_none') }).click()
  await expect(search.getByLabel(texts('places_search'))).toHaveValue('Zzyzx')
  await search.getByRole('button', { name: texts('help_save_as') }).click()
  await expect(home.card('Zzyzx')).toBeVisible()
})
