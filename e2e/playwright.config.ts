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

/** Every test runs on a phone and on a desktop, in Spanish and in English. */
export default defineConfig<WalkOptions>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
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
  projects: (['phone', 'desktop'] as const).flatMap((size) =>
    (['es', 'en'] as const).map((language) => ({
      name: `${size}-${language}`,
      use: { ...SIZES[size], language, locale: language === 'es' ? 'es-MX' : 'en-US' },
    })),
  ),
})
