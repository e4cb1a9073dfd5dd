import type { Browser, Page } from '@playwright/test'
import type { Language } from './texts.ts'

export interface DeviceOptions {
  /** Shows the introduction, as on a first visit. */
  readonly withIntroduction?: boolean
}

/** Makes each document of the page start in this language, and without the introduction. */
export async function prepareDevice(
  page: Page,
  language: Language,
  { withIntroduction = false }: DeviceOptions = {},
): Promise<void> {
  await page.addInitScript(
    ([chosen, isFirstVisit]) => {
      localStorage.setItem(
        'fs:settings:v1',
        localStorage.getItem('fs:settings:v1') ?? JSON.stringify({ language: chosen }),
      )
      if (!isFirstVisit) localStorage.setItem('fs:onboarding:v1', 'done')
    },
    [language, withIntroduction] as const,
  )
}

/** Opens another, empty browser profile. */
export async function openDevice(
  browser: Browser,
  language: Language,
  options: DeviceOptions = {},
): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await prepareDevice(page, language, options)
  return page
}
