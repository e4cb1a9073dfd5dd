import { createPerson, enterWith, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('Back closes a detail, a reload keeps it, and its link opens it', async ({ page, app, home }) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Casa Rosa', 'Casa Azul'])
  await openAs(page, lupe, '/lists')
  await page.goto('/')
  const detail = await home.openDetail('Casa Rosa')
  await expect(detail).toBeVisible()
  const link = page.url()
  await page.reload()
  await expect(detail).toBeVisible()
  await page.goBack()
  await expect(detail).toBeHidden()
  await expect(home.card('Casa Azul')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')

  await page.goto(link)
  await expect(detail).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('Back closes the settings and the correction', { tag: '@slow' }, async ({ page, app, texts, home }) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Casa Rosa'])
  await openAs(page, lupe)
  await page
    .getByRole('button', { name: texts('header_settings'), exact: true })
    .first()
    .click()
  const settings = page.getByRole('dialog')
  await expect(settings).toBeVisible()
  await page.goBack()
  await expect(settings).toBeHidden()

  const detail = await home.openDetail('Casa Rosa')
  await detail.getByRole('button', { name: texts('card_fix') }).click()
  const fix = page.getByRole('dialog', { name: texts('fix_title') })
  await expect(fix).toBeVisible()
  await page.reload()
  await expect(fix.getByLabel(texts('fix_name'), { exact: true })).toHaveValue('Casa Rosa')
  await page.goBack()
  await expect(fix).toBeHidden()
  await expect(home.card('Casa Rosa')).toBeVisible()
})

test(
  'a search is in the address: another screen and back, or a reload, keep it',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home }) => {
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? '', posts.get('02-katz')?.link ?? ''])
    await page.goto('/')
    const box = page.getByRole('main').getByRole('textbox', { name: texts('search_label') })
    await box.fill('katz')
    await expect(page).toHaveURL('/?q=katz')
    await page.reload()
    await expect(box).toHaveValue('katz')
    await expect(home.cards()).toHaveCount(1)
    await page
      .getByRole('link', { name: texts('nav_lists') })
      .last()
      .click()
    await expect(page).toHaveURL('/lists')
    await page.goBack()
    await expect(box).toHaveValue('katz')
    await expect(home.cards()).toHaveCount(1)
  },
)
