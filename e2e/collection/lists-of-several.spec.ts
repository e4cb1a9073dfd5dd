import { expect, test } from '../support/fixtures.ts'
import { createPerson, makeList, openAs, rowsOf, saveVideos } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import { openDevice } from '../support/device.ts'

test('a list of two people shows a place of both once, and its owner arranges what the other added', async ({
  page,
  app,
  browser,
  language,
  texts,
}) => {
  const [lupe, beto] = [await createPerson(app), await createPerson(app)]
  const of = { enrich_place_id: 'osm:1' }
  const [own = ''] = await saveVideos(lupe, ['Contramar'], of)
  const [huequito = '', twin = ''] = [
    ...(await saveVideos(beto, ['El Huequito'])),
    ...(await saveVideos(beto, ['Contramar', 'Contramar'], of)),
  ]
  const list_id = await makeList(lupe, 'De dos', [own], { share_options: { allow_collaborators: true } })
  const call = async ({ client }: Person, path: string, body: unknown): Promise<unknown> => {
    const answer = await client.request(`/rest/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
    return answer.status === 201 ? null : answer.json()
  }
  const token = await call(lupe, 'rpc/create_list_invite', { list_id, access: 'edit' })
  await call(beto, 'rpc/accept_list_invite', { token })

  const other = await openDevice(browser, language)
  await openAs(other, beto, `${app.url}/list/${list_id}`)
  await other.getByRole('button', { name: texts('list_add_places') }).click()
  const sheet = other.getByRole('dialog', { name: texts('list_add_places') })
  await expect(sheet.getByRole('button', { name: /Contramar/u, pressed: true })).toBeVisible()
  await sheet.getByRole('button', { name: /El Huequito/u }).click()
  await expect(sheet.getByRole('button', { name: /El Huequito/u, pressed: true })).toBeVisible()
  await other.context().close()
  // As an older app did.
  await call(beto, 'list_videos', { list_id, video_id: twin, position: 1 })

  await openAs(page, lupe, `/list/${list_id}`)
  await page.getByRole('button', { name: texts('list_arrange') }).click()
  const rows = page.getByRole('list', { name: texts('list_videos') }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const order = async () => [...(await rows.allInnerTexts())].map((text) => text.replace(/\W*\d\W*/u, ''))
  const [first = '', second = ''] = await order()
  await page.getByRole('button', { name: texts('list_down_video', { name: first }) }).click()
  await expect.poll(order).toEqual([second, first])
  await page.reload()
  await page.getByRole('button', { name: texts('list_arrange') }).click()
  await expect.poll(order).toEqual([second, first])
  // The other's video cannot be put back by its owner, so no undo is promised.
  await page.getByRole('button', { name: texts('list_remove_video', { name: 'El Huequito' }) }).click()
  await expect(page.getByText(texts('add_list_removed'))).toBeVisible()
  await expect(page.getByRole('button', { name: texts('undo') })).toBeHidden()
  expect(await rowsOf(beto.client, `list_videos?select=video_id&video_id=eq.${huequito}`)).toEqual([])
})

test.describe('a right that was withdrawn', () => {
  test.use({ expectedComplaint: /status of 403/ })
  test('an editor whose right was withdrawn meanwhile is told that the order was not kept', async ({
    page,
    app,
    texts,
  }) => {
    const [lupe, beto] = [await createPerson(app), await createPerson(app)]
    const videos = await saveVideos(lupe, ['Contramar', 'El Huequito'])
    const list_id = await makeList(lupe, 'De dos', videos, { share_options: { allow_collaborators: true } })
    const post = async ({ client }: Person, path: string, body: unknown) =>
      (await client.request(`/rest/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
    const token: unknown = await post(lupe, 'rpc/create_list_invite', { list_id, access: 'edit' })
    await post(beto, 'rpc/accept_list_invite', { token })
    await openAs(page, beto, `/list/${list_id}`)
    await page.getByRole('button', { name: texts('list_arrange') }).click()
    await lupe.client.request(`/rest/v1/list_members?list_id=eq.${list_id}`, {
      method: 'PATCH',
      body: JSON.stringify({ access: 'view' }),
    })
    await page.getByRole('button', { name: texts('list_down_video', { name: 'Contramar' }) }).click()
    await expect(
      page.getByText(texts('lists_change_failed', { reason: texts('error_forbidden') })),
    ).toBeVisible()
  })
})
