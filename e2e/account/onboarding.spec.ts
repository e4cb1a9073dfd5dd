import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../support/fixtures.ts'
import { openDevice } from '../support/device.ts'
import { createPerson, openAs } from '../support/people.ts'

test('the three steps are shown once', async ({ app, browser, language, texts }) => {
  const page = await openDevice(browser, language, { withIntroduction: true })
  await openAs(page, await createPerson(app))
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
  await page.context().close()
})
