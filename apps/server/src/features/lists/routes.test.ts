import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppClient } from '@antojo/testing/client'
import { startTestNode, type TestNode } from '../../../tests/test-node.ts'

let node: TestNode
let ana: AppClient
const [list, video] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  node = await startTestNode([])
  ana = await node.person('ana')
  await node.database.asSystem('make a list', async (tx) => {
    await sql`insert into video_lists (id, user_id, name, visibility)
      values (${list}, ${ana.userId}, 'Tacos <3', 'unlisted')`.execute(tx)
    await sql`insert into videos (id, user_id, video_url, restaurant_name, restaurant_address, created_at)
      values (${video}, ${ana.userId}, 'https://example.org/1', 'El Huequito', 'Ayuntamiento 21', '2026-03-01T10:00Z')`.execute(
      tx,
    )
    await sql`insert into list_videos (list_id, video_id, added_by) values (${list}, ${video}, ${ana.userId})`.execute(
      tx,
    )
  })
})
afterAll(() => node.stop())

const get = (path: string) => fetch(`${node.url}/list/${list}${path}`)
const report = (body: object, to = list) =>
  fetch(`${node.url}/list/${to}/reports`, { method: 'POST', body: JSON.stringify(body) })
const reports = async (person: AppClient): Promise<unknown> =>
  (await person.request('/rest/v1/list_reports?select=list_id,video_id,body&order=created_at')).json()
const change = (options: string, visibility = 'unlisted') =>
  node.database.asSystem('change the list', (tx) =>
    sql`update video_lists set share_options = ${options}, visibility = ${visibility} where id = ${list}`.execute(
      tx,
    ),
  )

it('gives the newest places of a shared list as RSS', async () => {
  const answer = await get('/feed.xml')
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('<title>Tacos ‹3</title>')
  expect(text).toContain('<title>El Huequito</title>')
  expect(text).toContain('<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate>')
})

it('shows chats a drawing while there is no copy of a photo', async () => {
  const answer = await fetch(`${node.url}/list/${list}/preview.jpg`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/preview/Mexican.png'])
})

it('takes what a visitor without an account reports to the owner, and nobody else reads or writes it', async () => {
  expect((await report({ video, text: '  Ya cerró  ' })).status).toBe(204)
  const eva = await node.person('eva')
  expect(await reports(ana)).toEqual([{ list_id: list, video_id: video, body: 'Ya cerró' }])
  expect(await reports(eva)).toEqual([])
  const forged = await eva.request('/rest/v1/list_reports', {
    method: 'POST',
    body: JSON.stringify({ user_id: ana.userId, list_id: list, video_id: video, body: 'x' }),
  })
  expect(forged.status).toBe(403)
  await ana.request('/rest/v1/list_reports?body=eq.Ya%20cerr%C3%B3', { method: 'DELETE' })
  expect(await reports(ana)).toEqual([])
})

it('finds the place by the id that a list without its creator shows', async () => {
  await change('{"show_creator": false}')
  const shown = await (
    await node.person('eva')
  ).request('/rest/v1/rpc/read_list_videos?select=id', {
    method: 'POST',
    body: JSON.stringify({ list_id: list }),
  })
  const [{ id } = { id: '' }]: { id: string }[] = await shown.json()
  expect(id).not.toBe(video)
  expect((await report({ video: id, text: 'Otro horario' })).status).toBe(204)
  expect((await report({ video, text: 'Otro horario' })).status).toBe(404)
  expect(await reports(ana)).toMatchObject([{ video_id: video }])
  await change('{"show_creator": true}')
})

it.each([
  ['an empty text', { video, text: ' ' }],
  ['a long text', { video, text: 'x'.repeat(501) }],
  ['a text that is no id', { video: 'x', text: 'x' }],
])('refuses %s', async (_name, body) => {
  expect((await report(body)).status).toBe(400)
})

it('takes at most 20 reports of a list in a day, however many come at once', async () => {
  await node.database.asSystem('start again', (tx) => sql`delete from list_reports`.execute(tx))
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => report({ video, text: `Error ${n}` })),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

it('takes no more while 200 reports wait for the owner, and one again when the owner resolves one', async () => {
  await node.database.asSystem('reports of earlier days', async (tx) => {
    await sql`delete from list_reports`.execute(tx)
    await sql`insert into list_reports (user_id, list_id, video_id, body, created_at)
      select ${ana.userId}, ${list}, ${video}, n::text, now() - interval '2 days' from generate_series(1, 200) n`.execute(
      tx,
    )
  })
  expect((await report({ video, text: 'Ya cerró' })).status).toBe(429)
  await ana.request('/rest/v1/list_reports?body=eq.1', { method: 'DELETE' })
  expect((await report({ video, text: 'Ya cerró' })).status).toBe(204)
})

it('has nothing of a list that is private', async () => {
  await change('{"show_creator": true}', 'private')
  const statuses = [await get('/feed.xml'), await get('/preview.jpg'), await report({ video, text: 'x' })]
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404])
})
