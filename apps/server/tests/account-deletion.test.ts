import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAccountResponse } from '@antojo/contract/account'
import { errorBody } from '@antojo/contract/error-codes'
import type { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { readConfig } from '../src/config/config.ts'
import { previewList } from '../src/features/lists/service.ts'
import { startNode } from '../src/run.ts'
import { startTestNode, type TestNode } from './test-node.ts'

let node: TestNode
beforeAll(async () => {
  node = await startTestNode([])
})
afterAll(() => node.stop())

const PASSWORD = 'tengo-antojo-de-tacos'
const emailOf = (name: string) => `${name}@antojo.test`
const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.looseObject({ delete_after: z.string().optional() }),
})

async function token(grant: string, body: unknown): Promise<z.infer<typeof sessionAnswer>> {
  const answer = await fetch(`${node.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return sessionAnswer.parse(await answer.json())
}

const signIn = (name: string) => token('password', { email: emailOf(name), password: PASSWORD })

/** Sends a request with the token, or as a guest without one. */
function request(path: string, bearer?: string, init: { method?: string; body?: unknown } = {}) {
  const headers = {
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  }
  const { method, body } = init
  return fetch(node.url + path, {
    headers,
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function remove(bearer: string, typed: string): Promise<Response> {
  return request('/account', bearer, { method: 'DELETE', body: { email: typed } })
}

async function accounts({ userId }: AppClient): Promise<number | null> {
  return (await node.database.pool.query('select from auth.users where id = $1', [userId])).rowCount
}

it('deletes an account after a recent sign-in, but not with an old session or its refreshed token', async () => {
  const ana = await node.person('ana')
  const signedIn = await signIn('ana')
  await node.database.pool.query(
    `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr #>> '{0,timestamp}')::int - 301))`,
  )
  const old = await token('refresh_token', { refresh_token: signedIn.refresh_token })
  const refused = await remove(old.access_token, emailOf('ana'))
  expect([refused.status, errorBody.parse(await refused.json()).error]).toEqual([
    403,
    'reauthentication_needed',
  ])
  const recent = await signIn('ana')
  expect((await remove(recent.access_token, 'luis@antojo.test')).status).toBe(400)
  expect((await signIn('ana')).user.delete_after).toBeUndefined()

  const answer = await remove(recent.access_token, emailOf('ana'))
  const { deleteAfter } = deleteAccountResponse.parse(await answer.json())
  const days = (Date.parse(deleteAfter ?? '') - Date.now()) / 86_400_000
  expect([answer.status, Math.round(days)]).toEqual([200, 14])
  expect(await accounts(ana)).toBe(1)
  expect((await signIn('ana')).user.delete_after).toBe(deleteAfter)
})

