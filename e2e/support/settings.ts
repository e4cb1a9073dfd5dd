import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** Opens the settings from the header, and returns their drawer. */
export async function openSettings(page: Page, texts: Texts): Promise<Locator> {
  await page
    .getByRole('button', { name: texts('header_settings'), exact: true })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: texts('header_settings') })
  await expect(drawer).toBeVisible()
  return drawer
}
