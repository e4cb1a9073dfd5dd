import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../support/fixtures.ts'
import { createPerson, signIn } from '../support/people.ts'

test('the three steps are shown once', async ({ app, browser, language, texts }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript((chosen) => {
    localStorage.setItem('fs:settings:v1', JSON.stringify({ language: chosen }))
  }, language)
  const lupe = await createPerson(app)
  await signIn(page, texts, lupe)
  const overlay = page.getByRole('dialog', { name: texts('onboarding_title') })
  await expect(overlay.getByText(texts('onboarding_1_title'))).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await overlay.getByRole('button', { name: texts('onboarding_next') }).click()
  await expect(overlay.getByText(texts('onboarding_2_title'))).toBeVisible()
  await overlay.getByRole('button', { name: texts('onboarding_next') }).click()
  await expect(overlay.getByText(texts('onboarding_3_title'))).toBeVisible()
  await overlay.getByRole('button', { name: texts('onboarding_start') }).click()
  await expect(overlay).toBeHidden()
  await page.reload()
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
  await expect(overlay).toBeHidden()
  await context.close()
})
