import type { Locator, Page } from '@playwright/test'
import { createPerson, enterWith, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

// The times, numbers and zooms of spec §9. Most tests stop the clock between their steps.

/** Long enough for lazily loaded code to appear, which takes timers of React. */
const LOADING_MS = 600

async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  // Suppresses the notice about the missing location, which would cover a card.
  await page.addInitScript(() => localStorage.setItem('antojo:no-location-told', '1'))
  await page.clock.install()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Lets just enough time pass for lazily loaded code to show the element, however long the code takes to load. */
async function appears(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50)
    expect(await element.count()).toBe(1)
  }).toPass()
}

test('a long press takes 550 ms', { tag: '@slow' }, async ({ page, app, texts, home, isMobile }) => {
  test.skip(!isMobile, 'touch only')
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  await openAs(page, lupe)
  await openWithStoppedClock(page, '/')
  const bar = page.getByRole('region', { name: texts('compare_bar') })
  const press = async (milliseconds: number) => {
    const touch = { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 300, bubbles: true }
    await home.card('Contramar').dispatchEvent('pointerdown', touch)
    await page.clock.runFor(milliseconds)
    await home.card('Contramar').dispatchEvent('pointerup', touch)
    await page.clock.runFor(LOADING_MS)
  }
  await press(549)
  await expect(bar).toHaveCount(0)
  await press(550)
  await expect(bar).toBeVisible()
})

test('typed text is searched 400 ms after the last key', { tag: '@slow' }, async ({ page, app, texts }) => {
  await enterWith({ page, app })
  await openWithStoppedClock(page, '/map')
  const box = page.getByRole('main').getByRole('textbox', { name: texts('search_label') })
  await box.fill('kat')
  await page.clock.runFor(300)
  await box.fill('katz')
  await page.clock.runFor(399)
  expect(page.url()).not.toContain('q=')
  await page.clock.runFor(1)
  await expect(page).toHaveURL(/q=katz$/)
})

test(
  'a notice stays for 3 s, the sign of a share for 1.2 s',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'])
    await openAs(page, lupe)
    await openWithStoppedClock(page, '/')
    const card = home.card('Contramar')
    await card.getByRole('button', { name: texts('card_share') }).click()
    const sign = card.getByText(texts('share_copied'))
    await expect(sign).toBeVisible()
    await page.clock.runFor(1100)
    await expect(sign).toBeVisible()
    await page.clock.runFor(200)
    await expect(sign).toHaveCount(0)

    await card.getByRole('button', { name: texts('card_more') }).click()
    const copy = page.getByRole('menuitem', { name: texts('card_copy_link') })
    await appears(page, copy)
    await copy.click()
    const notice = page.locator('[data-toast]').filter({ hasText: texts('copied_link') })
    await appears(page, notice)
    await page.clock.runFor(2300)
    await expect(notice).toBeVisible()
    await page.clock.runFor(LOADING_MS + 200)
    await expect(notice).toHaveCount(0)
  },
)

test(
  'the location is requested after 1.5 s, with a limit of 8 s and an age of 60 s',
  { tag: '@slow' },
  async ({ page, app }) => {
    await page.addInitScript(() => {
      const requests: unknown[] = []
      Object.assign(window, { requests })
      navigator.geolocation.getCurrentPosition = (_success, _failure, options) => {
        requests.push({ at: performance.now(), ...options })
      }
    })
    await enterWith({ page, app })
    await page.goto('/')
    const read = () => page.evaluate((): { at: number }[] => Reflect.get(window, 'requests'))
    await expect
      .poll(read)
      .toEqual([{ at: expect.any(Number), enableHighAccuracy: false, timeout: 8000, maximumAge: 60_000 }])
    const [first] = await read()
    expect(first?.at).toBeGreaterThanOrEqual(1500)
  },
)

test(
  'a search for a place sends one request 350 ms after the last key, for six places',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'])
    await openAs(page, lupe)
    await openWithStoppedClock(page, '/')
    const searches: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/places') searches.push(url)
    })
    await home
      .card('Contramar')
      .getByRole('button', { name: texts('card_more') })
      .click()
    await page.clock.runFor(LOADING_MS)
    await page.getByRole('menuitem', { name: texts('card_fix') }).click()
    await page.clock.runFor(LOADING_MS)
    const name = page.getByRole('dialog', { name: texts('fix_title') }).getByLabel(texts('fix_name'))
    await expect(name).toBeVisible()
    await page.clock.runFor(LOADING_MS)
    const before = searches.length
    await name.fill('El Cali')
    await page.clock.runFor(200)
    await name.fill('El Califa')
    await page.clock.runFor(349)
    expect(searches).toHaveLength(before)
    await page.clock.runFor(1)
    await expect.poll(() => searches.length).toBe(before + 1)
    expect(searches.at(-1)?.searchParams.get('query')).toMatch(/^El Califa/)
    expect(searches.at(-1)?.searchParams.get('limit')).toBe('6')
  },
)

