import type { Page } from '@playwright/test'
import { enterWith, openAs, createPerson, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

// The times of spec §9, on a clock that stands still between the steps.

/** Opens a screen, waits until it has settled, and stops its clock. */
async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('a long press takes 550 ms', { tag: '@slow' }, async ({ page, app, texts, home, isMobile }) => {
  test.skip(!isMobile, 'touch only')
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  await openAs(page, lupe)
  await expect(home.card('Contramar')).toBeVisible()
  await openWithStoppedClock(page, '/')
  const bar = page.getByRole('region', { name: texts('compare_bar') })
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 300, bubbles: true }
  await home.card('Contramar').dispatchEvent('pointerdown', touch)
  await page.clock.runFor(549)
  await home.card('Contramar').dispatchEvent('pointerup', touch)
  await page.clock.runFor(1000)
  await expect(bar).toHaveCount(0)
  await home.card('Contramar').dispatchEvent('pointerdown', touch)
  await page.clock.runFor(550)
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

test('a notice stays for 3 s', { tag: '@slow' }, async ({ page, app, texts, home }) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'])
  await openAs(page, lupe)
  await openWithStoppedClock(page, '/')
  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_copy_link') }).click()
  const notice = page.locator('[data-toast]').filter({ hasText: texts('copied_link') })
  await expect(notice).toBeVisible()
  await page.clock.runFor(2900)
  await expect(notice).toBeVisible()
  await page.clock.runFor(200)
  await expect(notice).toHaveCount(0)
})

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
    const read = () => page.evaluate((): unknown => Reflect.get(window, 'requests'))
    await expect
      .poll(read)
      .toEqual([{ at: expect.any(Number), enableHighAccuracy: false, timeout: 8000, maximumAge: 60_000 }])
    const [first] = await page.evaluate((): { at: number }[] => Reflect.get(window, 'requests'))
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
    const asked: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/places') asked.push(url)
    })
    await home
      .card('Contramar')
      .getByRole('button', { name: texts('card_more') })
      .click()
    await page.getByRole('menuitem', { name: texts('card_fix') }).click()
    const name = page.getByRole('dialog', { name: texts('fix_title') }).getByLabel(texts('fix_name'))
    await name.fill('Contra')
    await page.clock.runFor(1000)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    const before = asked.length
    await name.fill('El Califa')
    await page.clock.runFor(349)
    expect(asked).toHaveLength(before)
    await page.clock.runFor(1)
    await expect.poll(() => asked.length).toBe(before + 1)
    expect(asked.at(-1)?.searchParams.get('limit')).toBe('6')
  },
)

test('the profile shows six favourites of seven', { tag: '@slow' }, async ({ page, app, texts, home }) => {
  const lupe = await createPerson(app)
  const ids = await saveVideos(lupe, ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete'])
  const lists = await lupe.client.request('/rest/v1/video_lists?kind=eq.favorites&select=id')
  const [favorites]: { id: string }[] = await lists.json()
  const entries = ids.map((video_id) => ({ list_id: favorites?.id, video_id }))
  await lupe.client.request('/rest/v1/list_videos', { method: 'POST', body: JSON.stringify(entries) })
  await openAs(page, lupe, '/profile')
  await page.getByRole('tab', { name: texts('profile_tab_favorites') }).click()
  await expect(home.cards().first()).toHaveAttribute('aria-setsize', '6')
})
