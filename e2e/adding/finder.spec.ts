import { drawVideo } from '@antojo/testing/sandbox/pictures/video'
import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Texts } from '../support/texts.ts'

function formOf(page: Page, texts: Texts) {
  return {
    url: page.getByRole('textbox', { name: texts('find_url') }),
    caption: page.getByRole('textbox', { name: texts('find_caption') }),
    find: page.getByRole('button', { name: texts('find_submit'), exact: true }),
    reset: page.getByRole('button', { name: texts('find_reset'), exact: true }),
  }
}

test(
  'the address is checked before anything is sent',
  { tag: '@slow' },
  async ({ page, texts, expectAccessible }) => {
    await page.goto('/find')
    const { url, find, reset } = formOf(page, texts)
    await find.click()
    await expect(page.getByText(texts('find_url_missing'))).toBeVisible()
    await expect(url).toBeFocused()
    await url.fill('tacos')
    await expect(page.getByText(texts('find_url_invalid'))).toBeVisible()
    await expectAccessible()
    await url.fill('https://www.facebook.com/watch/?v=8812345678902')
    await expect(page.getByText(texts('find_host_warning'))).toBeVisible()
    await url.fill('https://www.tiktok.com/@antojo/video/7412345678901230001')
    await expect(page.getByText(texts('find_host_warning'))).toBeHidden()
    await reset.click()
    await expect(url).toHaveValue('')
  },
)

test('a link leads to places with the evidence and the way there, and to an account that can save one', async ({
  page,
  signInPage,
  posts,
  texts,
  expectAccessible,
}) => {
  await page.goto('/find')
  const { url, find, reset } = formOf(page, texts)
  await url.fill(posts.get('01-contramar')?.link ?? '')
  await find.click()
  const best = page
    .getByRole('region', { name: texts('find_results') })
    .getByRole('listitem')
    .first()
  await expect(best.getByRole('heading', { name: 'Contramar' })).toBeVisible()
  await expect(best.getByText(texts('find_top'))).toBeVisible()
  await expect(best.getByRole('meter', { name: texts('find_confidence') })).toHaveAttribute(
    'value',
    /^(1|0\.[7-9])/,
  )
  await expect(best.getByRole('link', { name: texts('card_directions') })).toHaveAttribute(
    'href',
    /^https:.*maps/,
  )
  await expect(page.getByRole('figure', { name: texts('find_results') })).toBeVisible()
  await expectAccessible()

  await best.getByRole('button', { name: texts('find_copy_id') }).click()
  await expect(page.getByText(texts('find_id_copied'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\w+:/)

  await best.getByRole('button', { name: texts('find_save'), exact: true }).click()
  await signInPage.signUp()
  await best.getByRole('button', { name: texts('find_save'), exact: true }).click()
  await expect(best.getByRole('button', { name: texts('find_saved'), exact: true })).toBeVisible()

  await reset.click()
  await expect(best).toBeHidden()
})

test(
  'a link with ?url= runs the search, and a reload shows its answer again',
  { tag: '@slow' },
  async ({ page, posts, texts }) => {
    const searches: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/functions/v1/ai')) searches.push(request.postData() ?? '')
    })
    const link = posts.get('01-contramar')?.link ?? ''
    await page.goto(`/find?${new URLSearchParams({ url: link })}`)
    const best = page.getByRole('heading', { name: 'Contramar' })
    await expect(best).toBeVisible()
    await page.reload()
    await expect(best).toBeVisible()
    await expect(formOf(page, texts).url).toHaveValue(link)
    expect(searches).toHaveLength(1)
    await formOf(page, texts).reset.click()
    await expect(page).toHaveURL(/\/find$/)
  },
)

