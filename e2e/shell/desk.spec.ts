import { createPerson, makeList, openAs, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'

test('keys lead from card to card, and a sheet lists them; a field keeps what is typed', async ({
  page,
  app,
  texts,
  home,
  isMobile,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Uno', 'Dos'])
  await openAs(page, lupe)
  const title = (name: string) => home.card(name).getByRole('button', { name, exact: true })
  await expect(title('Uno')).toBeVisible()
  const sheet = page.getByRole('dialog', { name: texts('shortcuts_title') })
  // The code of the keys comes after the first screen.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(sheet.getByRole('term')).toHaveCount(16)
  await expectAccessible()
  await page.keyboard.press('l')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/')

  await page.keyboard.press('j')
  await expect(title('Dos')).toBeFocused()
  await page.keyboard.press('j')
  await expect(title('Uno')).toBeFocused()
  await page.keyboard.press('f')
  await expect(home.card('Uno').getByRole('button', { name: texts('card_favorite') })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: texts('compare_bar') })
  await expect(bar).toBeVisible()
  await page.keyboard.press('a')
  const add = bar.getByRole('button', { name: texts('card_add_to_list') })
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: texts('add_list_title') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('/')
  const box = page.getByRole('textbox', { name: texts('search_label') })
  await page.keyboard.type('ml?')
  await expect(box).toHaveValue('ml?')
  await page.getByRole('button', { name: texts('search_clear') }).click()
  await title('Uno').focus()
  await page.keyboard.press('l')
  await expect(page).toHaveURL('/lists')

  // The menu of the account offers the sheet at a desk only.
  if (isMobile) await page.keyboard.press('?')
  else {
    await page.getByRole('banner').getByRole('button', { expanded: false }).last().click()
    await page.getByRole('button', { name: texts('shortcuts_title') }).click()
  }
  await sheet.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('m')
  await expect(page).toHaveURL('/lists')
})

test('a link pasted anywhere is added, into the list that is open; other text does nothing', async ({
  page,
  app,
  posts,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  const list = await makeList(lupe, 'Domingo', await saveVideos(lupe, ['Uno']))
  await openAs(page, lupe)
  await expect(home.card('Uno')).toBeVisible()
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  }
  await expect(page.getByText(texts('sort_no_location'))).toBeVisible()
  await paste('tacos al pastor')
  await paste(posts.get('01-contramar')?.link ?? '')
  await expect(home.card('Contramar')).toBeVisible()
  await expect(home.cards()).toHaveCount(2)

  const link = posts.get('02-katz')?.link ?? ''
  await page.goto(`/list/${list}`)
  await expect(page.getByRole('button', { name: texts('list_add_places') })).toBeVisible()
  await paste(link)
  await expect(page.getByRole('dialog').getByRole('searchbox')).toHaveValue(link)
  await page.goto('/lists')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await paste(link)
    await expect(page).toHaveURL('/', { timeout: 1000 })
  }).toPass()
  await page
    .getByRole('region', { name: texts('clipboard_prompt') })
    .getByRole('button', { name: texts('clipboard_add') })
    .click()
  await expect(home.card("Katz's Delicatessen")).toBeVisible()
})

test('a list on paper: each place with its number, address, hours and note, and no navigation', async ({
  page,
  app,
  texts,
}) => {
  const lupe = await createPerson(app)
  const hours = JSON.stringify(
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
      (day) => `${day}: ${day === 'Sunday' ? 'Closed' : '1:00 PM – 6:30 PM'}`,
    ),
  )
  const names = Array.from({ length: 12 }, (_, index) => `Fonda ${index + 1}`)
  const ids = await saveVideos(lupe, names, {
    restaurant_address: 'Calle de Durango 200, Roma Norte',
    restaurant_phone: '55 5514 9217',
    opening_hours_weekday_text: hours,
  })
  for (const [index, lat] of [19.41, 19.42].entries())
    await lupe.client.request(`/rest/v1/videos?id=eq.${ids[index]}`, {
      method: 'PATCH',
      body: JSON.stringify({ enrich_place_lat: lat, enrich_place_lng: -99.17 }),
    })
  await lupe.client.request(`/rest/v1/videos?id=eq.${ids[1]}`, {
    method: 'PATCH',
    body: JSON.stringify({ restaurant_cuisine: 'Mexican, Seafood, Steakhouse, Breakfast, Bakery' }),
  })
  await lupe.client.request('/rest/v1/user_places', {
    method: 'POST',
    body: JSON.stringify({ place_id: ids[2], note: 'La mesa del fondo' }),
  })
  const list = await makeList(lupe, 'Domingo en la Roma', ids)
  await openAs(page, lupe, `/list/${list}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.emulateMedia({ media: 'print' })
  const rows = page.getByRole('main').getByRole('list').filter({ hasText: 'Fonda 12' }).getByRole('listitem')
  await expect(rows).toHaveCount(12)
  // A map with the numbers of those that have a point.
  await expect(page.getByRole('figure', { name: texts('page_map') })).toHaveText(/^21[\d.]+ (?:k?m|mi|ft)$/)
  await expect(rows.nth(2)).toHaveText(
    /3Fonda 3.*Durango 200.*–.*1:00.*6:30.*55 5514 9217.*La mesa del fondo/,
  )
  const lefts = await rows.evaluateAll((items) =>
    items.map((item) => [...item.children].map((cell) => Math.round(cell.getBoundingClientRect().left))),
  )
  expect(new Set(lefts.map(String)).size, 'columns stand below each other').toBe(1)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: texts('list_add_places') })).toBeHidden()
})

test('a place that is dragged to the edge of the window scrolls its list', async ({ page, app, texts }) => {
  const lupe = await createPerson(app)
  const names = Array.from({ length: 20 }, (_, index) => `Fonda ${index + 1}`)
  const list = await makeList(lupe, 'Fondas', await saveVideos(lupe, names))
  await openAs(page, lupe, `/list/${list}`)
  await page.getByRole('button', { name: texts('list_arrange') }).click()
  const grip = page.getByRole('button', {
    name: texts('list_move_video', { name: 'Fonda 1' }),
    exact: true,
  })
  await grip.hover()
  const { x = 0 } = (await grip.boundingBox()) ?? {}
  const { height = 0 } = page.viewportSize() ?? {}
  await page.mouse.down()
  await page.mouse.move(x + 9, height - 20, { steps: 3 })
  // Without another movement; and the page stays as long as it is.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY))
    .toBeLessThan(2)
  await page.mouse.up()
  await expect(page.getByText(texts('list_moved', { name: 'Fonda 1', n: '20', total: '20' }))).toBeAttached()
})

test('the focus is back on a card from a later row, whose place is another one beside its panel', async ({
  page,
  app,
  home,
}) => {
  const lupe = await createPerson(app)
  const names = Array.from({ length: 24 }, (_, index) => `Fonda ${index + 1}`)
  await saveVideos(lupe, names)
  await openAs(page, lupe)
  await expect(home.card('Fonda 24')).toBeVisible()
  const title = home.card('Fonda 6').getByRole('button', { name: 'Fonda 6', exact: true })
  await page.mouse.wheel(0, 5000)
  await title.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Fonda 6' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(title).toBeFocused()
})
