import { expect, test } from '../support/fixtures.ts'
import { addPlaces, createPerson, makeList, openAs, rowsOf, saveVideos } from '../support/people.ts'
import { openDevice } from '../support/device.ts'

test('a list is made, filled, arranged, renamed and deleted', async ({
  page,
  app,
  texts,
  home,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  const [huequito, contramar] = await saveVideos(lupe, ['El Huequito', 'Contramar'])
  const share_options = { allow_comments: false, allow_collaborators: true, show_creator: false }
  await page.addInitScript((chosen) => {
    const settings = JSON.parse(localStorage.getItem('fs:settings:v1') ?? '{}')
    localStorage.setItem('fs:settings:v1', JSON.stringify({ ...settings, share_options: chosen }))
  }, share_options)
  await openAs(page, lupe)
  const held = () => rowsOf(lupe.client, 'list_videos?select=video_id&order=position')
  const own = (columns: string) => rowsOf(lupe.client, `video_lists?select=${columns}&kind=eq.custom`)

  await home
    .card('Contramar')
    .getByRole('button', { name: texts('card_save') })
    .click()
  const popover = page.getByRole('dialog', { name: texts('add_list_title') })
  await expect(popover.getByText(texts('lists_empty'))).toBeVisible()
  await expectAccessible()
  await popover.getByLabel(texts('lists_new')).fill(' Tacos de madrugada ')
  await popover.getByRole('button', { name: texts('lists_create') }).click()
  await expect(home.notice(texts('add_list_done'))).toBeVisible()
  expect(await own('name,description,visibility,share_options')).toEqual([
    { name: 'Tacos de madrugada', description: null, visibility: 'private', share_options },
  ])
  expect(await held()).toEqual([{ video_id: contramar }])
  // The popover is still open, for another list.
  await page.goBack()
  await expect(popover).toBeHidden()

  await home
    .card('El Huequito')
    .getByRole('button', { name: texts('card_more') })
    .click()
  await page.getByRole('menuitem', { name: texts('card_add_to_list') }).click()
  const choice = popover.getByRole('button', { name: 'Tacos de madrugada' })
  for (const isIn of ['true', 'false', 'true']) {
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', isIn)
    await expect(choice).toBeEnabled()
    expect(await held()).toHaveLength(isIn === 'true' ? 2 : 1)
  }

  await page.goto('/lists')
  await expect(page.getByRole('article', { name: texts('lists_want_to_try') })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Tacos de madrugada' }).click()
  await expect(home.cards()).toHaveCount(2)
  await expectAccessible()

  await page.getByRole('button', { name: texts('list_arrange') }).click()
  const rows = page.getByRole('list', { name: texts('list_videos') }).getByRole('listitem')
  const first = 'El Huequito'
  await expect(rows.first()).toContainText(first)
  await page.getByRole('button', { name: texts('list_down_video', { name: first }) }).click()
  await expect(rows.last()).toContainText(first)
  await expectAccessible()
  const grip = page.getByRole('button', { name: texts('list_move_video', { name: first }), exact: true })
  await grip.press('ArrowUp')
  await expect(rows.first()).toContainText(first)
  await expect(grip).toBeFocused()
  await grip.hover()
  await page.mouse.down()
  // The dragged row lies over it.
  await rows.last().hover({ force: true })
  await page.mouse.up()
  await expect(rows.last()).toContainText(first)
  await expect(page.getByText(texts('list_moved', { name: first, n: '2', total: '2' }))).toBeAttached()
  await page.reload()
  await expect(home.cards().last()).toHaveAccessibleName(first)
  expect(await held()).toEqual([{ video_id: contramar }, { video_id: huequito }])
  await page.getByRole('button', { name: texts('list_arrange') }).click()
  await page.getByRole('button', { name: texts('list_remove_video', { name: 'Contramar' }) }).click()
  await expect(rows).toHaveCount(1)
  await expect.poll(held).toEqual([{ video_id: huequito }])

  await page.getByRole('button', { name: texts('lists_more', { name: 'Tacos de madrugada' }) }).click()
  await page.getByRole('menuitem', { name: texts('lists_edit') }).click()
  const form = page.getByRole('dialog', { name: texts('lists_edit_title') })
  await form.getByLabel(texts('lists_name')).fill('')
  await form.getByRole('button', { name: texts('lists_save') }).click()
  await expect(form.getByText(texts('lists_name_required'))).toBeVisible()
  await form.getByLabel(texts('lists_name')).fill(' Tacos del centro ')
  await form.getByLabel(texts('lists_description')).fill('Solo de pie.')
  await form.getByRole('button', { name: texts('lists_save') }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Solo de pie.')).toBeVisible()
  expect(await own('name,description')).toEqual([{ name: 'Tacos del centro', description: 'Solo de pie.' }])

  await page.getByRole('button', { name: texts('lists_more', { name: 'Tacos del centro' }) }).click()
  await page.getByRole('menuitem', { name: texts('lists_delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: texts('lists_delete') })
    .click()
  await expect(page.getByText(texts('lists_empty_text'))).toBeVisible()
  expect(await own('id')).toEqual([])
})

test('a visitor opens a shared list and nothing else, until it is no longer shared', async ({
  page,
  app,
  browser,
  texts,
  language,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  const [inList] = await saveVideos(lupe, ['Contramar', 'El Huequito'])
  const listId = await makeList(lupe, 'Mariscos', [inList ?? ''])
  await makeList(lupe, 'Postres', [])
  const sorted = () => rowsOf(lupe.client, 'video_lists?select=name&kind=eq.custom&order=position')
  const shared = () => rowsOf(lupe.client, `video_lists?select=visibility,share_options&id=eq.${listId}`)
  const invited = () => rowsOf(lupe.client, 'list_invites?select=list_id,access')
  await openAs(page, lupe, '/lists')
  await page.getByRole('button', { name: texts('lists_more', { name: 'Mariscos' }) }).click()
  await page.getByRole('menuitem', { name: texts('lists_move_up') }).click()
  await expect.poll(sorted).toEqual([{ name: 'Mariscos' }, { name: 'Postres' }])
  await page.getByRole('button', { name: texts('share_menu', { name: 'Mariscos' }) }).click()
  await page.getByRole('menuitem', { name: texts('share_start') }).click()
  await expect(page.getByText(texts('share_started'))).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: texts('share_sign') }).click()
  await page.getByRole('dialog').getByLabel(texts('name_ask')).fill('Lupe')
  await page.keyboard.press('Escape')
  await expect(page.getByText(texts('profile_saved'))).toBeVisible()
  expect(link).toBe(`${app.url}/list/${listId}`)
  expect(await shared()).toMatchObject([{ visibility: 'unlisted' }])
  await page.getByRole('button', { name: texts('share_menu', { name: 'Mariscos' }) }).click()
  await page.getByRole('menuitem', { name: texts('share_options') }).click()
  const sharing = page.getByRole('dialog', { name: texts('share_title', { name: 'Mariscos' }) })
  await sharing.getByText(texts('visibility_public_list'), { exact: true }).click()
  await expect.poll(shared).toMatchObject([{ visibility: 'public' }])
  await sharing.getByRole('switch', { name: texts('share_allow_collaborators') }).click()
  await sharing.getByRole('button', { name: texts('people_invite_edit') }).click()
  await expect(sharing.getByLabel(texts('people_invite_link'))).toHaveValue(/\/invite\/[\w-]+$/u)
  expect(await invited()).toEqual([{ list_id: listId, access: 'edit' }])
  const share_options = { allow_comments: true, allow_collaborators: true, show_creator: true }
  expect(await shared()).toEqual([{ visibility: 'public', share_options }])
  await sharing.getByRole('button', { name: texts('people_revoke_links') }).click()
  await expect(sharing.getByLabel(texts('people_invite_link'))).toBeHidden()
  expect(await invited()).toEqual([])
  await page.keyboard.press('Escape')

  const visitor = await openDevice(browser, language)
  await visitor.goto(link)
  await expect(visitor.getByRole('article', { name: 'Contramar' })).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(1)
  await expect(visitor.getByText(texts('list_by', { name: 'Lupe' }))).toBeVisible()
  await visitor.getByRole('article').getByRole('button', { name: 'Contramar', exact: true }).click()
  await expect(visitor.getByRole('dialog', { name: 'Contramar' })).toBeVisible()
  await visitor.keyboard.press('Escape')
  await visitor.getByRole('link', { name: texts('back_home') }).click()
  await expect(visitor.getByRole('button', { name: texts('auth_login'), exact: true })).toBeVisible()
  await visitor.goto('/map')
  await expect(visitor.getByText('Contramar')).toHaveCount(0)

  const preview = await (await fetch(link)).text()
  expect(preview).toContain('Mariscos · 1 restaurante')

  await page.getByRole('button', { name: texts('share_menu', { name: 'Mariscos' }) }).click()
  await page.getByRole('menuitem', { name: texts('share_stop') }).click()
  await expect(page.getByText(texts('share_stopped'))).toBeVisible()
  expect(await shared()).toMatchObject([{ visibility: 'private' }])
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: texts('list_unavailable') })).toBeVisible()
  expect(await (await fetch(link)).text()).not.toContain('Mariscos')
  await expectAccessible()
  await visitor.context().close()
})

test(
  'a collaborator joins by the link and adds a video; removing them works at once',
  { tag: '@slow' },
  async ({ page, app, browser, texts, language, expectAccessible }) => {
    const [lupe, beto] = [await createPerson(app), await createPerson(app)]
    const videos = await saveVideos(lupe, ['Contramar'])
    await saveVideos(beto, ['Pujol'])
    const listId = await makeList(lupe, 'Entre dos', videos)
    await openAs(page, lupe)
    await page.goto(`/list/${listId}`)
    await page.getByRole('button', { name: texts('share_menu', { name: 'Entre dos' }) }).click()
    await page.getByRole('menuitem', { name: texts('share_options') }).click()
    const sharing = page.getByRole('dialog')
    await sharing.getByRole('switch', { name: texts('share_allow_collaborators') }).click()
    await sharing.getByRole('button', { name: texts('people_invite_edit') }).click()
    const link = await sharing.getByLabel(texts('people_invite_link')).inputValue()
    await expectAccessible()

    const device = await openDevice(browser, language)
    await openAs(device, beto)
    await device.goto(new URL(link).pathname)
    await device.getByRole('button', { name: texts('invite_accept') }).click()
    await expect(device.getByRole('article', { name: 'Contramar' })).toBeVisible()
    await device.goto('/')
    await device
      .getByRole('article', { name: 'Pujol' })
      .getByRole('button', { name: texts('card_save') })
      .click()
    await device
      .getByRole('dialog', { name: texts('add_list_title') })
      .getByRole('button', { name: 'Entre dos' })
      .click()
    await expect(device.getByText(texts('add_list_done'))).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(sharing).toBeHidden()
    await page.reload()
    await expect(page.getByRole('article', { name: 'Pujol' })).toBeVisible()
    await expect(page.getByText(texts('lists_people', { n: '2' }))).toBeVisible()
    await expect(page.getByText(texts('list_with', { names: texts('comments_somebody') }))).toBeVisible()

    await device.goto(`/list/${listId}`)
    await expect(device.getByRole('article')).toHaveCount(2)
    await page.getByRole('button', { name: texts('share_menu', { name: 'Entre dos' }) }).click()
    await page.getByRole('menuitem', { name: texts('share_options') }).click()
    // No part of another person's email address appears in place of a name.
    const name = texts('comments_somebody')
    await page.getByRole('button', { name: texts('people_remove', { name }) }).click()
    await expect(page.getByRole('button', { name: texts('people_remove', { name }) })).toBeHidden()
    await device.reload()
    await expect(device.getByRole('heading', { name: texts('list_unavailable') })).toBeVisible()
    await device.context().close()
  },
)

test(
  'a change on one device shows on another of the same person',
  { tag: '@slow' },
  async ({ page, app, browser, texts, language, home }) => {
    const lupe = await createPerson(app)
    await saveVideos(lupe, ['Contramar'])
    const other = await openDevice(browser, language)
    await openAs(page, lupe)
    await openAs(other, lupe, '/lists')
    await home
      .card('Contramar')
      .getByRole('button', { name: texts('card_favorite') })
      .click()
    const favorites = other.getByRole('article', { name: texts('lists_favorites') })
    await expect(favorites).toContainText('1', { timeout: 20_000 })
    await other.context().close()
  },
)

test(
  'a visitor with an account comments on a list and copies it',
  { tag: '@slow' },
  async ({ page, app, texts, home, expectAccessible }) => {
    const [lupe, beto] = [await createPerson(app), await createPerson(app)]
    const videos = await saveVideos(lupe, ['Contramar', 'El Huequito'])
    const listId = await makeList(lupe, 'Para copiar', videos, { visibility: 'unlisted' })
    await openAs(page, beto)
    await page.goto(`/list/${listId}`)
    await expect(home.cards()).toHaveCount(2)
    await expect(page.getByText(texts('comments_none'))).toBeVisible()
    await page.getByLabel(texts('comments_write')).fill('¡Vamos el jueves!')
    await page.getByLabel(texts('name_ask')).fill('Beto')
    await page.getByRole('button', { name: texts('comments_send') }).click()
    await expect(page.getByText('¡Vamos el jueves!')).toBeVisible()
    await expectAccessible()

    await page.getByRole('button', { name: texts('list_save') }).click()
    await expect(page).not.toHaveURL(new RegExp(listId))
    await expect(home.cards()).toHaveCount(2)
    await expect(page.getByRole('button', { name: texts('list_arrange') })).toBeVisible()
  },
)

test(
  'a visitor sees every place of a video in a shared list',
  { tag: '@slow' },
  async ({ app, browser, language }) => {
    const lupe = await createPerson(app)
    const [video] = await saveVideos(lupe, ['Contramar'])
    await addPlaces(lupe, video ?? '', ['Contramar', 'Entremar'])
    const listId = await makeList(lupe, 'Mar', [video ?? ''], {
      visibility: 'unlisted',
      share_options: { show_creator: true },
    })
    const visitor = await openDevice(browser, language)
    await visitor.goto(`${app.url}/list/${listId}`)
    await visitor.getByRole('button', { name: 'Contramar', exact: true }).click()
    await expect(visitor.getByRole('dialog').getByText('Entremar')).toBeVisible()
    await visitor.context().close()
  },
)

test(
  'a list that hides its creator can be opened and copied, and does not reveal them',
  { tag: '@slow' },
  async ({ page, app, browser, texts, language, home }) => {
    const [lupe, beto] = [await createPerson(app), await createPerson(app)]
    const videos = await saveVideos(lupe, ['Contramar', 'El Huequito'])
    await addPlaces(lupe, videos[0] ?? '', ['Contramar', 'Entremar'])
    const listId = await makeList(lupe, 'Sin nombre', videos, {
      visibility: 'public',
      share_options: { show_creator: false },
    })
    const { id: owner } = await (await lupe.client.request('/auth/v1/user')).json()
    const telling = [owner, lupe.credentials.email, ...videos]
    const link = `${app.url}/list/${listId}`

    const visitor = await openDevice(browser, language)
    const answers: Promise<string>[] = []
    visitor.on('response', (answer) => {
      if (answer.url().startsWith(`${app.url}/rest/`)) answers.push(answer.text().catch(() => ''))
    })
    await visitor.goto(link)
    await visitor.getByRole('button', { name: 'Contramar', exact: true }).click()
    const detail = visitor.getByRole('dialog', { name: 'Contramar' })
    await expect(detail.getByText('Entremar')).toBeVisible()
    await visitor.keyboard.press('Escape')
    const told = [
      ...(await Promise.all(answers)),
      await visitor.content(),
      await (await fetch(link)).text(),
    ].join('\n')
    expect(told).toContain('Entremar')
    expect(told).toContain('Sin nombre · 2 restaurantes')
    for (const known of telling) expect(told).not.toContain(known)
    await visitor.context().close()

    await openAs(page, beto)
    await page.goto(link)
    await page.getByRole('button', { name: texts('list_save') }).click()
    await expect(page).not.toHaveURL(new RegExp(listId))
    await expect(home.cards()).toHaveCount(2)
    await expect(page.getByRole('button', { name: texts('list_arrange') })).toBeVisible()
  },
)

test('places are added to a list from the list, by a new link too', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar', 'Don Julio'])
  const list = await makeList(lupe, 'Domingos', [])
  await openAs(page, lupe, `/list/${list}`)
  await page.getByRole('button', { name: texts('list_add_places') }).click()
  const sheet = page.getByRole('dialog', { name: texts('list_add_places') })
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await sheet.getByLabel(texts('list_add_search')).fill('julio')
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  const place = sheet.getByRole('listitem').getByRole('button')
  await place.click()
  await expect(place).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await sheet.getByLabel(texts('list_add_search')).fill(posts.get('02-katz')?.link ?? '')
  await sheet.getByRole('button', { name: texts('sheet_add') }).click()
  await expect(sheet.getByRole('button', { name: /Katz/, pressed: true })).toBeVisible()
  await page.goBack()
  await expect(home.card('Don Julio')).toBeVisible()
  await expect(home.cards()).toHaveCount(2)
})

test('an address without a list says so', { tag: '@slow' }, async ({ page, texts }) => {
  await page.goto('/list')
  await expect(page.getByRole('heading', { name: texts('list_not_found') })).toBeVisible()
  await page.goto('/list/not-an-id')
  await expect(page.getByRole('heading', { name: texts('list_unavailable') })).toBeVisible()
})
