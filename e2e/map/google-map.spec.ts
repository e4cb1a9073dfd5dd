import type { App } from '@antojo/testing/app'
import type { AppClient } from '@antojo/testing/client'
import { GOOGLE_PLACES } from '@antojo/testing/sandbox/google/places'
import type { Page } from '@playwright/test'
import { enterWith } from '../support/people.ts'
import { expect, test as base } from '../support/fixtures.ts'

/** The server of an operator with Google's keys. */
const test = base.extend<object, object>({
  environment: [
    { GOOGLE_MAPS_API_KEY: 'server-key', GOOGLE_MAPS_BROWSER_KEY: 'browser-key' },
    { scope: 'worker' },
  ],
})

/** Redirects requests to Google's hosts to the sandbox; returns their URLs. */
async function answerForGoogle(page: Page, app: App): Promise<readonly URL[]> {
  const asked: URL[] = []
  await page.route(/^https:\/\/(?:maps|places)\.googleapis\.com\//, async (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    const answer = await fetch(`${app.sandbox.url}/hosts/${url.host}${url.pathname}${url.search}`)
    await route.fulfill({
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? 'text/plain',
      headers: { 'access-control-allow-origin': '*' },
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
  return asked
}

/** Saves videos of Google places as the server does: with id and name only. */
async function saveGooglePlaces(client: AppClient, times = 1): Promise<void> {
  const videos = Array.from({ length: times }, () => GOOGLE_PLACES)
    .flat()
    .map(({ id, name }) => ({
      enrich_place_id: `google:${id}`,
      restaurant_name: name,
      enrich_place_name: name,
      enrich_place_lat: null,
      enrich_place_lng: null,
    }))
  const own = {
    enrich_place_id: 'osm:n1',
    restaurant_name: 'La de Todos',
    enrich_place_name: 'La de Todos',
    enrich_place_lat: 19.5,
    enrich_place_lng: -99.3,
  }
  const rows = [...videos, own].map((row, index) => ({
    ...row,
    user_id: client.userId,
    platform: 'YouTube',
    video_url: `https://www.youtube.com/watch?v=sandboxmap${index}`,
  }))
  const answer = await client.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(rows) })
  expect(answer.status, await answer.text()).toBe(201)
}

test(
  "a place of Google's makes it Google's map, with everybody else's places on it",
  { tag: '@slow' },
  async ({ page, app, texts, expectAccessible }) => {
    test.slow()
    const asked = await answerForGoogle(page, app)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await saveGooglePlaces(await enterWith({ page, app }))
    await page.goto('/map')
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '4' }) })
    const figure = map.getByRole('figure', { name: texts('page_map') })
    await expect(figure).toHaveAttribute('data-map-type', 'roadmap')
    await expect(map.getByRole('figure').getByRole('button', { name: 'La de Todos' })).toBeVisible()
    const script = asked.find(({ pathname }) => pathname === '/maps/api/js')
    expect(script?.searchParams.get('key')).toBe('browser-key')
    const located = asked.filter(({ host }) => host === 'places.googleapis.com')
    expect(located.map(({ searchParams }) => searchParams.get('fields'))).toEqual([
      'location',
      'location',
      'location',
    ])
    expect(
      loaded.filter((url) => /maplibre/.test(url)),
      'code of our own map',
    ).toEqual([])
    await expectAccessible()

    await map
      .getByRole('figure')
      .getByRole('button', { name: texts('map_cluster', { n: '2' }) })
      .press('Enter')
    const pin = map.getByRole('figure').getByRole('button', { name: 'La Tostada de Prueba' })
    await pin.press('Enter')
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await pin.press('Enter')
    const detail = page.getByRole('dialog', { name: 'La Tostada de Prueba' })
    const placeMap = detail.getByRole('figure', {
      name: texts('detail_map', { name: 'La Tostada de Prueba' }),
    })
    await expect(placeMap.getByText('La Tostada de Prueba')).toBeAttached()
    await expect(placeMap.getByRole('link', { name: 'Google Maps' })).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'of many Google places, 50 are requested at once, and more on request',
  { tag: '@slow' },
  async ({ page, app, texts }) => {
    const asked = await answerForGoogle(page, app)
    await saveGooglePlaces(await enterWith({ page, app }), 20)
    await page.goto('/map')
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '4' }) })
    await expect(map.getByText(texts('map_google_more', { n: '10' }))).toBeVisible()
    await map.getByRole('button', { name: texts('map_google_draw_more') }).click()
    await expect(page.getByText(texts('map_google_more', { n: '10' }))).toBeHidden()
    expect(asked.filter(({ host }) => host === 'places.googleapis.com')).toHaveLength(3)
  },
)

test(
  "Google's map is dark and shows the earth as the settings say",
  { tag: '@slow' },
  async ({ page, app, texts }) => {
    await answerForGoogle(page, app)
    await saveGooglePlaces(await enterWith({ page, app }))
    await page.addInitScript(() => {
      const settings = JSON.parse(localStorage.getItem('fs:settings:v1') ?? '{}')
      localStorage.setItem(
        'fs:settings:v1',
        JSON.stringify({ ...settings, theme: 'dark', map_style: 'satellite' }),
      )
    })
    await page.goto('/map')
    const figure = page.getByRole('figure', { name: texts('page_map') })
    await expect(figure).toHaveAttribute('data-map-type', 'hybrid')
    await expect(figure).toHaveAttribute('data-color-scheme', 'DARK')
  },
)

test(
  'a key that Google refuses is reported, and the places stay in the list',
  { tag: '@slow' },
  async ({ page, app, home, texts }) => {
    await answerForGoogle(page, app)
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), googleMapsKey: 'refused' } })
    })
    await saveGooglePlaces(await enterWith({ page, app }))
    await page.goto('/map')
    await expect(page.getByText(texts('map_failed_google'))).toBeVisible()
    await expect(home.cards().first()).toBeAttached()
  },
)

base(
  "without a key Google's places are left out of the map, and counted",
  { tag: '@slow' },
  async ({ page, app, texts }) => {
    await saveGooglePlaces(await enterWith({ page, app }))
    await page.goto('/map')
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })
    await expect(map.getByRole('figure').getByRole('button', { name: 'La de Todos' })).toBeVisible()
    await expect(map.getByText(texts('map_google_left_out', { n: '3' }))).toBeVisible()
  },
)
