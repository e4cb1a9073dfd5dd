import { createPerson, enterWith, makeList, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('by the keyboard: a card is four stops, its menu and the account menu take the focus, a stroke searches', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  await openAs(page, lupe)
  const card = home.card('Contramar')
  await card.getByRole('button', { name: 'Contramar', exact: true }).focus()
  const inside = () => card.evaluate((element) => element.contains(document.activeElement))
  let stops = 1
  // From the name, the heart lies behind; whatever follows in the card lies ahead.
  for (await page.keyboard.press('Tab'); await inside(); await page.keyboard.press('Tab')) stops += 1
  expect(stops + 1).toBeLessThanOrEqual(4)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  const more = card.getByRole('button', { name: texts('card_more') })
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: texts('search_label') })).toBeFocused()

  const account = page.getByRole('banner').getByRole('button', { expanded: false }).last()
  await account.press('Enter')
  await expect(page.getByRole('dialog')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: texts('header_view_profile') })).toBeFocused()
})

test('the focus goes to the heading when the pressed button is gone: reset, undo', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  await openAs(page, lupe, '/?q=zzqxv')
  const heading = page.getByRole('heading', { level: 1 })
  await page
    .getByRole('button', { name: texts('filter_reset') })
    .last()
    .press('Enter')
  await expect(home.card('Contramar')).toBeVisible()
  await expect(heading).toBeFocused()
  await home.delete('Contramar')
  await expect(home.card('Contramar')).toBeHidden()
  await page.getByRole('button', { name: texts('undo') }).press('Enter')
  await expect(home.card('Contramar')).toBeVisible()
  await expect(heading).toBeFocused()
})

test('Back closes a menu, and leads from its choice to the page, not to the menu', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  const ids = await saveVideos(lupe, ['Contramar'])
  await makeList(lupe, 'Mariscos', ids)
  await openAs(page, lupe, '/lists')
  const listMenu = page.getByRole('button', { name: texts('lists_more', { name: 'Mariscos' }) })
  await listMenu.click()
  await page.getByRole('menuitem', { name: texts('lists_delete') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await page.goto('/')
  const more = home.card('Contramar').getByRole('button', { name: texts('card_more') })
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(more).toBeVisible()

  await more.click()
  await page.getByRole('menuitem', { name: texts('card_fix') }).click()
  const dialog = page.getByRole('dialog', { name: texts('fix_title') })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(more).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/lists$/u)
})

test('a sheet rises above a keyboard that lies over the page', async ({ page, app, texts }) => {
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { height: 500, offsetTop: 0, scale: 1 })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  await enterWith({ page, app })
  await page.goto('/')
  await page.getByRole('button', { name: texts('bulk_open') }).click()
  const sheet = page.getByRole('dialog', { name: texts('bulk_title') })
  await expect(sheet).toBeVisible()
  await page.evaluate(() => visualViewport?.dispatchEvent(new Event('resize')))
  await expect
    .poll(() => sheet.evaluate((element) => element.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(500)
})
