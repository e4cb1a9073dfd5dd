import { createPerson, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('price, distance and cuisine narrow the collection, and one of them can be loosened', async ({
  page,
  context,
  app,
  texts,
  home,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 19.42, longitude: -99.16 })
  const lupe = await createPerson(app)
  const near = { enrich_place_lat: '19.421', enrich_place_lng: '-99.161' }
  await saveVideos(lupe, ['Barato y Cerca'], {
    ...near,
    restaurant_price_range: '$',
    restaurant_cuisine: 'Peruvian',
  })
  await saveVideos(lupe, ['Caro y Cerca'], {
    ...near,
    enrich_place_lat: '19.425',
    restaurant_price_range: '$$$$',
    restaurant_cuisine: 'Mexican',
  })
  await saveVideos(lupe, ['Barato y Lejos'], {
    enrich_place_lat: '20.67',
    enrich_place_lng: '-103.35',
    restaurant_price_range: '$$',
    restaurant_cuisine: 'Mexican',
  })
  await openAs(page, lupe)
  await page.goto('/')
  await expect(home.cards()).toHaveCount(3)

  const bar = page.getByRole('group', { name: texts('collection_bar') })
  await bar.getByRole('button', { name: texts('filter_near') }).click()
  await expect(page).toHaveURL('/?km=2')
  await expect(home.cards()).toHaveCount(2)
  await expect(home.cards().first()).toHaveAccessibleName('Barato y Cerca')

  const panel = page.getByRole('search', { name: texts('search_panel') })
  await panel.getByRole('button', { name: texts('search_filters'), exact: true }).click()
  const cuisines = panel.getByLabel(texts('filter_cuisine'))
  await expect(cuisines.locator('option').filter({ hasText: /\(1\)|\(2\)/ })).toHaveCount(2)
  await panel.getByRole('button', { name: '$', exact: true }).click()
  await panel.getByRole('button', { name: '$$', exact: true }).click()
  await expect(home.cards()).toHaveCount(1)
  await expect(home.card('Barato y Cerca')).toBeVisible()
  await page.reload()
  await expect(home.cards()).toHaveCount(1)

  await page.goto('/?km=1&price=3')
  await expect(home.cards()).toHaveCount(0)
  await expect(page.getByText(texts('none_filters'))).toBeVisible()
  await expect(page.getByText(texts('none_text'))).toBeHidden()
  const loosen = page.getByRole('group', { name: texts('none_loosen') })
  await loosen.getByRole('button', { name: /\${3}/ }).click()
  await expect(page).toHaveURL('/?km=1')
  await expect(home.cards()).toHaveCount(2)
})

test('near without a location says so, filters nothing, and can be tried again', async ({
  page,
  context,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Cerca'], { enrich_place_lat: '19.421', enrich_place_lng: '-99.161' })
  await saveVideos(lupe, ['Lejos'], { enrich_place_lat: '20.67', enrich_place_lng: '-103.35' })
  await openAs(page, lupe)
  const near = page.getByRole('button', { name: texts('filter_near') })
  await near.click()
  await expect(home.notice(texts('map_no_location'))).toBeVisible()
  await expect(near).toHaveAttribute('aria-pressed', 'false')
  await expect(home.cards()).toHaveCount(2)

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 19.42, longitude: -99.16 })
  await near.click()
  await expect(near).toHaveAttribute('aria-pressed', 'true')
  await expect(home.cards()).toHaveCount(1)
})