test('the profile shows six favourites of seven', { tag: '@slow' }, async ({ page, app, texts, home }) => {
  const lupe = await createPerson(app)
  const ids = await saveVideos(lupe, ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete'])
  const lists = await lupe.client.request('/rest/v1/video_lists?kind=eq.favorites&select=id')
  const [favorites]: { id: string }[] = await lists.json()
  const entries = ids.map((id) => ({ list_id: favorites?.id, video_id: id }))
  const answer = await lupe.client.request('/rest/v1/list_videos', {
    method: 'POST',
    body: JSON.stringify(entries),
  })
  expect(answer.status).toBe(201)
  await openAs(page, lupe, '/profile')
  await page.getByRole('tab', { name: texts('profile_tab_favorites') }).click()
  await expect(home.cards().first()).toHaveAttribute('aria-setsize', '6')
})

test(
  'a map shows one place at zoom 15, a pressed pin at 16, and does not move for a row',
  { tag: '@slow' },
  async ({ page, app, home, texts }) => {
    test.slow()
    const lupe = await createPerson(app)
    // On the equator, 100 pixels of the scale are 239 m at zoom 15 and 119 m at zoom 16.
    await saveVideos(lupe, ['Contramar'], {
      enrich_place_id: 'osm:1',
      enrich_place_lat: '0',
      enrich_place_lng: '-78',
    })
    await openAs(page, lupe, '/map')
    const map = page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })
    const scale = map.locator('.maplibregl-ctrl-scale')
    await expect(scale).toHaveText(/^200\s*m$/, { timeout: 30_000 })
    const pin = map.getByRole('figure').getByRole('button', { name: 'Contramar' })
    await pin.click()
    await pin.click()
    const detail = page.getByRole('dialog', { name: 'Contramar' })
    await expect(detail).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
    await expect(scale).toHaveText(/^100\s*m$/)
    await page.reload()
    await expect(scale).toHaveText(/^200\s*m$/, { timeout: 30_000 })
    await home.openDetail('Contramar')
    await page.keyboard.press('Escape')
    await expect(scale).toHaveText(/^200\s*m$/)
  },
)

test(
  'the detail shows three lines of the hours, and all on request',
  { tag: '@slow' },
  async ({ page, app, home, texts }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'], { opening_hours: 'Mo-Su 12:00-20:00' })
    await openAs(page, lupe)
    const detail = await home.openDetail('Contramar')
    const lines = detail.getByRole('listitem').filter({ hasText: '12:00' })
    await expect(lines).toHaveCount(3)
    await detail.getByRole('button', { name: texts('detail_hours_all') }).click()
    await expect(lines).toHaveCount(7)
    await expect(detail.getByText(texts('detail_hours_holidays'))).toBeVisible()
  },
)

test(
  'a location that arrives late sorts nothing under the eye, and the next start is sorted by it at once',
  { tag: '@slow' },
  async ({ page, app, texts, home }) => {
    const lupe = await createPerson(app)
    const at = (lat: string) => ({ enrich_place_lat: lat, enrich_place_lng: '-99.17' })
    await saveVideos(lupe, ['Cerca'], at('19.42'))
    await saveVideos(lupe, ['Lejos'], at('19.62'))
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 19.42, longitude: -99.17 })
    await openAs(page, lupe)
    const names = () => home.cards().evaluateAll((cards) => cards.map((card) => card.ariaLabel))
    await expect.poll(names).toEqual(['Lejos', 'Cerca'])
    await expect(page.getByText(texts('sort_near_found'))).toBeVisible()
    await expect(home.card('Lejos')).toContainText(/22 km|14 mi/u)
    expect(await names()).toEqual(['Lejos', 'Cerca'])
    await page.getByRole('button', { name: texts('sort_distance'), exact: true }).click()
    await expect.poll(names).toEqual(['Cerca', 'Lejos'])

    const asked: string[] = []
    // A count is a HEAD request or in the order of ids.
    page.on('request', (request) => request.method() === 'GET' && asked.push(request.url()))
    await page.reload()
    await expect.poll(names).toEqual(['Cerca', 'Lejos'])
    const unsorted = /rest\/v1\/videos\?(?=.*order=(?!id\.))(?!.*enrich_place_lat).*=eq\.identified/u
    expect(asked.filter((url) => unsorted.test(url))).toEqual([])
  },
)
