import { findChromium } from '@antojo/testing/chromium'
import { defineConfig } from '@playwright/test'
import type { WalkOptions } from './fixtures.ts'

const { executablePath, args, env } = await findChromium()
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
} as const

/** What is walked in every size and language; the rest sees both sizes and both languages once each. */
const EVERYWHERE = /(main-job|bad-input|screens)\.spec\.ts$/

const PROJECTS = [
  { size: 'phone', language: 'es', testMatch: /\.spec\.ts$/ },
  { size: 'desktop', language: 'en', testMatch: /\.spec\.ts$/ },
  { size: 'phone', language: 'en', testMatch: EVERYWHERE },
  { size: 'desktop', language: 'es', testMatch: EVERYWHERE },
] as const

export default defineConfig<WalkOptions>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // A walk that holds the second time is told as flaky, not hidden.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    launchOptions: { executablePath, args: [...args], env: { ...inherited, ...env } },
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Mexico_City',
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: PROJECTS.map(({ size, language, testMatch }) => ({
    name: `${size}-${language}`,
    testMatch,
    use: { ...SIZES[size], language, locale: language === 'es' ? 'es-MX' : 'en-US' },
  })),
})
