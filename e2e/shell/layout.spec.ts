import type { Page } from '@playwright/test'
import { layoutFaults } from '../support/layout-faults.ts'
import { createPerson, makeList, openAs } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänswirtshausbetrieben'
const LONG_LIST = 'Para cuando venga mi hermana con todos los niños y la abuela de Guadalajara'
const SPLIT_HOURS = 'Mo-Su 00:00-00:01,13:00-16:00,20:00-23:59'

const NAMES = [
  LONG_NAME,
  'Contramar',
  'La Docena',
  'Los Danzantes',
  'Nicos',
  'Rosetta',
  'Pujol',
  'El Hidalguense',
]

/** A person with more places than fit on a screen, with split hours, and a list of them. */
async function createCollection(app: Parameters<typeof createPerson>[0]) {
  const lupe = await createPerson(app)
  const rows = NAMES.map((name, index) => ({
    video_url: `https://www.tiktok.com/@lupe/video/${Date.now()}${index}`,
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
    restaurant_name: name,
    restaurant_address: 'Calle de Durango 200, Roma Norte, 06700 Ciudad de México',
    restaurant_location: 'Ciudad de México',
    restaurant_cuisine: 'Mexican, Seafood',
    enrich_place_id: `osm:${index}`,
    enrich_place_lat: 19.3 + index / 100,
    enrich_place_lng: -99.17,
    opening_hours: SPLIT_HOURS,
    time_zone: 'America/Mexico_City',
  }))
  const saved = await lupe.client.request('/rest/v1/videos?select=id', {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify(rows),
  })
  const made: { id: string }[] = await saved.json()
  const ids = made.map(({ id }) => id)
  return { lupe, ids, list: await makeList(lupe, LONG_LIST, ids) }
}

interface Sizes {
  readonly widths: readonly number[]
  readonly heights: readonly number[]
  readonly texts: readonly number[]
}

/** Expects no fault at each size of the window and of the text; the screen is loaded once. */
async function expectSoundAt(page: Page, screen: string, { widths, heights, texts }: Sizes): Promise<void> {
  const found = new Map<string, string[]>()
  const devtools = await page.context().newCDPSession(page)
  // Phones have no such setting; they enlarge texts in ways of their own.
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  for (const text of isTouch ? [100] : texts) {
    // As in the settings of the browser: sizes in rem grow, and so do the widths at which a layout changes.
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: (16 * text) / 100 } })
    for (const height of heights)
      for (const width of widths) {
        // Half of a phone is no size that anything fits into.
        if ((Math.min(width, height) * 100) / text < 360) continue
        await page.setViewportSize({ width, height })
        for (const fault of await lastingFaults(page))
          found.set(fault, [...(found.get(fault) ?? []), `${width}×${height}, ${text} %`])
      }
  }
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await devtools.detach()
  const faults = [...found].map(([fault, sizes]) => `${fault} (${sizes.join('; ')})`)
  expect.soft(faults, screen).toEqual([])
}

/** The faults that are still there when the screen had time to draw itself at its new size. */
async function lastingFaults(page: Page): Promise<readonly string[]> {
  for (const wait of [0, 100, 400]) {
    await page.evaluate(
      async (ms) =>
        await new Promise((resolve) =>
          setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), ms),
        ),
      wait,
    )
    const faults = await layoutFaults(page)
    if (faults.length === 0) return []
    if (wait === 400) return faults
  }
  return []
}

/** The shifts of the page since it was loaded, without those that answer to a press. */
async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate(
    async () =>
      await new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
              sum += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )
}

const MAX_SHIFT = 0.02
const MAIN: Sizes = { widths: [360, 768, 1024, 1280], heights: [800], texts: [100, 200] }
const ALL: Sizes = {
  widths: [360, 390, 768, 1024, 1280, 1440, 1920],
  heights: [640, 1080],
  texts: [100, 200],
}

