import { enterWith } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('two places side by side, chosen by the menu', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? '', posts.get('02-katz')?.link ?? ''])
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
  for (const row of ['compare_cuisine', 'compare_location', 'compare_rating', 'compare_distance'])
    await expect(sheet.getByRole('rowheader', { name: texts(row) })).toBeVisible()
  await expect(sheet.getByRole('cell', { name: 'Contramar', exact: true })).toBeVisible()
  await expect(sheet.getByRole('cell', { name: texts('no_rating') })).toHaveCount(2)
  await expectAccessible()
  await sheet
    .getByRole('button', { name: texts('close') })
    .last()
    .click()
  await expect(sheet).toBeHidden()

  await bar.getByRole('button', { name: texts('compare_clear') }).click()
  await expect(bar).toBeHidden()
})

test('a long press chooses a card', { tag: '@slow' }, async ({ page, app, posts, texts, home, isMobile }) => {
  test.skip(!isMobile, 'touch only')
  await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
  await page.goto('/')
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 300, bubbles: true }
  await home.card('Contramar').dispatchEvent('pointerdown', touch)
  await expect(
    page.getByRole('region', { name: texts('compare_bar') }).getByText(texts('compare_selected', { n: '1' })),
  ).toBeVisible()
  await home.card('Contramar').dispatchEvent('pointerup', touch)
  await home.card('Contramar').getByRole('button', { name: 'Contramar', exact: true }).dispatchEvent('click')
  await expect(page.getByRole('dialog', { name: 'Contramar' })).toBeHidden()
})
