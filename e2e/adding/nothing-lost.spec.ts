import type { BrowserContext, Page, Route } from '@playwright/test'
import { prepareDevice } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { HomePage } from '../support/home-page.ts'
import { enterWith } from '../support/people.ts'
import type { Language, Texts } from '../support/texts.ts'

// An action that a person began survives leaving the page in any way. The browser logs a request that is cut off, and a
// picture that a busy machine does not fetch in time.
test.use({ expectedComplaint: /ERR_|Failed to fetch|NetworkError|status of 502/ })

/**
 * Adds a post whose answer never reaches this page, however fast the server is, and returns once the page waits for it.
 */
async function beginSlowly(page: Page, home: HomePage, texts: Texts, link: string): Promise<void> {
  const add = async (route: Route) => {
    await route.fetch().catch(() => null)
  }
  await page.route('**/functions/v1/ai', add, { times: 1 })
  await home.add(link)
  await expect(page.getByRole('region', { name: texts('steps_title') })).toBeVisible()
}

async function newTab(context: BrowserContext, language: Language): Promise<Page> {
  const page = await context.newPage()
  await prepareDevice(page, language)
  return page
}

test(
  'a link whose analysis runs survives a reload',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    test.slow()
    await enterWith({ page, app })
    await page.goto('/')
    await beginSlowly(page, home, texts, posts.get('27-slow-once')?.link ?? '')
    await page.reload()
    await expect(home.card('Café du Monde')).toBeVisible({ timeout: 60_000 })
    await expect(home.cards()).toHaveCount(1)
  },
)

test(
  'a link whose analysis runs survives the back button',
  { tag: '@slow' },
  async ({ page, app, posts, home, texts }) => {
    test.slow()
    await enterWith({ page, app })
    await page.goto('/find')
    await page.goto('/')
    await beginSlowly(page, home, texts, posts.get('01-contramar')?.link ?? '')
    await page.goBack()
    await expect(page.getByRole('textbox', { name: texts('find_url') })).toBeVisible()
    await page.goForward()
    await expect(home.card('Contramar')).toBeVisible({ timeout: 60_000 })
    await expect(home.cards()).toHaveCount(1)
  },
)

test(
  'a link survives a closed tab, and so does a question',
  { tag: '@slow' },
  async ({ page, context, app, posts, home, texts, language }) => {
    test.slow()
    await enterWith({ page, app })
    await page.goto('/')
    await beginSlowly(page, home, texts, posts.get('02-katz')?.link ?? '')
    await page.close()
    const second = await newTab(context, language)
    await second.goto('/')
    const there = new HomePage(second, texts)
    await expect(there.card("Katz's Delicatessen")).toBeVisible({ timeout: 60_000 })
    await there.add(posts.get('13-name-without-city')?.link ?? '')
    const question = (tab: Page) => tab.getByRole('dialog', { name: texts('confirm_title') })
    await expect(question(second)).toBeVisible({ timeout: 90_000 })
    await second.close()
    const third = await newTab(context, language)
    await third.goto('/')
    await third.getByRole('button', { name: texts('open_filter', { n: '1' }), exact: true }).click()
    await third.getByRole('button', { name: texts('open_choose'), exact: true }).click()
    await question(third)
      .getByRole('button', { name: texts('confirm_choose') })
      .first()
      .click()
    await expect(third.getByText(texts('open_empty'))).toBeVisible()
    await third.goto('/')
    await expect(new HomePage(third, texts).cards()).toHaveCount(2)
  },
)
