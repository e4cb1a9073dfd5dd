import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

const THEMES = ['light', 'dark', 'contrast'] as const

/** Nothing wider than the window, the right language, and no violation in any theme. */
async function expectSound(
  page: Page,
  language: string,
  expectAccessible: () => Promise<void>,
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen
    }, theme)
    await expectAccessible()
  }
}

test('the screens of a person, in every theme', async ({
  page,
  app,
  posts,
  language,
  home,
  expectAccessible,
}) => {
  test.setTimeout(240_000)
  await enterWith(
    { page, app },
    ['01-contramar', '10-three-pintxos', '16-emoji-only'].map((id) => posts.get(id)?.link ?? ''),
  )
  await page.goto('/')
  await expect(home.card('Contramar')).toBeVisible()
  await expectSound(page, language, expectAccessible)
  for (const path of ['/map', '/lists', '/profile', '/find']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectSound(page, language, expectAccessible)
  }
})

test('the screens of a guest, in every theme', async ({ page, language, texts, expectAccessible }) => {
  test.setTimeout(240_000)
  for (const [path, title] of [
    ['/', 'page_sign_in'],
    ['/map', 'page_map'],
    ['/find', 'page_find'],
    ['/list', 'list_not_found'],
    ['/nada-aqui', 'page_not_found'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(texts('app_title', { page: texts(title) }))
    await expectSound(page, language, expectAccessible)
  }
})