test('no main screen breaks at the common widths, and none shifts while it loads', async ({
  page,
  app,
  texts,
  home,
}) => {
  page.setDefaultTimeout(20_000)
  const { lupe, list, ids } = await createCollection(app)
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  const check = async (screen: string) => {
    // The map above the cards comes with settings that the server answers late.
    if (screen !== '/ (map)')
      expect.soft(await shiftOf(page), `shift of ${screen}`).toBeLessThanOrEqual(MAX_SHIFT)
    await expectSoundAt(page, screen, MAIN)
    await page.setViewportSize(size)
  }
  await page.goto('/find')
  await expectSoundAt(page, 'a guest', { ...MAIN, widths: [360, 844, 1024] })
  await page.setViewportSize(size)
  await openAs(page, lupe)
  await expect(home.cards().first()).toBeVisible()
  await check('home')
  // On a phone held sideways the cards have half of the window, and all of it once it scrolls.
  await page.setViewportSize({ width: 844, height: 390 })
  const card = await home.cards().first().boundingBox()
  expect.soft(card?.y, 'what stands above the cards').toBeLessThan(195)
  await page.mouse.wheel(0, 400)
  await expect.soft(page.getByRole('search')).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.setViewportSize(size)
  await page
    .getByRole('button', { name: texts('search_filters') })
    .first()
    .click()
  await expectSoundAt(page, 'filters', MAIN)
  await page.setViewportSize(size)

  // What the detail loads later comes when the rest can be read.
  const late = Promise.withResolvers<void>()
  await page.route(/my-place-panel|user_places/u, (route) => late.promise.then(() => route.continue()))
  await page.goto(`/?video=${ids[0]}`)
  const detail = page.getByRole('dialog', { name: LONG_NAME })
  await expect(detail.getByRole('heading', { name: texts('detail_data') })).toBeVisible()
  late.resolve()
  await expect(detail.getByLabel(texts('mine_note'), { exact: true })).toBeVisible()
  await check('detail')
  // On a phone held sideways, the picture beside the text is as high as its window.
  await page.setViewportSize({ width: 844, height: 390 })
  const ends = [detail.locator('[class*=hero]'), detail].map((box) =>
    box.evaluate((element) => Math.round(element.getBoundingClientRect().bottom)),
  )
  const [picture, end] = await Promise.all(ends)
  expect.soft(picture, 'the picture ends with its window').toBe(end)
  await page.setViewportSize(size)

  for (const [path, layout] of [
    ['/', 'map'],
    ['/map', 'grid'],
    [`/list/${list}`, 'grid'],
    ['/settings', 'grid'],
  ] as const) {
    await page.evaluate((chosen) => {
      const kept: unknown = JSON.parse(localStorage.getItem('fs:settings:v1') ?? '{}')
      localStorage.setItem('fs:settings:v1', JSON.stringify({ ...Object(kept), layout: chosen }))
    }, layout)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await check(`${path} (${layout})`)
  }
})

