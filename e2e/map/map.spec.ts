import type { App } from '@antojo/testing/app'
import type { Page } from '@playwright/test'
import { createPerson, enterWith, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

/** Opens the map of a person with one place in Mexico City and two in Buenos Aires. */
async function openMap(page: Page, app: App): Promise<void> {
  const lupe = await createPerson(app)
  const at = (lat: string, lng: string) => ({ enrich_place_lat: lat, enrich_place_lng: lng })
  await saveVideos(lupe, ['Contramar'], at('19.4199', '-99.1679'))
  await saveVideos(lupe, ['Güerrín'], at('-34.6042', '-58.3861'))
  await saveVideos(lupe, ['Don Julio'], at('-34.5886', '-58.4244'))
  await openAs(page, lupe, '/map')
}

test('the collection on the map: clusters open up, a pin chooses its row, a row opens the detail', async ({
  page,
  app,
  texts,
  home,
}) => {
  test.slow()
  await openMap(page, app)
  const map = page.getByRole('region', { name: texts('map_of_videos', { n: '3' }) })
  const pins = map.getByRole('figure')
  // It opens where most places are, and the rows follow it.
  await expect(pins.getByRole('button', { name: 'Don Julio' })).toBeVisible({ timeout: 30_000 })
  await expect(map.getByText(texts('map_places_here', { n: '2' }))).toBeVisible()
  await expect(home.cards()).toHaveCount(2)
  const cluster = pins.getByRole('button', { name: texts('map_cluster', { n: '2' }) })
  await expect(async () => {
    await map.getByRole('button', { name: texts('map_zoom_out') }).click()
    // Shorter, and a slow machine zooms out past the cluster for good.
    await expect(cluster).toBeVisible({ timeout: 3000 })
  }).toPass()
  await cluster.click()
  const pin = pins.getByRole('button', { name: 'Don Julio', exact: true })
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await home.openDetail('Don Julio')
})

test('at a desk, cards stand beside the map, and the detail is a panel that leaves the map in use', async ({
  page,
  app,
  texts,
  home,
  expectAccessible,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openMap(page, app)
  await page.getByRole('button', { name: texts('layout_both') }).click()
  const pins = page.getByRole('region', { name: texts('map_of_videos', { n: '3' }) }).getByRole('figure')
  await pins.getByRole('button', { name: 'Don Julio', exact: true }).click({ timeout: 30_000 })
  const panel = page.getByRole('dialog', { name: 'Don Julio' })
  await expect(panel).toBeVisible()
  await expectAccessible()
  await pins.getByRole('button', { name: 'Güerrín', exact: true }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Güerrín' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Güerrín' })).toBeHidden()
  await expect(home.cards()).toHaveCount(2)
  await home.openDetail('Don Julio')
  await page.goBack()
  await expect(panel).toBeHidden()
})

test(
  'what is opened in the list is found on the map',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    test.slow()
    await openMap(page, app)
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '3' }) })
    await expect(map.getByRole('figure').getByRole('button', { name: 'Don Julio' })).toBeVisible({
      timeout: 30_000,
    })
    await home.openDetail('Don Julio')
    await page.keyboard.press('Escape')
    const pin = map.getByRole('figure').getByRole('button', { name: 'Don Julio' })
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await expect(pin).toBeVisible()
  },
)

test(
  'search and filters are in the URL and are restored',
  { tag: '@slow' },
  async ({ page, app, posts, texts, home, expectAccessible }) => {
    test.slow()
    await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? '', posts.get('02-katz')?.link ?? ''])
    await page.goto('/map?q=contramar&platform=Instagram&cuisine=mexicana&loc=Roma')
    await expect(page.getByRole('main').getByRole('textbox', { name: texts('search_label') })).toHaveValue(
      'contramar',
    )
    await page.getByRole('button', { name: texts('search_filters'), exact: true }).click()
    await expect(page.getByRole('combobox', { name: texts('filter_platform') })).toHaveValue('Instagram')
    await expect(page.getByRole('combobox', { name: texts('filter_cuisine') })).toHaveValue('mexicana')
    await expect(page.getByRole('textbox', { name: texts('filter_location') })).toHaveValue('Roma')

    await page
      .getByRole('button', { name: texts('filter_reset') })
      .first()
      .click()
    await expect(page).toHaveURL(/\/map$/)
    await page
      .getByRole('main')
      .getByRole('textbox', { name: texts('search_label') })
      .fill('katz')
    await expect(page).toHaveURL(/q=katz/)
    await expect(home.cards()).toHaveCount(1)
    await expect(page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })).toBeVisible()
    await page.reload()
    await expect(home.cards().first()).toHaveAccessibleName("Katz's Delicatessen")
    await expectAccessible()
  },
)

test(
  'a guest uses the map, and a link that they add is saved after they made an account',
  { tag: '@slow' },
  async ({ page, posts, texts, home, signInPage }) => {
    await page.goto('/map')
    await expect(page.getByRole('banner').getByText(texts('header_guest'))).toBeAttached()
    await home.add(posts.get('01-contramar')?.link ?? '')
    await expect(home.notice(texts('add_sign_in_first'))).toBeVisible()
    await signInPage.signUp()
    await expect(page).toHaveURL(/\/$/)
    await expect(home.card('Contramar')).toBeVisible()
  },
)

test('a guest on an empty map is offered what works without an account', async ({ page, texts }) => {
  await page.route('**/rest/v1/videos?*', (route) => route.fulfill({ json: [] }))
  await page.goto('/map')
  await expect(page.getByRole('heading', { name: texts('empty_guest_title') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: texts('page_find') })
    .click()
  await expect(page).toHaveURL('/find')
})

test.describe('with a known location', () => {
  test.use({ geolocation: { latitude: 19.4199, longitude: -99.1669 }, permissions: ['geolocation'] })

  test('a button leads to where the person is', { tag: '@slow' }, async ({ page, app, texts }) => {
    test.slow()
    await openMap(page, app)
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '3' }) })
    await map.getByRole('button', { name: texts('map_locate') }).click({ timeout: 30_000 })
    await expect(map.getByText(texts('map_you')).locator('..')).toBeInViewport()
    await expect(map.getByRole('figure').getByRole('button', { name: 'Contramar' })).toBeVisible()
  })
})
