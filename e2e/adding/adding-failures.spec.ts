import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { choosePlace } from '../support/question.ts'

// The outcomes of an add other than a new row. Responses that the sandbox never gives are faked here.
test.use({ expectedComplaint: /status of (500|418)/ })

const WEAK = {
  ok: true,
  accepted: false,
  weak_data: true,
  reason: 'insufficient_restaurant_data',
  weak_reason: 'insufficient_restaurant_data',
  originalVideoUrl: 'https://www.tiktok.com/@antojo/video/7412345678901230001',
  oembed: null,
  extracted_signals: { restaurantName: 'Contramar' },
  signals: [],
  whisper_attempted: true,
  whisper_transcript: null,
  transcription_service: null,
  video: null,
  duplicate: false,
}

/** Makes the endpoint give these responses next. */
async function answer(page: Page, body: unknown, status = 200): Promise<void> {
  await page.unroute('**/functions/v1/ai')
  await page.route('**/functions/v1/ai', (route) => route.fulfill({ status, json: body }))
}

test(
  'weak data shows what was found, with or without a transcription',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    const client = await enterWith({ page, app })
    await client.add(posts.get('14-recipe')?.link ?? '')
    const [video]: unknown[] = await (await client.request('/rest/v1/videos')).json()
    await page.goto('/')
    await answer(page, { ...WEAK, video })
    await home.add(WEAK.originalVideoUrl)
    await expect(page.getByText(texts('weak_name', { name: 'Contramar' }))).toBeVisible()
    await expect(page.getByText(texts('weak_tip_tiktok'))).toBeVisible()
    await page.getByRole('button', { name: texts('help_later') }).click()

    const unnamed = {
      ...WEAK,
      video,
      weak_reason: 'no_restaurant_name',
      extracted_signals: { restaurantName: null },
    }
    await answer(page, unnamed)
    await home.add(WEAK.originalVideoUrl)
    const found = [texts('weak_no_name'), texts('weak_transcript_no')].join(' ')
    await expect(page.getByText(found)).toBeVisible()
    await page.getByRole('button', { name: texts('help_later') }).click()

    const link = 'https://www.instagram.com/reel/C1a2b3c4d5e/'
    await answer(page, { ...unnamed, originalVideoUrl: link, whisper_transcript: 'qué rico' })
    await home.add(link)
    await expect(page.getByText(texts('weak_transcript_yes'))).toBeVisible()
    await expect(page.getByText(texts('weak_tip_instagram'))).toBeVisible()
  },
)

test('another try succeeds or says why not', { tag: '@slow' }, async ({ page, app, posts, texts, home }) => {
  await enterWith({ page, app })
  await page.goto('/')
  await home.add(posts.get('16-emoji-only')?.link ?? '')
  const box = page.getByRole('region', { name: texts('weak_title') })
  await box.getByRole('button', { name: texts('help_name'), exact: true }).click()
  await box.getByLabel(texts('weak_hint_name')).fill('Contramar')
  await box.getByLabel(texts('help_location')).fill('Durango 200, Roma Norte, Ciudad de México')
  await box.getByRole('button', { name: texts('help_send') }).click()
  await expect(home.notice(texts('retry_done'))).toBeVisible()
  await expect(home.card('Contramar')).toBeVisible()

  await home.add(posts.get('14-recipe')?.link ?? '')
  await answer(page, { ok: false, error: 'overloaded' })
  await box.getByRole('button', { name: texts('retry') }).click()
  await expect(home.notice(texts('retry_failed', { msg: texts('error_overloaded') }))).toBeVisible()
})

test(
  'a choice that cannot be saved, and one that another device saved',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    const client = await enterWith({ page, app })
    await page.goto('/')
    const post = posts.get('13-name-without-city')
    const [choice = ''] = post?.expected.decision === 'needs_confirmation' ? post.expected.restaurants : []
    const question = page.getByRole('dialog', { name: texts('confirm_title') })
    await home.add(post?.link ?? '')
    await expect(question).toBeVisible()
    await answer(page, { ok: false, error: 'overloaded' })
    await choosePlace(question, texts, choice)
    await expect(home.notice(texts('save_failed', { msg: texts('error_overloaded') }))).toBeVisible()

    await page.unroute('**/functions/v1/ai')
    await page.route('**/functions/v1/ai', async (route) => {
      // Meanwhile, another device makes the same choice.
      const body = route.request().postData()
      await client.request('/functions/v1/ai', { method: 'POST', ...(body !== null && { body }) })
      await route.continue()
    })
    await choosePlace(question, texts, choice)
    await expect(home.notice(texts('existing'))).toBeVisible()
    await expect(home.cards()).toHaveCount(1)
  },
)

test(
  'a server that fails, or gives an unknown response',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    await enterWith({ page, app })
    await page.goto('/')
    const link = WEAK.originalVideoUrl
    await answer(page, { tea: 'pot' }, 418)
    await home.add(link)
    const told = texts('server_error', { status: '418', detail: '{"tea":"pot"}' })
    await expect(home.notice(texts('add_failed', { msg: told }))).toBeVisible()
    const dismiss = page.getByRole('button', { name: texts('oembed_dismiss'), exact: true })
    await dismiss.click()
    await answer(page, { tea: 'pot', milk: 1 })
    await home.add(link)
    const strange = texts('unexpected_format', { keys: 'tea, milk' })
    await expect(home.notice(texts('add_failed', { msg: strange }))).toBeVisible()
    await dismiss.click()
    await answer(page, { ok: false, error: 'internal' }, 500)
    await page.goto('/find')
    // A new page shows the failures of the one before once more.
    await page.getByRole('button', { name: texts('import_done'), exact: true }).click()
    await page.getByRole('textbox', { name: texts('find_url') }).fill(link)
    await page.getByRole('button', { name: texts('find_submit'), exact: true }).click()
    await expect(page.getByText(texts('find_failed'), { exact: true })).toBeVisible()
  },
)
