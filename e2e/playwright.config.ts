import { findChromium } from '@antojo/testing/chromium'
import { useRunFolder } from '@antojo/testing/run-folder'
import { defineConfig } from '@playwright/test'
import type { WalkOptions } from './support/fixtures.ts'

useRunFolder()
const { executablePath, args, env } = await findChromium()
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
} as const

/** `npm run test:all` runs all tests in all sizes and languages; `npm test` runs those without the tag `@slow`, and only the main job and the layout at both sizes. */
const isFullRun = process.env['ANTOJO_TESTS'] === 'all'

const EVERY = /\.spec\.ts$/
const BOTH_SIZES = /(main-job|layout)\.spec\.ts$/
const LAYOUT = /(main-job|layout|bad-input|screens|invitation|unidentified)\.spec\.ts$/

const PROJECTS = [
  { size: 'phone', language: 'es', testMatch: EVERY },
  { size: 'desktop', language: 'en', testMatch: isFullRun ? EVERY : BOTH_SIZES },
  ...(isFullRun
    ? ([
        { size: 'phone', language: 'en', testMatch: LAYOUT },
        { size: 'desktop', language: 'es', testMatch: LAYOUT },
      ] as const)
    : []),
] as const

export default defineConfig<WalkOptions>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than the cores of a small machine: walks mostly wait.
  workers: 3,
  // scripts/test.ts lists the tests that passed only at the second attempt.
  retries: 1,
  timeout: 240_000,
  // A post whose words do not decide is answered only after its pictures are read, which takes long on a busy machine.
  expect: { timeout: 40_000 },
  forbidOnly: true,
  ...(!isFullRun && { grepInvert: /@slow/ }),
  use: {
    actionTimeout: 90_000,
    launchOptions: { executablePath, args: [...args], env: { ...inherited, ...env } },
    permissions: ['clipboard-read', 'clipboard-write'],
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Mexico_City',
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Tracing every test would take a fifth of the time.
    trace: 'on-first-retry',
  },
  projects: PROJECTS.map(({ size, language, testMatch }) => ({
    name: `${size}-${language}`,
    testMatch,
    use: { ...SIZES[size], language, locale: language === 'es' ? 'es-MX' : 'en-US' },
  })),
})
