import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../support/fixtures.ts'
import { openDevice } from '../support/device.ts'
import { createPerson, openAs, saveVideos } from '../support/people.ts'

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

test('they are not shown over a sheet, nor to a person who has saved something on another device', async ({
  app,
  browser,
  language,
  texts,
}) => {
  const page = await openDevice(browser, language, { withIntroduction: true })
  const person = await createPerson(app)
  const overlay = page.getByRole('dialog', { name: texts('onboarding_title') })
  await openAs(page, person, '/?panel=paste')
  const sheet = page.getByRole('dialog', { name: texts('sheet_title') })
  await expect(sheet).toBeVisible()
  await expect(overlay).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeVisible()
  await saveVideos(person, ['Contramar'])
  const answered = page.waitForResponse((answer) => /\/videos\?select=id&user_id=/.test(answer.url()))
  await page.reload()
  await answered
  await expect(page.getByRole('article', { name: 'Contramar' })).toBeVisible()
  await expect(overlay).toHaveCount(0)
  await page.context().close()
})