test('a panel has its room before it comes, one at a time; Back and Escape close it, and text is asked about', async ({
  page,
  app,
  posts,
  texts,
  home,
  isMobile,
}) => {
  const { lupe, ids } = await createCollection(app)
  const [, contramar] = ids
  await openAs(page, lupe)
  await home.add(posts.get('13-name-without-city')?.link ?? '')
  const question = page.getByRole('dialog', { name: texts('confirm_title') })
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(/\?help=/)
  const asking = new URL(page.url()).search
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/')

  for (const [search, name] of [
    [`?video=${contramar}`, 'Contramar'],
    [`?fix=${contramar}`, texts('fix_title')],
    [asking, texts('confirm_title')],
  ] as const) {
    await page.goto(`/${search}`)
    const panel = page.getByRole('dialog', { name, exact: true })
    await expect(panel).toBeVisible()
    await expect(home.cards().first()).toBeVisible()
    expect(await shiftOf(page), name).toBeLessThanOrEqual(MAX_SHIFT)
    await expect(page.locator('dialog:modal')).toHaveCount(isMobile ? 1 : 0)
    await expect.poll(() => panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    const { x: edge = 0 } = (await panel.boundingBox()) ?? {}
    const { x = 0, width = 0 } = (await home.cards().last().boundingBox()) ?? {}
    if (!isMobile) expect(x + width, name).toBeLessThanOrEqual(edge)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL('/')
  }
  if (isMobile) return

  const title = (name: string) => home.card(name).getByRole('button', { name, exact: true })
  await title('Nicos').click()
  await title('Rosetta').click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Rosetta')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('card_fix') })
    .click()
  const fix = page.getByRole('dialog', { name: texts('fix_title') })
  await fix.getByLabel(texts('fix_name'), { exact: true }).fill('Otra')
  await title('Nicos').click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: texts('form_keep') })
    .click()
  await expect(fix.getByLabel(texts('fix_name'), { exact: true })).toHaveValue('Otra')
  await page.goBack()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: texts('form_discard') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('beside a map, no card lies on a panel, and the panel on no chosen pin, credit or chip', async ({
  page,
  app,
  posts,
  texts,
  home,
  isMobile,
}) => {
  test.skip(isMobile, 'a sheet covers the map')
  const { lupe } = await createCollection(app)
  await lupe.client.add(posts.get('13-name-without-city')?.link ?? '')
  const [open]: { id: string }[] = await (
    await lupe.client.request('/rest/v1/videos?select=id&identify_state=neq.identified')
  ).json()
  await openAs(page, lupe)
  await page.getByRole('button', { name: texts('layout_both') }).click()
  await page.goto(`/?help=${open?.id}`)
  const question = page.getByRole('dialog', { name: texts('confirm_title') })
  await expect(question).toBeVisible()
  const pin = page.locator('figure').getByRole('button', { name: /Contramar/u })
  await expect(pin).toBeVisible()
  await expect(home.cards().first()).toBeAttached()
  const isFree = () =>
    question.evaluate((panel) => {
      const { left, right, top, bottom } = panel.getBoundingClientRect()
      const at = [0.2, 0.4, 0.6, 0.8].map((part) => top + (bottom - top) * part)
      return at.every((y) => panel.contains(document.elementFromPoint(left + (right - left) / 4, y)))
    })
  expect(await isFree()).toBe(true)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1600, height: 900 })
  await expect(pin).toBeVisible()
  const { x: before = 0 } = (await pin.boundingBox()) ?? {}
  await home.card('Contramar').getByRole('button', { name: 'Contramar', exact: true }).click()
  const detail = page.getByRole('dialog', { name: 'Contramar', exact: true })
  await expect(detail).toBeVisible()
  const { x = 0, width = 0 } = (await detail.boundingBox()) ?? {}
  expect(before, 'the pin was where the panel came').toBeLessThan(x + width)
  for (const free of [
    pin,
    page.getByText('Natural Earth').first(),
    page.getByRole('group', { name: texts('map_quick') }),
  ])
    await expect.poll(async () => (await free.boundingBox())?.x).toBeGreaterThanOrEqual(x + width)
})

test('a dialog dims all of the window, and stands alone', async ({ page, app, texts, isMobile }) => {
  await openAs(page, await createPerson(app), '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { width = 0 } = page.viewportSize() ?? {}
  // Where a scrollbar would be.
  const strip = () => page.screenshot({ clip: { x: width - 5, y: 400, width: 4, height: 4 } })
  const bright = await strip()
  await page.getByRole('button', { name: texts('header_settings'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: texts('close') })
    .click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(await page.locator('dialog:modal').count()).toBe(1)
  if (!isMobile) expect(await strip()).not.toEqual(bright)
})

test('no screen breaks at any width', { tag: '@slow' }, async ({ page, app }) => {
  test.slow()
  page.setDefaultTimeout(20_000)
  const { lupe, list } = await createCollection(app)
  for (const path of ['/', '/map', '/lists', `/list/${list}`, '/profile', '/settings', '/find']) {
    await openAs(page, lupe, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectSoundAt(page, path, ALL)
  }
})

test('with text of twice its size the button for links leaves the tabs beside it free', async ({
  page,
  app,
  texts,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await openAs(page, await createPerson(app))
  const circle = await page.locator('[data-add-link] > span').boundingBox()
  const icon = await page
    .getByRole('link', { name: texts('nav_lists') })
    .locator('svg')
    .boundingBox()
  expect((circle?.x ?? 360) + (circle?.width ?? 0)).toBeLessThanOrEqual(icon?.x ?? 0)
})
