import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { choosePlace } from '../support/question.ts'

test(
  'a post that cannot be read says why and what to do',
  { tag: '@slow' },
  async ({ app, page, posts, home, texts, expectAccessible }) => {
    const failures: readonly [post: string, message: string][] = [
      ['20-private-youtube', 'error_E_YT_OEMBED_JSON'],
      ['24-not-json', 'error_invalid_oembed_payload'],
      ['25-server-error', 'error_oembed_fetch_failed'],
      ['28-meta-not-approved', 'error_E_PROXY_OEMBED_HTTP'],
    ]
    await enterWith({ page, app })
    await page.goto('/')
    for (const [id, message] of failures) {
      await home.add(posts.get(id)?.link ?? '')
      const box = page.getByRole('region', { name: texts('oembed_title') })
      await expect(box).toContainText(texts(message))
      await expectAccessible()
      await box.getByRole('button', { name: texts('help_later') }).click()
      await expect(box).toBeHidden()
    }
    await expect(home.cards()).toHaveCount(0)
    await expect(
      page.getByRole('button', { name: texts('open_filter', { n: String(failures.length) }) }),
    ).toBeVisible()
  },
)

test(
  'a link that leads to no video has its own message',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    const links: readonly [link: string, message: string][] = [
      [posts.get('30-redirect-loop')?.link ?? '', 'error_redirect_loop'],
      [posts.get('31-private-address')?.link ?? '', 'error_private_address'],
      ['https://www.tiktok.com/@antojo', 'error_not_a_video'],
      ['https://example.org/tacos', 'error_unsupported_host'],
    ]
    await enterWith({ page, app })
    await page.goto('/')
    for (const [link, message] of links) {
      await home.add(link)
      await expect(home.notice(texts('add_failed', { msg: texts(message) }))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await expect(home.cards()).toHaveCount(0)
  },
)

test(
  'a post without a restaurant asks for help instead of guessing',
  { tag: '@slow' },
  async ({ app, page, posts, home, texts, expectAccessible }) => {
    await enterWith({ page, app })
    await page.goto('/')
    await home.add(posts.get('16-emoji-only')?.link ?? '')
    await expect(page.getByRole('region', { name: texts('weak_title') })).toBeVisible()
    await expect(page.getByText(texts('weak_no_name'))).toBeVisible()
    await expectAccessible()
  },
)

test('a doubtful post asks, and the answer is saved', async ({
  app,
  page,
  posts,
  home,
  texts,
  expectAccessible,
}) => {
  const post = posts.get('13-name-without-city')
  const [choice = ''] = post?.expected.decision === 'needs_confirmation' ? post.expected.restaurants : []
  await enterWith({ page, app })
  await page.goto('/')
  await home.add(post?.link ?? '')
  const dialog = page.getByRole('dialog', { name: texts('confirm_title') })
  await expect(dialog).toBeVisible()
  await expectAccessible()
  await choosePlace(dialog, texts, choice)
  await expect(home.notice(texts('saved'))).toBeVisible()
  await expect(home.card(choice)).toBeVisible()
})

test('only a link can be added', { tag: '@slow' }, async ({ app, page, texts }) => {
  await enterWith({ page, app })
  await page.goto('/')
  const add = page.getByRole('main').getByRole('button', { name: texts('search_add'), exact: true })
  await page
    .getByRole('main')
    .getByRole('textbox', { name: texts('search_label') })
    .fill('tacos al pastor')
  await expect(add).toBeDisabled()
})

test(
  'an unknown account and an invalid form are reported in the form',
  { tag: '@slow' },
  async ({ page, signInPage, texts }) => {
    await signInPage.open()
    await page.getByRole('button', { name: texts('auth_login'), exact: true }).click()
    await expect(page.getByText(texts('auth_email_required'))).toBeVisible()
    await expect(page.getByRole('textbox', { name: texts('auth_email') })).toBeFocused()
  },
)
