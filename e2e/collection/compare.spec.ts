import { enterWith, rowsOf } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('two places side by side, chosen by the menu', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  const client = await enterWith({ page, app }, [
    posts.get('01-contramar')?.link ?? '',
    posts.get('02-katz')?.link ?? '',
  ])
  await page.goto('/')
  const bar = page.getByRole('region', { name: texts('compare_bar') })
  for (const name of ['Contramar', "Katz's Delicatessen"]) {
    await home
      .card(name)
      .getByRole('button', { name: texts('card_more') })
      .click()
    await page.getByRole('menuitem', { name: texts('card_compare') }).click()
  }
  await expect(bar.getByText(texts('compare_selected', { n: '2' }))).toBeVisible()
  await expectAccessible()
  await bar.getByRole('button', { name: texts('compare_open'), exact: true }).click()

  const sheet = page.getByRole('dialog', { name: texts('compare_title', { n: '2' }) })
  for (const row of ['compare_now', 'compare_cuisine', 'compare_location', 'compare_rating'])
    await expect(sheet.getByRole('rowheader', { name: texts(row) })).toBeVisible()
  await expect(sheet.getByRole('row').first().getByRole('cell')).toHaveText([
    'Contramar',
    "Katz's Delicatessen",
  ])
  await expect(sheet.getByRole('cell', { name: texts('no_rating') })).toHaveCount(2)
  // Nobody said where they are, so nothing is known of the distance.
  await expect(sheet.getByRole('rowheader', { name: texts('compare_distance') })).toBeHidden()
  await expectAccessible()
  await sheet
    .getByRole('button', { name: texts('close') })
    .last()
    .click()
  await expect(sheet).toBeHidden()

  await bar.getByRole('button', { name: texts('compare_clear') }).click()
  await expect(bar).toBeHidden()

  const panel = page.getByRole('search', { name: texts('search_panel') })
  await panel.getByRole('textbox', { name: texts('search_label') }).fill('katz')
  await expect(page).toHaveURL('/?q=katz')
  await expect(home.cards()).toHaveCount(1)
  await panel.getByRole('button', { name: texts('search_clear') }).click()
  await expect(page).toHaveURL('/')
  await expect(home.cards()).toHaveCount(2)
  await panel.getByRole('button', { name: texts('search_filters') }).click()
  const platform = panel.getByLabel(texts('filter_platform'))
  await platform.selectOption('YouTube')
  await expect(page).toHaveURL('/?platform=YouTube')
  await expect(home.cards()).toHaveCount(1)
  await expect(home.card("Katz's Delicatessen")).toBeVisible()
  // The collection's own cuisines come after the choice of all.
  const [cuisine = ''] = await panel.getByLabel(texts('filter_cuisine')).selectOption({ index: 1 })
  await panel.getByLabel(texts('filter_location')).fill('Lima')
  await expect(page).toHaveURL(`/?platform=YouTube&cuisine=${encodeURIComponent(cuisine)}&loc=Lima`)
  await expect(page.getByText(texts('none_title'))).toBeVisible()
  await panel.getByRole('button', { name: texts('filter_reset') }).click()
  await expect(page).toHaveURL('/')
  await expect(platform).toHaveValue('all')
  await expect(home.cards()).toHaveCount(2)
  await page.getByRole('combobox', { name: texts('sort_label') }).selectOption('popular')
  await expect
    .poll(() => rowsOf(client, 'user_settings?select=default_sort'))
    .toEqual([{ default_sort: 'popular' }])
})

test('a long press chooses a card', { tag: '@slow' }, async ({ page, app, posts, texts, home, isMobile }) => {
  test.skip(!isMobile, 'touch only')
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 300, bubbles: true }
  await expect(home.card('Contramar').locator('[data-choose]')).toBeAttached()
  await home.card('Contramar').dispatchEvent('pointerdown', touch)
  await expect(
    page.getByRole('region', { name: texts('compare_bar') }).getByText(texts('compare_selected', { n: '1' })),
  ).toBeVisible()
  await home.card('Contramar').dispatchEvent('pointerup', touch)
  await home.card('Contramar').getByRole('button', { name: 'Contramar', exact: true }).dispatchEvent('click')
  await expect(page.getByRole('dialog', { name: 'Contramar' })).toBeHidden()
})
