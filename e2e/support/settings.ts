import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** Opens the settings from the header, unfolds them, and returns their drawer. */
export async function openSettings(page: Page, texts: Texts): Promise<Locator> {
  await page
    .getByRole('button', { name: texts('header_settings'), exact: true })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: texts('header_settings') })
  await unfold(drawer)
  return drawer
}

/** Opens every folded part of a dialog. */
export async function unfold(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  const folded = dialog.locator('details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Goes to the page of all settings, presses the row with this name, and returns the sheet that it opens. */
export async function openSettingsRow(page: Page, name: string): Promise<Locator> {
  await page.goto('/settings')
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}
