/**
 * node scripts/screens/measure-collection.ts [COUNT]: measures a collection of 20,000 videos in a browser with a CPU
 * slowed down four times: frames per second while scrolling, memory, and the delay of a typed letter in the search box.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '@antojo/testing/app'
import { findChromium } from '@antojo/testing/chromium'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { buildWeb } from '../build-web.ts'
import { saveSampleVideos } from './sample-videos.ts'
import { enter } from './people.ts'

const CPU_SLOWDOWN = 4
const SCROLL_MS = 15_000
const MAX_PAGES = 400

const count = Number(process.argv[2] ?? 20_000)
const dataDir = await mkdtemp(join(tmpdir(), 'antojo-measure-'))
await buildWeb()
const app = await startApp({ dataDir })
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args: [...args], env: { ...env } })
try {
  const { client, session } = await enter(app)
  await saveSampleVideos(client, count)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  await context.addInitScript((stored) => {
    localStorage.setItem('antojo:session', stored)
    localStorage.setItem('fs:onboarding:v1', 'done')
  }, session)
  const page = await context.newPage()
  await page.goto(app.url)
  await page.getByRole('article').first().waitFor()
  const loaded = await loadAll(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const frames = await scroll(page)
  const typing = await type(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools
    .send('Performance.enable')
    .then(() => devtools.send('Performance.getMetrics'))
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  console.log({ count, loaded, ...frames, typingMs: typing, heapMB: Math.round(heap / 1e6), elements: nodes })
} finally {
  await browser.close()
  await app.stop()
  await rm(dataDir, { recursive: true })
}

/** Scrolls to the end until all pages are loaded; returns the number of videos in the grid. */
async function loadAll(page: Page): Promise<number> {
  let size = 0
  for (let pages = 0; pages < MAX_PAGES && size < count; pages++) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const before = size
    await page
      .waitForFunction(
        (known) => Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')) > known,
        before,
        { timeout: 20_000 },
      )
      .catch(() => {})
    size = Number(await page.locator('[aria-setsize]').first().getAttribute('aria-setsize'))
    if (size === before) return size
  }
  return size
}

/** Scrolls from the top to the bottom in 15 s, like a finger that does not stop. */
async function scroll(page: Page): Promise<{ framesPerSecond: number; maxFrameMs: number }> {
  return await page.evaluate(
    async (duration) =>
      await new Promise((resolve) => {
        const height = document.body.scrollHeight
        const gaps: number[] = []
        const start = performance.now()
        let last = start
        const step = (now: number) => {
          gaps.push(now - last)
          last = now
          scrollTo(0, (height * (now - start)) / duration)
          if (now - start < duration) requestAnimationFrame(step)
          else
            resolve({
              framesPerSecond: Math.round((gaps.length / (now - start)) * 1000),
              maxFrameMs: Math.round(Math.max(...gaps)),
            })
        }
        requestAnimationFrame(step)
      }),
    SCROLL_MS,
  )
}

/** The longest time from a key press to the frame that shows the letter, in ms. */
async function type(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, 0))
  const box = page.getByRole('main').getByRole('textbox').first()
  await box.focus()
  await page.evaluate(() => {
    document.activeElement?.addEventListener('keydown', () => {
      const pressed = performance.now()
      requestAnimationFrame(() => setTimeout(() => performance.measure('typed', { start: pressed })))
    })
  })
  await box.pressSequentially('contramar', { delay: 120 })
  return await page.evaluate(() =>
    Math.round(Math.max(...performance.getEntriesByName('typed').map(({ duration }) => duration))),
  )
}