/** A picture of one pixel. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const created = z.tuple([z.object({ id: z.string() })])

/** A person with all kinds of data that others can see, and a friend who sees them. */
async function createWorld(name: string) {
  const [owner, friend] = [await node.person(name), await node.person(`friend-of-${name}`)]
  const make = async (person: AppClient, path: string, body: unknown) => {
    const headers = { prefer: 'return=representation' }
    const answer = await person.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.json()
  }
  const makeRow = async (person: AppClient, table: string, row: unknown) =>
    created.parse(await make(person, `/rest/v1/${table}?select=id`, row))[0].id
  const profile = JSON.stringify({ display_name: `Doña ${name}` })
  await owner.request(`/rest/v1/users?id=eq.${owner.userId}`, { method: 'PATCH', body: profile })
  const video = {
    video_url: `https://example.org/${name}`,
    restaurant_name: 'Contramar',
    visibility: 'public',
  }
  const videoId = await makeRow(owner, 'videos', video)
  const shared = {
    visibility: 'unlisted',
    share_options: { allow_collaborators: true, allow_comments: true, show_creator: true },
  }
  const own = await makeRow(owner, 'video_lists', { name: 'Mariscos', ...shared })
  const friends = await makeRow(friend, 'video_lists', { name: 'Juntos', ...shared })
  await owner.request('/rest/v1/list_videos', {
    method: 'POST',
    body: JSON.stringify({ list_id: own, video_id: videoId }),
  })
  const invitation = await make(friend, '/rest/v1/rpc/create_list_invite', {
    list_id: friends,
    access: 'edit',
  })
  await make(owner, '/rest/v1/rpc/accept_list_invite', { token: invitation })
  await owner.request('/rest/v1/list_videos', {
    method: 'POST',
    body: JSON.stringify({ list_id: friends, video_id: videoId }),
  })
  await make(owner, '/rest/v1/rpc/add_list_comment', { list_id: friends, body: 'Ahí las tostadas' })
  const picture = z
    .object({ url: z.string() })
    .parse(
      await (
        await owner.request('/account/picture', { method: 'PUT', body: JSON.stringify({ image: IMAGE }) })
      ).json(),
    )
  const note = { place_id: 'local:contramar', note: 'Sin cilantro' }
  await owner.request('/rest/v1/user_places', { method: 'POST', body: JSON.stringify(note) })
  const paths = {
    'the public videos': `/rest/v1/rpc/public_videos?select=id&id=eq.${videoId}`,
    'the video by its id': `/rest/v1/videos?select=id,user_id,restaurant_name&id=eq.${videoId}`,
    'the search of guests': `/rest/v1/rpc/search_videos?q=Contramar&select=id&id=eq.${videoId}`,
    'the shared list': `/rest/v1/rpc/read_list?list_id=${own}&select=name,creator_name,video_count`,
    'its videos': `/rest/v1/rpc/read_list_videos?list_id=${own}&select=id`,
    "the friend's list": `/rest/v1/rpc/read_list_videos?list_id=${friends}&select=id`,
    'its number of videos': `/rest/v1/rpc/read_list?list_id=${friends}&select=video_count`,
    'its people': `/rest/v1/rpc/list_people?list_id=${friends}&select=display_name,access`,
    'its comments': `/rest/v1/rpc/read_list_comments?list_id=${friends}&select=author_name,body`,
    'its members': `/rest/v1/list_members?list_id=eq.${friends}&select=user_id`,
  }
  const look = async () => {
    const seen: Record<string, unknown> = { picture: (await request(picture.url)).status }
    for (const [what, path] of Object.entries(paths)) {
      seen[`${what}, to a guest`] = await (await request(path)).json()
      seen[`${what}, to the friend`] = await (await friend.request(path)).json()
    }
    seen['preview of the list'] = await previewList(node.database, own, 'es')
    return seen
  }
  return { owner, look }
}

it('hides all data of the account from others until it is restored', async () => {
  const { owner, look } = await createWorld('marta')
  const before = await look()
  expect(before).toMatchObject({
    picture: 200,
    'preview of the list': { title: 'Mariscos · 1 restaurante' },
    'the public videos, to a guest': [{}],
    "the friend's list, to the friend": [{}],
    'its people, to the friend': [{ access: 'owner' }, { display_name: 'Doña marta', access: 'edit' }],
    'its comments, to a guest': [{ author_name: 'Doña marta' }],
  })
  const recent = await signIn('marta')
  expect((await remove(recent.access_token, emailOf('marta'))).status).toBe(200)
  const hidden = await look()
  expect(JSON.stringify(hidden)).not.toMatch(new RegExp(`Doña marta|Mariscos|tostadas|${owner.userId}`))
  expect(hidden).toMatchObject({
    picture: 404,
    'preview of the list': null,
    'the public videos, to a guest': [],
    'the shared list, to a guest': [],
    "the friend's list, to the friend": [],
    'its number of videos, to the friend': [{ video_count: 0 }],
    'its people, to the friend': [{ access: 'owner' }],
    'its members, to the friend': [],
  })

  const { access_token: bearer } = await signIn('marta')
  const restored = await request('/auth/v1/user/restore', bearer, { method: 'POST', body: {} })
  expect(restored.status).toBe(200)
  expect(await look()).toEqual(before)
  const note = await request('/rest/v1/user_places?select=note', bearer)
  expect(await note.json()).toEqual([{ note: 'Sin cilantro' }])
})

