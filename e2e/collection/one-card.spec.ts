import { z } from 'zod'
import { createPerson, openAs, rowsOf, saveVideos } from '../support/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { openSettings } from '../support/settings.ts'

test('a place has one card, which counts its videos and leads to them, and one state; or each video has its own', async ({
  page,
  app,
  posts,
  texts,
  home,
  expectAccessible,
}) => {
  const link = posts.get('01-contramar')?.link ?? ''
  const other = await createPerson(app)
  await other.client.add(link)
  const answer = await other.client.request('/rest/v1/videos?select=enrich_place_id')
  const [known]: Record<string, string>[] = await answer.json()
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar'], { ...known, title: 'La salsa' })
  await saveVideos(lupe, ['Contramar'], { ...known, title: 'El pescado' })
  // Typed by hand, with pins some metres apart; the third one is another branch.
  for (const lat of ['19.41001', '19.41004', '19.5'])
    await saveVideos(lupe, ['Don Beto'], { enrich_place_lat: lat, enrich_place_lng: '-99.16' })

  await openAs(page, lupe)
  const bar = page.getByRole('group', { name: texts('collection_bar') })
  const pill = (n: number) => home.cards().getByText(texts('map_videos', { n: String(n) }), { exact: true })
  const turnEachVideo = async () => {
    // After a reload the page returns to where it was, until a key or a finger goes elsewhere.
    await page.keyboard.press('Home')
    await (await openSettings(page, texts)).getByRole('switch', { name: texts('settings_group') }).click()
    await page.keyboard.press('Escape')
  }
  await expect(home.cards()).toHaveCount(3)
  await turnEachVideo()
  // The page holds only the cards near the window.
  await expect(home.cards().first()).toHaveAttribute('aria-setsize', '5')
  await expect(pill(2).first()).toBeVisible()
  await expect(bar.getByText(texts('videos_count', { n: '3' }))).toBeVisible()
  // A heart is of the place: on one of its videos it is on all, and off again.
  const hearts = page.getByRole('button', { name: texts('card_favorite'), pressed: true })
  await home
    .card('Contramar')
    .first()
    .getByRole('button', { name: texts('card_favorite') })
    .click()
  await expect(hearts).toHaveCount(2)
  await page.reload()
  await expect(hearts).toHaveCount(2)
  await hearts.last().click()
  await page.reload()
  await expect(home.cards().first()).toBeVisible()
  await expect(hearts).toHaveCount(0)
  await turnEachVideo()
  await expect(home.cards()).toHaveCount(3)
  await expect(pill(2)).toHaveCount(2)
  await expect(bar.getByText(texts('videos_count', { n: '3' }))).toBeVisible()

  await home.add(link)
  await expect(home.notice(texts('added_to_place', { name: 'Contramar', n: '3' }))).toBeVisible()
  await expect(pill(3)).toBeVisible()
  await expect(home.cards()).toHaveCount(3)
  const detail = await home.openDetail('Contramar')
  await expect(detail.getByRole('heading', { name: texts('detail_videos') })).toBeVisible()
  await detail.getByRole('button', { name: /^La salsa/ }).click()
  await expect(detail.getByRole('button', { name: /^El pescado/ })).toBeVisible()
  await expect(detail.getByRole('button', { name: /^La salsa/ })).toBeDisabled()
  await expect(detail).toBeInViewport()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  await home.delete('Contramar', 'card_delete_one')
  await expect(pill(2)).toHaveCount(2)
  await expect(home.cards()).toHaveCount(3)
  await page.getByRole('button', { name: texts('undo') }).click()
  await expect(pill(3)).toBeVisible()
})

test(
  'pages that hold only further videos of a place do not end the list',
  { tag: '@slow' },
  async ({ page, app, home }) => {
    const lupe = await createPerson(app)
    const rows = Array.from({ length: 300 }, (_, index) => ({
      video_url: `https://www.tiktok.com/@lupe/video/${7_000_000_000 + index}`,
      restaurant_name: index === 299 ? 'Orinoco' : 'Contramar',
      enrich_place_id: index === 299 ? 'osm:2' : 'osm:1',
      created_at: new Date(Date.now() - index * 60_000).toISOString(),
    }))
    const settings = { user_id: lupe.client.userId, each_video: false }
    for (const [path, body] of [
      ['videos', rows],
      ['user_settings', settings],
    ] as const)
      await lupe.client.request(`/rest/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
    await openAs(page, lupe)
    await expect(home.card('Orinoco')).toBeVisible()
    await expect(home.cards()).toHaveCount(2)
  },
)

test('deleting says whether a video or the place goes, and both can be undone', async ({
  page,
  app,
  texts,
  home,
}) => {
  const lupe = await createPerson(app)
  const place = { enrich_place_lat: '19.42', enrich_place_lng: '-99.16' }
  await saveVideos(lupe, ['Don Beto', 'Don Beto'], place)
  await saveVideos(lupe, ['Otro'])
  await openAs(page, lupe)
  const pill = home.card('Don Beto').getByText(texts('map_videos', { n: '2' }), { exact: true })
  const remove = async (item: string) => {
    await expect(pill).toBeVisible()
    await home
      .card('Don Beto')
      .getByRole('button', { name: texts('card_more') })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const undo = page.getByRole('button', { name: texts('undo') })
  // Undone at once: the time for it is short, and a busy machine slow.
  await remove(texts('card_delete_place', { n: '2' }))
  await expect(page.getByText(texts('deleted_some', { n: '2' }))).toBeVisible()
  await undo.click()
  await expect(pill).toBeVisible()

  await home
    .card('Don Beto')
    .getByRole('button', { name: 'Don Beto', exact: true })
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: texts('compare_bar') })
  await bar.getByRole('button', { name: texts('card_delete_videos', { n: '2' }) }).click()
  await expect(page.getByText(texts('deleted_some', { n: '2' }))).toBeVisible()
  await undo.click()
  await expect(pill).toBeVisible()

  await remove(texts('card_delete_one'))
  await expect(page.getByText(texts('deleted_now'), { exact: true })).toBeVisible()
  await expect(pill).toBeHidden()
  await expect(home.cards()).toHaveCount(2)
})

test('a place where one has been is not called new', async ({ page, app, home, texts }) => {
  const lupe = await createPerson(app)
  const [been = ''] = await saveVideos(lupe, ['Contramar', 'El Huequito'])
  await openAs(page, lupe)
  for (const name of ['Contramar', 'El Huequito'])
    await expect(home.card(name).getByText(texts('flag_new'))).toBeVisible()
  const lists: unknown = await rowsOf(lupe.client, 'video_lists?select=id&kind=eq.visited')
  const [list] = z.array(z.object({ id: z.string() })).parse(lists)
  const entry = { list_id: list?.id, video_id: been }
  await lupe.client.request('/rest/v1/list_videos', { method: 'POST', body: JSON.stringify(entry) })
  await page.reload()
  await expect(home.card('El Huequito').getByText(texts('flag_new'))).toBeVisible()
  await expect(home.card('Contramar').getByText(texts('flag_new'))).toBeHidden()
})
