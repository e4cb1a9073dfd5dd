import type { Locator } from '@playwright/test'
import { createPerson, enterWith, makeList, openAs, saveVideos } from '../support/people.ts'
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

test('Back leads through the searches and filters, which the box shows', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Casa Rosa', 'Casa Azul'])
  await openAs(page, lupe)
  const box = page.getByRole('main').getByRole('textbox', { name: texts('search_label') })
  // One search, however long the pauses of typing.
  for (const text of ['ro', 'rosa']) {
    await box.fill(text)
    await expect(page).toHaveURL(`/?q=${text}`)
  }
  await page.getByRole('button', { name: texts('filter_open') }).click()
  await expect(page).toHaveURL('/?q=rosa&open=1')
  await page.goBack()
  await expect(page).toHaveURL('/?q=rosa')
  await expect(box).toHaveValue('rosa')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(box).toHaveValue('')
  await expect(home.cards()).toHaveCount(2)

  // Escape folds the filters, from a field of theirs, too.
  const opener = page.getByRole('button', { name: texts('search_filters'), exact: true })
  const city = page.getByRole('main').getByLabel(texts('filter_location'), { exact: true })
  await opener.click()
  await city.press('Escape')
  await expect(city).toBeHidden()
  await expect(opener).toBeFocused()
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

test(
  'each dialog of the lists and the profile opens by its address: a reload keeps it, and Back closes it',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    const ids = await saveVideos(lupe, ['Casa Rosa'])
    const list = await makeList(lupe, 'Domingos', ids)
    await openAs(page, lupe, `/list/${list}`)
    const expectKeptAndClosed = async (dialog: Locator) => {
      await expect(dialog).toBeVisible()
      await page.reload()
      await expect(dialog).toBeVisible()
      await page.goBack()
      await expect(dialog).toBeHidden()
    }
    await expectKeptAndClosed(await home.openDetail('Casa Rosa'))
    await page.getByRole('button', { name: texts('share_menu', { name: 'Domingos' }) }).click()
    await page.getByRole('menuitem', { name: texts('share_options') }).click()
    await expectKeptAndClosed(page.getByRole('dialog', { name: texts('share_title', { name: 'Domingos' }) }))
    expect(new URL(page.url()).pathname).toBe(`/list/${list}`)

    await page.getByRole('button', { name: texts('lists_more', { name: 'Domingos' }) }).click()
    await page.getByRole('menuitem', { name: texts('lists_delete') }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(home.card('Casa Rosa')).toBeVisible()

    await page.goto('/profile')
    await expectKeptAndClosed(await home.openDetail('Casa Rosa'))
    await page.goto('/settings?section=account')
    await page.getByRole('button', { name: texts('account_delete') }).click()
    await expectKeptAndClosed(page.getByRole('dialog', { name: texts('account_delete') }))
    expect(page.url()).toContain('/settings?section=account')
  },
)

test(
  'Back closes the lists of a card and a comparison, which a reload keeps',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Casa Rosa', 'Casa Azul'])
    await openAs(page, lupe)
    await home
      .card('Casa Rosa')
      .getByRole('button', { name: texts('card_save') })
      .click()
    const lists = page.getByRole('dialog', { name: texts('add_list_title') })
    await expect(lists).toBeVisible()
    await page.reload()
    await expect(lists).toBeVisible()
    // A press outside the menu only closes it.
    await home.card('Casa Azul').click({ position: { x: 20, y: 20 } })
    await expect(lists).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog')).toBeHidden()

    for (const name of ['Casa Rosa', 'Casa Azul']) {
      await home
        .card(name)
        .getByRole('button', { name: texts('card_more') })
        .click()
      await page.getByRole('menuitem', { name: texts('card_compare') }).click()
    }
    await page.getByRole('button', { name: texts('compare_open'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: texts('compare_title', { n: '2' }) })
    await expect(sheet).toBeVisible()
    await page.reload()
    await expect(sheet.getByRole('cell', { name: 'Casa Azul', exact: true })).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(home.card('Casa Rosa')).toBeVisible()
  },
)
