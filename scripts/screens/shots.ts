/**
 * npm run shots [-- FILTER]: saves pictures of all screens and states to shots/, at three widths, light and dark, in both
 * languages. FILTER selects names that contain it, for example `375-dark-es` or `finder`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startApp } from '@antojo/testing/app'
import { findChromium } from '@antojo/testing/chromium'
import { loadPosts } from '@antojo/testing/sandbox/post'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { HomePage } from '../../e2e/support/home-page.ts'
import { textsIn } from '../../e2e/support/texts.ts'
import type { Language } from '../../e2e/support/texts.ts'
import { buildWeb } from '../build-web.ts'
import { dialogScenes } from './dialog-scenes.ts'
import { enter, makePeople } from './people.ts'
import type { People } from './people.ts'
import type { Scene } from './scene.ts'
import { screenScenes } from './screen-scenes.ts'

const HEIGHTS = { 375: 812, 768: 1024, 1440: 900 } as const
const REAL_POSTS = 13
const MAX_SCENE_MS = 60_000
const QUIET_MS = 500

interface Look {
  readonly width: 375 | 768 | 1440
  readonly theme: 'light' | 'dark'
  readonly language: Language
}

const LOOKS: readonly Look[] = ([375, 768, 1440] as const).flatMap((width) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['es', 'en'] as const).map((language) => ({ width, theme, language })),
  ),
)
const target = fileURLToPath(new URL('../../shots', import.meta.url))
const filter = process.argv[2] ?? ''
const posts = await loadPosts(fileURLToPath(new URL('../../demo/posts', import.meta.url)))
const dataDir = await mkdtemp(join(tmpdir(), 'antojo-shots-'))

await mkdir(target, { recursive: true })
await buildWeb()
const app = await startApp({ dataDir, posts })
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args: [...args], env: { ...inherited(), ...env } })
let missing = 0
try {
  const people = await makePeople(
    app,
    posts.slice(0, REAL_POSTS).map(({ link }) => link),
  )
  for (const look of LOOKS)
    for (const scene of [...screenScenes, ...dialogScenes])
      if (nameOf(scene, look).includes(filter)) await take(browser, people, scene, look)
} finally {
  await browser.close()
  await app.stop()
  await rm(dataDir, { recursive: true })
}
process.exitCode = missing > 0 ? 1 : 0

async function take(from: Browser, people: People, scene: Scene, look: Look): Promise<void> {
  const { width, theme, language } = look
  const context = await from.newContext({
    viewport: { width, height: HEIGHTS[width] },
    deviceScaleFactor: 1,
    hasTouch: width < 1000,
    isMobile: width < 1000,
    reducedMotion: 'reduce',
    locale: language === 'es' ? 'es-MX' : 'en-US',
    timezoneId: 'America/Mexico_City',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(MAX_SCENE_MS)
  const session = scene.who === 'new' ? (await enter(app)).session : people[scene.who]
  const settings = { theme, language, default_sort: 'recent', ...scene.settings }
  await context.addInitScript(
    ([kept, chosen, isFirst]) => {
      localStorage.setItem('fs:settings:v1', chosen)
      if (!isFirst) localStorage.setItem('fs:onboarding:v1', 'done')
      if (kept !== null) localStorage.setItem('antojo:session', kept)
    },
    [session, JSON.stringify(settings), scene.first ?? false] as const,
  )
  // Settings are not read from the server, where they are those of the first picture.
  await context.route('**/rest/v1/user_settings*', (route) => route.fulfill({ status: 200, json: [] }))
  const page = await context.newPage()
  try {
    await page.goto(app.url + scene.path, { waitUntil: 'networkidle' })
    const texts = textsIn(language)
    await scene.act?.({ page, texts, home: new HomePage(page, texts), link: linkOf })
    await settled(page)
    await page.screenshot({ path: join(target, `${nameOf(scene, look)}.png`) })
    console.log(nameOf(scene, look))
  } catch (error) {
    missing += 1
    console.error(`${nameOf(scene, look)}: ${String(error)}`)
  } finally {
    await context.close()
  }
}

/** Waits until the page has not changed for half a second and its pictures are drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async (quiet) => {
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, quiet)
      new MutationObserver(() => {
        clearTimeout(timer)
        timer = setTimeout(resolve, quiet)
      }).observe(document, { subtree: true, childList: true, attributes: true })
    })
    const loaded = [...document.images].filter(({ complete }) => complete)
    await Promise.allSettled(loaded.map(async (image) => await image.decode()))
  }, QUIET_MS)
}

function linkOf(postId: string): string {
  const found = posts.find(({ id }) => id === postId)
  if (!found) throw new Error(`No demo post ${postId}`)
  return found.link
}

function nameOf({ name }: Scene, { width, theme, language }: Look): string {
  return `${name}-${width}-${theme}-${language}`
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
