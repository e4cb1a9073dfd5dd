import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

const COUNT = 90

test('the collection is where it was, after Back and after a reload', async ({ page, app, home, texts }) => {
  const client = await enterWith({ page, app })
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    video_url: `https://www.tiktok.com/@lupe/video/${7_000_000_000 + index}`,
    restaurant_name: `Tacos ${index + 1}`,
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
  }))
  const saved = await client.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(rows) })
  expect(saved.status).toBe(201)
  await page.goto('/')
  await expect(home.cards().first()).toBeVisible()
  await scrollTo(page, 'Tacos 70')
  const before = await firstInWindow(page)

  await page
    .getByRole('link', { name: texts('nav_lists') })
    .first()
    .focus()
  expect(await firstInWindow(page)).toEqual(before)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect.poll(async () => await firstInWindow(page)).toEqual(before)

  await page.reload()
  await expect.poll(async () => await firstInWindow(page)).toEqual(before)
})

/** Scrolls down until the card is in the window. */
async function scrollTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, innerHeight))
    await expect(page.getByRole('article', { name, exact: true })).toBeInViewport({ timeout: 50 })
  }).toPass({ intervals: [20] })
}

/** The first card of which the window shows the head, and where. */
async function firstInWindow(page: Page): Promise<{ name: string; top: number } | null> {
  return await page.evaluate(() => {
    for (const card of document.querySelectorAll('[role=feed] article')) {
      const top = Math.round(card.getBoundingClientRect().top)
      if (top >= 0 && top < innerHeight) return { name: card.getAttribute('aria-label') ?? '', top }
    }
    return null
  })
}