it('an earlier token reads and writes nothing, and a new one can only restore the account', async () => {
  const { owner } = await createWorld('nora')
  const recent = await signIn('nora')
  await remove(recent.access_token, emailOf('nora'))
  const reads = ['videos', 'video_lists', 'user_places', 'user_settings', 'list_members']
  const video = { video_url: 'https://example.org/after' }
  // A cached session is looked up again after ten seconds at most; until then only row security refuses.
  for (const table of reads) {
    const answer = await owner.request(`/rest/v1/${table}?user_id=eq.${owner.userId}`)
    expect([table, answer.status === 401 || (await answer.text()) === '[]']).toEqual([table, true])
  }
  const write = { method: 'POST', body: JSON.stringify(video) }
  expect([401, 403]).toContain((await owner.request('/rest/v1/videos', write)).status)

  const { access_token: bearer } = await signIn('nora')
  const paths = ['/rest/v1/videos', '/account/export', '/invitations', '/rest/v1/rpc/public_videos']
  for (const path of paths) expect([path, (await request(path, bearer)).status]).toEqual([path, 401])
  const extract = { action: 'extract-video', input: { videoUrl: 'https://example.org/after' } }
  const added = await request('/functions/v1/ai', bearer, { method: 'POST', body: extract })
  expect(added.status).toBe(401)
  expect((await remove(bearer, emailOf('nora'))).status).toBe(401)
})

it('deletes the account with all its data when the grace period has ended', async () => {
  const { owner: late } = await createWorld('late')
  const { owner: waiting } = await createWorld('waiting')
  for (const name of ['late', 'waiting']) await remove((await signIn(name)).access_token, emailOf(name))
  const { pool } = node.database
  await pool.query(`update auth.users set delete_after = now() where id = $1`, [late.userId])
  // A node deletes due accounts when it starts.
  const worker = await startNode(readConfig(node.settings))
  await expect.poll(() => accounts(late), { timeout: 20_000 }).toBe(0)
  await worker.stop()
  expect(await accounts(waiting)).toBe(1)
  const left = await node.database.asSystem('look', async (tx) => {
    const tables = [
      'users',
      'videos',
      'video_lists',
      'list_comments',
      'user_places',
      'user_pictures',
    ] as const
    const column = (table: (typeof tables)[number]) => (table === 'users' ? 'id' : 'user_id')
    const counts = []
    for (const table of tables)
      counts.push(
        (
          await tx
            .selectFrom(table)
            .select([])
            .where(sql.ref(column(table)), '=', late.userId)
            .execute()
        ).length,
      )
    return counts
  })
  expect(left).toEqual([0, 0, 0, 0, 0, 0])
  const log = await readFile(join(node.settings['DATA_DIR'] ?? '', 'account-deletions.jsonl'), 'utf8')
  const kinds = log
    .split('\n')
    .filter((line) => line.includes(late.userId))
    .map((line) => z.looseObject({ kind: z.string() }).parse(JSON.parse(line)).kind)
  expect(kinds).toEqual(['scheduled', 'deleted'])
})

it('deletes at once where the operator has set no grace period', { tags: 'slow' }, async () => {
  const strict = await startTestNode([], { DELETE_ACCOUNT_AFTER_DAYS: '0' })
  try {
    const rosa = await strict.person('rosa')
    const body = JSON.stringify({ email: emailOf('rosa') })
    const answer = await rosa.request('/account', { method: 'DELETE', body })
    expect([answer.status, await answer.json()]).toEqual([200, { deleteAfter: null }])
    const { rowCount } = await strict.database.pool.query('select from auth.users')
    expect(rowCount).toBe(0)
  } finally {
    await strict.stop()
  }
})
