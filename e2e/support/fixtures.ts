import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { startApp } from '@antojo/testing/app'
import type { App } from '@antojo/testing/app'
import { loadPosts } from '@antojo/testing/sandbox/post'
import type { Post } from '@antojo/testing/sandbox/post'
import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { prepareDevice } from './device.ts'
import { HomePage } from './home-page.ts'
import { SignInPage } from './sign-in-page.ts'
import { textsIn } from './texts.ts'
import type { Language, Texts } from './texts.ts'

export interface WalkOptions {
  language: Language
  /** Errors in the console that the test causes on purpose, for example by an answer with status 403. */
  expectedComplaint: RegExp | null
}

interface WalkFixtures {
  texts: Texts
  signInPage: SignInPage
  home: HomePage
  /** Fails the test when the page logs an error or throws. */
  cleanConsole: void
  expectAccessible: () => Promise<void>
}

/** One server for all tests of a worker. */
interface WalkWorker {
  /** Further settings of the server. */
  environment: Readonly<Record<string, string>>
  /** 0 takes any free port. */
  port: number
  app: App
  posts: ReadonlyMap<string, Post>
}

/** The tests use a real server; its outside world is the sandbox with the demo's posts. */
export const test = base.extend<WalkFixtures & WalkOptions, WalkWorker>({
  language: ['es', { option: true }],
  expectedComplaint: [null, { option: true }],

  posts: [
    // Playwright requires the empty pattern in a fixture that uses no other.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const posts = await loadPosts(fileURLToPath(new URL('../../demo/posts', import.meta.url)))
      await use(new Map(posts.map((post) => [post.id, post])))
    },
    { scope: 'worker' },
  ],

  environment: [{}, { scope: 'worker', option: true }],
  port: [0, { scope: 'worker', option: true }],

  app: [
    async ({ posts, environment, port }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'antojo-e2e-'))
      const app = await startApp({ dataDir, port, posts: [...posts.values()], env: environment })
      await use(app)
      await app.stop()
      await rm(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ app }, use) => use(app.url),

  texts: async ({ language }, use) => use(textsIn(language)),

  page: async ({ page, language }, use) => {
    await prepareDevice(page, language)
    await use(page)
    // All walks of a worker share the clipboard, and the next one would be asked about a link on it.
    await page.evaluate(() => navigator.clipboard.writeText('')).catch(() => {})
  },

  signInPage: async ({ page, texts }, use) => use(new SignInPage(page, texts)),
  home: async ({ page, texts }, use) => use(new HomePage(page, texts)),

  cleanConsole: [
    async ({ page, expectedComplaint }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && expectedComplaint?.test(message.text()) !== true)
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use()
      expect(complaints, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],

  expectAccessible: async ({ page }, use) => use(() => expectNoViolations(page)),
})

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(found, 'accessibility violations').toEqual([])
}

export { expect }
