import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

type Theme = 'light' | 'dark' | 'contrast'

/** Expects that nothing is wider than the window, the language is right, and the theme violates no accessibility rule. */
async function expectSound(
  page: Page,
  {
    theme,
    language,
    expectAccessible,
  }: { theme: Theme; language: string; expectAccessible: () => Promise<void> },
): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen
  }, theme)
  await expectAccessible()
}

for (const [theme, tag] of [
  ['light', []],
  ['dark', ['@slow']],
  ['contrast', ['@slow']],
] as const) {
  test(
    `the screens of a person, ${theme}`,
    { tag: [...tag] },
    async ({ page, app, posts, language, home, expectAccessible }) => {
      test.slow()
      await enterWith(
        { page, app },
        ['01-contramar', '10-three-pintxos', '16-emoji-only'].map((id) => posts.get(id)?.link ?? ''),
      )
      await page.goto('/')
      await expect(home.card('Contramar')).toBeVisible()
      await expectSound(page, { theme, language, expectAccessible })
      for (const path of ['/map', '/lists', '/profile', '/settings', '/find']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expectSound(page, { theme, language, expectAccessible })
      }
    },
  )

  test(
    `the screens of a guest, ${theme}`,
    { tag: [...tag] },
    async ({ page, language, texts, expectAccessible }) => {
      test.slow()
      for (const [path, title] of [
        ['/', 'page_sign_in'],
        ['/map', 'page_map'],
        ['/find', 'page_find'],
        ['/settings', 'header_settings'],
        ['/list', 'list_not_found'],
        ['/nada-aqui', 'page_not_found'],
      ] as const) {
        await page.goto(path)
        await expect(page).toHaveTitle(texts('app_title', { page: texts(title) }))
        await expectSound(page, { theme, language, expectAccessible })
      }
    },
  )
}
