import { expect, test } from './fixtures.ts'
import { createPerson, signIn } from './people.ts'

test('the three steps are shown once', async ({ page, app, texts, expectAccessible }) => {
  const lupe = await createPerson(app)
  await signIn(page, texts, lupe)
  await page.evaluate(() => sessionStorage.setItem('fresh', 'yes'))
  await page.addInitScript(() => {
    // After the fixture's own script, which marks them as shown.
    if (sessionStorage.getItem('fresh') === null) return
    localStorage.removeItem('fs:onboarding:v1')
    sessionStorage.removeItem('fresh')
  })
  await page.reload()
  const overlay = page.getByRole('dialog', { name: texts('onboarding_title') })
  await expect(overlay.getByText(texts('onboarding_1_title'))).toBeVisible()
  await expectAccessible()
  await overlay.getByRole('button', { name: texts('onboarding_next') }).click()
  await expect(overlay.getByText(texts('onboarding_2_title'))).toBeVisible()
  await overlay.getByRole('button', { name: texts('onboarding_next') }).click()
  await expect(overlay.getByText(texts('onboarding_3_title'))).toBeVisible()
  await overlay.getByRole('button', { name: texts('onboarding_start') }).click()
  await expect(overlay).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('fs:onboarding:v1'))).not.toBeNull()
  await page.reload()
  await expect(page.getByText(texts('empty_title'))).toBeVisible()
  await expect(overlay).toBeHidden()
})
