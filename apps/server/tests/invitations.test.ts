import { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  administrator,
  asOperator,
  invite,
  newEmail,
  open,
  PASSWORD,
  post,
  signUp,
} from './sign-up.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

describe('an invitation', () => {
  let node: TestNode
  let admin: AppClient
  beforeAll(async () => {
    node = await startTestNode([], { SIGNUP: 'invite' })
    admin = await administrator(node)
  })
  afterAll(() => node.stop())

  it('admits one person once, even when several try at the same time', async () => {
    const { token } = await invite(admin)
    const cookie = await open(node, token)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(node, cookie)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422])
    expect(await open(node, token)).toBe('refused with 404')
    const { rows } = await node.database.asSystem('test', async (tx) => ({
      rows: await tx.selectFrom('signup_invitations').selectAll().execute(),
    }))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('for several people admits so many', async () => {
    const { id, token } = await invite(admin, 3)
    const cookie = await open(node, token)
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await signUp(node, cookie)).status)
    expect(statuses).toEqual([200, 200, 200, 422])
    const listed = z
      .object({ invitations: z.array(z.looseObject({ id: z.string() })) })
      .parse(await (await admin.request('/invitations')).json())
    expect(listed.invitations.find((each) => each.id === id)).toMatchObject({
      accounts: 3,
      maxAccounts: 3,
      state: 'used',
    })
  })

  it('is not used up by the address of an existing account', async () => {
    const { token } = await invite(admin)
    const cookie = await open(node, token)
    const email = newEmail()
    await asOperator(node, '/admin/users', { email, password: PASSWORD, email_confirm: true })
    expect((await signUp(node, cookie, email)).status).toBe(422)
    expect((await signUp(node, cookie)).status).toBe(200)
  })

  it('admits nobody when it was revoked, has expired or is invented', async () => {
    const revoked = await invite(admin)
    const cookie = await open(node, revoked.token)
    expect((await admin.request(`/invitations/${revoked.id}`, { method: 'DELETE', body: '{}' })).status).toBe(
      204,
    )
    expect([await open(node, revoked.token), (await signUp(node, cookie)).status]).toEqual([
      'refused with 404',
      422,
    ])

    const expired = await invite(admin)
    const earlier = await open(node, expired.token)
    await node.database.asSystem('test', (tx) =>
      tx
        .updateTable('signup_invitations')
        .set({ expires_at: new Date() })
        .where('id', '=', expired.id)
        .execute(),
    )
    expect([await open(node, expired.token), (await signUp(node, earlier)).status]).toEqual([
      'refused with 404',
      422,
    ])

    expect(await open(node, 'a'.repeat(43))).toBe('refused with 404')
    expect((await signUp(node, `antojo-invitation=${'a'.repeat(43)}`)).status).toBe(422)
  })

  it('of another person can be neither seen nor revoked', async () => {
    const { id, token } = await invite(admin)
    const other = await signUp(node, await open(node, (await invite(admin)).token))
    const { access_token: bearer } = z.object({ access_token: z.string() }).parse(await other.json())
    const headers = { authorization: `Bearer ${bearer}` }
    expect(await (await fetch(`${node.url}/invitations`, { headers })).json()).toEqual({
      mayInvite: false,
      invitations: [],
    })
    expect((await fetch(`${node.url}/invitations/${id}`, { method: 'DELETE', headers })).status).toBe(404)
    expect((await post(`${node.url}/invitations`, { maxAccounts: 1 }, headers)).status).toBe(403)
    expect((await post(`${node.url}/invitations`, { maxAccounts: 1 })).status).toBe(401)
    expect(await open(node, token)).toMatch(/^antojo-invitation=/u)
  })

  it('ends with its inviter’s right to invite', async () => {
    const { token } = await invite(admin)
    const cookie = await open(node, token)
    const setAdmin = (is_admin: boolean) =>
      node.database.asSystem('test', (tx) =>
        tx.updateTable('users').set({ is_admin }).where('id', '=', admin.userId).execute(),
      )
    await setAdmin(false)
    expect([await open(node, token), (await signUp(node, cookie)).status]).toEqual(['refused with 404', 422])
    await setAdmin(true)
    const ban = (until: string | null) =>
      node.database.pool.query('update auth.users set banned_until = $2 where id = $1', [admin.userId, until])
    await ban('infinity')
    expect(await open(node, token)).toBe('refused with 404')
    await ban(null)
    const leave = (when: string | null) =>
      node.database.pool.query('update auth.users set delete_after = $2 where id = $1', [admin.userId, when])
    await leave('infinity')
    expect(await open(node, token)).toBe('refused with 404')
    await leave(null)
    expect((await signUp(node, cookie)).status).toBe(200)
  })
})

describe('an invitation to a list', () => {
  let node: TestNode
  let owner: AppClient
  beforeAll(async () => {
    node = await startTestNode([], { SIGNUP: 'invite' })
    const admin = await administrator(node)
    const email = newEmail()
    await signUp(node, await open(node, (await invite(admin)).token), email)
    // The owner is not an administrator: everybody may invite people to their own lists.
    owner = await AppClient.enter(node.url, { email, password: PASSWORD })
  })
  afterAll(() => node.stop())

  async function listInvite(allowed = true): Promise<{ token: string; listId: string }> {
    const made = await owner.request('/rest/v1/video_lists?select=id', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ name: 'Tacos', share_options: { allow_collaborators: allowed } }),
    })
    const [list] = z.array(z.object({ id: z.string() })).parse(await made.json())
    const listId = list?.id ?? ''
    const body = JSON.stringify({ list_id: listId, access: 'edit' })
    const answer = await owner.request('/rest/v1/rpc/create_list_invite', { method: 'POST', body })
    return { token: z.string().parse(await answer.json()), listId }
  }

  it('admits five people to an account and to the list', async () => {
    const { token, listId } = await listInvite()
    const cookie = await open(node, token)
    const first = await signUp(node, cookie)
    const { access_token: bearer } = z.object({ access_token: z.string() }).parse(await first.json())
    const joined = await post(
      `${node.url}/rest/v1/rpc/accept_list_invite`,
      { token },
      { authorization: `Bearer ${bearer}` },
    )
    expect(await joined.json()).toBe(listId)
    const others = await Promise.all(Array.from({ length: 7 }, () => signUp(node, cookie)))
    expect(others.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(await open(node, token)).toBe('refused with 404')
    // Its accounts are counted, but it is none of the owner's invitations to the server.
    expect(await (await owner.request('/invitations')).json()).toEqual({ mayInvite: false, invitations: [] })
  })

  it('ends when the owner revokes it', async () => {
    const { token, listId } = await listInvite()
    const cookie = await open(node, token)
    await owner.request(`/rest/v1/list_invites?list_id=eq.${listId}`, { method: 'DELETE' })
    expect([await open(node, token), (await signUp(node, cookie)).status]).toEqual(['refused with 404', 422])
  })

  it('works for five lists a day at most', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => listInvite()))
    const statuses: number[] = []
    for (const { token } of links) statuses.push((await signUp(node, `antojo-invitation=${token}`)).status)
    // The first test has used one of the five.
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  })
})
