import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

const COUNT = 400

test(
  'a fast scroll through the collection draws no card on the way, and those at its end at once',
  { tag: '@slow' },
  async ({ page, app, home }) => {
    const client = await enterWith({ page, app })
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      video_url: `https://www.tiktok.com/@lupe/video/${7_000_000_000 + index}`,
      restaurant_name: `Tacos ${index + 1}`,
      created_at: new Date(Date.now() - index * 60_000).toISOString(),
    }))
    const saved = await client.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(rows) })
    expect(saved.status).toBe(201)
    await page.addInitScript(markIdleFeeds)
    await page.goto('/')
    await expect(home.cards().first()).toBeVisible()
    await expect(page.locator('[data-idle]')).toHaveCount(0)
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(home.cards().last()).toHaveAttribute('aria-setsize', String(COUNT), { timeout: 500 })
    }).toPass()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(home.card('Tacos 1')).toBeVisible()

    expect(await drawnWhileRacing(page)).toBe(0)

    await expect.poll(async () => (await placesInWindow(page)).length).toBeGreaterThan(0)
    const places = await placesInWindow(page)
    const [first = 0] = places
    expect(first).toBeGreaterThan(20)
    expect(places).toEqual(places.map((_, index) => first + index))
  },
)

/** Counts the changes of the feed in the second half of a scroll at some fifty window heights per second. */
async function drawnWhileRacing(page: Page): Promise<number> {
  return await page.evaluate(
    async () =>
      await new Promise((resolve) => {
        const speed = 50 * innerHeight
        const seconds = (0.9 * document.body.scrollHeight) / speed
        const start = performance.now()
        let changes = 0
        const observer = new MutationObserver((records) => {
          if (performance.now() - start > seconds * 500) changes += records.length
        })
        for (const feed of document.querySelectorAll('[role=feed]'))
          observer.observe(feed, { childList: true, subtree: true })
        const step = () => {
          const passed = (performance.now() - start) / 1000
          if (passed < seconds) {
            scrollTo(0, passed * speed)
            requestAnimationFrame(step)
            return
          }
          observer.disconnect()
          resolve(changes)
        }
        requestAnimationFrame(step)
      }),
  )
}

/** The numbers of the visible cards, in their order. */
async function placesInWindow(page: Page): Promise<readonly number[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('article')]
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
      .map((card) => Number(card.getAttribute('aria-posinset'))),
  )
}

/** Runs in the page: records when the feed has no card and is not marked as busy. */
function markIdleFeeds(): void {
  new MutationObserver(() => {
    for (const feed of document.querySelectorAll('[role=feed]:not([aria-busy=true], [data-idle])'))
      if (feed.querySelector('article') === null) feed.setAttribute('data-idle', '')
  }).observe(document, { childList: true, subtree: true, attributes: true })
}