test(
  'a doubtful place is a question, and can be saved',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    const post = posts.get('12-chain-without-city')
    await enterWith({ page, app })
    await page.goto('/')
    await page.getByRole('button', { name: /@/ }).click()
    await page.getByRole('link', { name: texts('page_find') }).click()
    const { url, find } = formOf(page, texts)
    await url.fill(post?.link ?? '')
    await find.click()
    await expect(page.getByText(texts('find_possible_text'))).toBeVisible()
    const possible = page
      .getByRole('region', { name: texts('find_results') })
      .getByRole('listitem')
      .first()
    await expect(possible.getByText(texts('find_top'))).toHaveCount(0)
    const name = await possible.getByRole('heading').innerText()
    await possible.getByRole('button', { name: texts('find_save'), exact: true }).click()
    await expect(possible.getByRole('button', { name: texts('find_saved'), exact: true })).toBeVisible()
    await page.goto('/')
    await expect(home.card(name)).toBeVisible()
  },
)

test(
  'the pasted link, and hints that help with a post without a name',
  { tag: '@slow' },
  async ({ page, posts, texts }) => {
    await page.goto('/find')
    const { url, caption, find } = formOf(page, texts)
    const link = posts.get('16-emoji-only')?.link ?? ''
    await page.evaluate((text) => navigator.clipboard.writeText(text), link)
    await page.getByRole('button', { name: texts('find_paste'), exact: true }).click()
    await expect(url).toHaveValue(link)
    await page.getByText(texts('find_hints'), { exact: true }).click()
    await caption.fill('Contramar, Durango 200, Roma Norte')
    await page.getByRole('textbox', { name: texts('find_hashtags') }).fill('#contramar #cdmx')
    await page.getByRole('textbox', { name: texts('find_city') }).fill('Ciudad de México')
    await find.click()
    await expect(page.getByRole('heading', { name: 'Contramar' })).toBeVisible()
  },
)

test(
  'no confident match and blocked frames explain what to try',
  { tag: '@slow' },
  async ({ page, posts, texts, expectAccessible }) => {
    await page.goto('/find')
    const { url, find, caption } = formOf(page, texts)
    await url.fill(posts.get('14-recipe')?.link ?? '')
    await find.click()
    const none = page.getByRole('alert').filter({ hasText: texts('find_none') })
    await expect(none).toContainText(texts('find_none_text'))
    await expectAccessible()
    await expect(page.getByRole('heading', { name: texts('find_blocked') })).toBeVisible()
    await expect(page.getByText(texts('find_blocked_text'))).toBeVisible()
    await page.getByRole('button', { name: texts('find_more_details') }).click()
    await expect(page.getByText(texts('find_more_details_text'))).toBeVisible()
    await expect(caption).toBeFocused()
  },
)

test(
  'the steps are announced, and a failing server is explained',
  { tag: '@slow' },
  async ({ page, texts }) => {
    await page.goto('/find')
    const { url, find } = formOf(page, texts)
    let answer: () => void = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/functions/v1/ai', async (route) => {
      await answered
      await route.fulfill({ status: 200, json: { ok: false, error: 'overloaded' } })
    })
    await url.fill('https://www.tiktok.com/@antojo/video/7412345678901230001')
    await find.click()
    const steps = page.getByRole('region', { name: texts('find_progress') })
    for (const step of ['oembed', 'probe', 'frames', 'ocr', 'search'])
      await expect(steps.getByRole('listitem').filter({ hasText: texts(`find_step_${step}`) })).toBeVisible()
    answer()
    await expect(page.getByRole('alert')).toHaveText(texts('error_overloaded'))
  },
)

test(
  'a screenshot or clip instead of a link, for people with an account',
  { tag: '@slow' },
  async ({ page, app, posts, texts }) => {
    test.slow()
    const post = posts.get('17-name-on-screen')
    if (!post) throw new Error('no post')
    await page.goto('/find')
    await expect(page.getByLabel(texts('find_upload'))).toHaveCount(0)
    await enterWith({ page, app })
    await page.reload()
    await page
      .getByLabel(texts('find_upload'), { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: await drawVideo(post) })
    await expect(page.getByText(/DUCK/)).toBeVisible({ timeout: 60_000 })
    await formOf(page, texts).find.click()
    await expect(page.getByRole('heading', { name: 'Duck & Waffle' })).toBeVisible()
  },
)
