import { expect, test } from '../support/fixtures.ts'
import { createPerson, openAs } from '../support/people.ts'

test(
  'diagnostics read and write, and leave nothing behind',
  { tag: '@slow' },
  async ({ page, app, texts, expectAccessible }) => {
    const lupe = await createPerson(app)
    await openAs(page, lupe)
    await expect(page.getByText(texts('empty_title'))).toBeVisible()
    await page.keyboard.press('Control+d')
    const dialog = page.getByRole('dialog', { name: texts('diagnostics_title') })
    await expect(dialog.getByText(texts('diagnostics_user', { email: lupe.credentials.email }))).toBeVisible()
    await expect(dialog.getByText(/ ms$/)).toHaveCount(3)
    await expectAccessible()
    const left = await lupe.client.request(`/rest/v1/videos?select=id&user_id=eq.${lupe.client.userId}`)
    expect(await left.json()).toEqual([])
    const profile = await lupe.client.request('/rest/v1/users?select=extraction_count')
    expect(await profile.json()).toEqual([{ extraction_count: 0 }])
  },
)

test('a guest reads that writing is not tested', { tag: '@slow' }, async ({ page, texts }) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: texts('settings_diagnostics') }).click()
  await expect(page.getByText(texts('diagnostics_guest'))).toBeVisible()
})
