import { createPerson, openAs, saveVideos, type Person } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

const at = (lat: number, cuisine = 'Mexican') => ({
  enrich_place_id: `osm:${lat}`,
  enrich_place_lat: String(lat),
  enrich_place_lng: '-99.17',
  restaurant_cuisine: cuisine,
})

/** A person with two places of different cuisines in one city; the first has two videos. */
async function createTwoPlaces(lupe: Person): Promise<readonly string[]> {
  const first = await saveVideos(lupe, ['Contramar', 'Contramar'], at(19.42, 'Seafood'))
  return [...first, ...(await saveVideos(lupe, ['El Hidalguense'], at(19.5)))]
}

test('the map counts nothing before it has gone to the places', async ({ page, app, texts }) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Ichiran'], { enrich_place_lat: '35.66', enrich_place_lng: '139.7' })
  await page.addInitScript(
    (none) => {
      const look = () =>
        document.body.textContent.includes(none) && document.documentElement.setAttribute('data-none', '')
      addEventListener('DOMContentLoaded', () =>
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        }),
      )
    },
    texts('map_places_here', { n: '0' }),
  )
  await openAs(page, lupe, '/map')
  await expect(page.getByRole('figure').getByRole('button', { name: /Ichiran/u })).toBeVisible()
  await expect(page.getByText(texts('map_places_here', { n: '1' }))).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-none')

  // A long count takes nothing of the order beside it.
  const order = page
    .locator('label')
    .filter({ has: page.getByRole('combobox', { name: texts('sort_label') }) })
  await page.setViewportSize({ width: 360, height: 740 })
  const before = await order.boundingBox()
  await page
    .getByText(texts('map_places_here', { n: '1' }))
    .evaluate((count) => count.after(' · 3 más en sus videos'))
  expect((await order.boundingBox())?.width).toBe(before?.width)
})

test(
  'the sheet shows one row, the list, or its heading, by drag and by its button',
  { tag: '@slow' },
  async ({ page, app, texts, home, isMobile, expectAccessible }) => {
    test.skip(!isMobile, 'wide screens have a list beside the map')
    const lupe = await createPerson(app)
    await createTwoPlaces(lupe)
    await openAs(page, lupe, '/map')
    const handle = page.getByRole('button', { name: texts('map_list') })
    const last = home.card('Contramar')
    await expect(page.getByText(texts('map_places_here', { n: '2' }))).toBeVisible()
    await expect(last).not.toBeInViewport({ ratio: 0.5 })
    await expect(handle).toHaveAttribute('aria-expanded', 'false')
    await handle.press('Enter')
    await expect(handle).toHaveAttribute('aria-expanded', 'true')
    await expect(last).toBeInViewport({ ratio: 0.9 })
    await expectAccessible()

    const drag = async (distance: number) => {
      const box = await handle.boundingBox()
      if (!box) throw new Error('no handle')
      const [x, y] = [box.x + box.width / 2, box.y + 10]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + distance, { steps: 5 })
      await page.mouse.up()
    }
    await drag(80)
    await expect(handle).toHaveAttribute('aria-expanded', 'false')
    await expect(home.card('El Hidalguense')).toBeVisible()
    await drag(80)
    await expect(home.card('El Hidalguense')).toBeHidden()
    await expect(page.getByText(texts('map_places_here', { n: '2' }))).toBeVisible()
    await drag(-300)
    await expect(handle).toHaveAttribute('aria-expanded', 'true')
    await expect(last).toBeInViewport({ ratio: 0.9 })
  },
)

test(
  'quick filters are in the address, and a second press takes them away',
  { tag: '@slow' },
  async ({ page, app, texts, expectAccessible }) => {
    const lupe = await createPerson(app)
    await createTwoPlaces(lupe)
    await openAs(page, lupe, '/map')
    const quick = page.getByRole('group', { name: texts('map_quick') })
    const count = (n: string) => page.getByText(texts('map_places_here', { n }), { exact: true })
    const seafood = quick.getByRole('button', { name: texts('cuisine_seafood') })
    await expect(count('2')).toBeVisible()
    await seafood.click()
    await expect(page).toHaveURL(/cuisine=Seafood/)
    await expect(count('1')).toBeVisible()
    await page.reload()
    await expect(seafood).toHaveAttribute('aria-pressed', 'true')
    await seafood.click()
    await expect(page).not.toHaveURL(/cuisine/)
    await expect(count('2')).toBeVisible()

    const favorites = quick.getByRole('button', { name: texts('map_favorites') })
    await favorites.click()
    await expect(count('0')).toBeVisible()
    await expect(page).toHaveURL(/fav=1/)
    await expectAccessible()
    await favorites.click()
    await expect(count('2')).toBeVisible()
  },
)

test(
  'further places of a video have pins that open it, and two videos of a place are chosen from',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    test.slow()
    const lupe = await createPerson(app)
    const ids = await createTwoPlaces(lupe)
    const further = {
      video_id: ids[2],
      place_id: 'osm:9',
      name: 'La Docena',
      position: 1,
      lat: 19.6,
      lng: -99.17,
    }
    const saved = await lupe.client.request('/rest/v1/video_places', {
      method: 'POST',
      body: JSON.stringify([further]),
    })
    expect(saved.status).toBe(201)
    await openAs(page, lupe, '/map')
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '3' }) })
    await expect(map.getByText(texts('map_places_here', { n: '2' }))).toBeVisible()
    const two = `Contramar, ${texts('map_videos', { n: '2' })}`
    await map.getByRole('figure').getByRole('button', { name: two }).press('Enter')
    await expect(map.getByRole('heading', { name: 'Contramar' }).first()).toBeVisible()
    await expect(map.getByText(texts('map_point_videos', { n: '2' }))).toBeVisible()
    await expect(home.cards()).toHaveCount(2)
    await map.getByRole('button', { name: texts('map_point_close') }).click()

    const pin = map.getByRole('figure').getByRole('button', { name: 'La Docena' })
    await pin.press('Enter')
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await pin.press('Enter')
    await expect(page.getByRole('dialog', { name: 'El Hidalguense' })).toBeVisible()
  },
)

test.describe('without network', () => {
  test.use({ expectedComplaint: /Failed to load resource/ })

  test(
    'a deleted video leaves the map at once, also without network',
    { tag: '@slow' },
    async ({ page, app, texts, home }) => {
      const lupe = await createPerson(app)
      await saveVideos(lupe, ['Contramar'], at(19.42))
      await saveVideos(lupe, ['El Hidalguense'], at(19.5))
      await openAs(page, lupe, '/map')
      await expect(page.getByText(texts('map_places_here', { n: '2' }))).toBeVisible()
      const to = (name: string) => page.getByRole('link', { name: texts(name), exact: true }).last()
      await to('nav_discover').click()
      await home.delete('Contramar')
      await expect(home.card('Contramar')).toBeHidden()
      await page.context().setOffline(true)
      await to('nav_map').click()
      await expect(page.getByText(texts('map_places_here', { n: '1' }))).toBeVisible()
      await expect(home.card('Contramar')).toBeHidden()
      await page.context().setOffline(false)
    },
  )
})
