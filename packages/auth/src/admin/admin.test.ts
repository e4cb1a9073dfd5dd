import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { linkOf } from '../testing/mail.ts'

const password = 'correct horse'
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

describe('administration of users', () => {
  it('makes, changes, bans, lists and deletes them', async () => {
    const admin = auth.admin()
    const { data, error } = await admin.createUser({
      email: 'made@example.org',
      password,
      email_confirm: true,
      app_metadata: { role: 'editor' },
      user_metadata: { name: 'M' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      app_metadata: { role: 'editor', provider: 'email' },
      user_metadata: { name: 'M' },
    })
    const id = data.user?.id ?? ''
    expect((await admin.createUser({ email: 'made@example.org' })).error?.code).toBe('email_exists')
    expect((await admin.createUser({ id, email: 'other@example.org' })).error?.status).toBe(422)

    const signedIn = await auth.client().signInWithPassword({ email: 'made@example.org', password })
    const changed = await admin.updateUserById(id, { email: 'changed@example.org', ban_duration: '1h30m' })
    expect(changed.data.user).toMatchObject({
      email: 'changed@example.org',
      identities: [{ email: 'changed@example.org' }],
    })
    expect((await auth.client().getUser(signedIn.data.session?.access_token)).error?.code).toBe('user_banned')
    const banned = await auth.client().signInWithPassword({ email: 'changed@example.org', password })
    expect(banned.error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect(
      (await auth.client().signInWithPassword({ email: 'changed@example.org', password })).error,
    ).toBeNull()

    expect((await admin.deleteUser(id, true)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
    const { rows } = await auth.db.pool.query(
      'select email, raw_user_meta_data from auth.users where id = $1',
      [id],
    )
    expect(rows).toEqual([{ email: expect.stringMatching(/^[0-9a-f]{64}$/), raw_user_meta_data: {} }])
    expect((await admin.createUser({ email: 'changed@example.org' })).error).toBeNull()
  })

  it('pages through them, newest first', async () => {
    await auth.db.pool.query('delete from auth.users')
    for (const name of ['a', 'b', 'c']) await auth.admin().createUser({ email: `${name}@page.example.org` })
    const first = await auth.admin().listUsers({ page: 1, perPage: 2 })
    expect(first.data.users.map((user) => user.email)).toEqual(['c@page.example.org', 'b@page.example.org'])
    expect(first.data).toMatchObject({ total: 3, nextPage: 2, lastPage: 2 })
    const filtered = await auth.call('/admin/users?filter=A%40&sort=email+asc', {
      headers: { authorization: `Bearer ${auth.serviceRoleKey}` },
    })
    expect(filtered.headers.get('x-total-count')).toBe('1')
    expect(
      (
        await auth.call('/admin/users?sort=encrypted_password', {
          headers: { authorization: `Bearer ${auth.serviceRoleKey}` },
        })
      ).status,
    ).toBe(400)
  })

  it.each([
    [{}, 400],
    [{ email: 'x@example.org', password_hash: 'plain' }, 400],
    [{ email: 'x@example.org', ban_duration: 'soon' }, 400],
    [{ email: 'x@example.org', user_metadata: { name: 'a\u0000b' } }, 400],
    [{ email: 'x@example.org', password: 'short' }, 422],
  ])('refuses %j', async (body, status) => {
    expect((await auth.ask('/admin/users', body, auth.serviceRoleKey)).status).toBe(status)
  })

  it('keeps a log without secrets', async () => {
    const answer = await auth.call('/admin/audit?per_page=1000', {
      headers: { authorization: `Bearer ${auth.serviceRoleKey}` },
    })
    const text = await answer.text()
    expect(text).toContain('"admin_changed_user"')
    expect(text).not.toContain(password)
  })
})

describe('links made by an administrator', () => {
  it('invite by mail', async () => {
    const { data } = await auth.admin().inviteUserByEmail('guest@example.org', { data: { team: 'blue' } })
    expect(data.user).toMatchObject({ user_metadata: { team: 'blue' }, invited_at: expect.any(String) })
    const { token, type } = linkOf(await auth.mails.take())
    expect(type).toBe('invite')
    const client = auth.client()
    expect((await client.verifyOtp({ type: 'invite', token_hash: token })).error).toBeNull()
    expect((await client.updateUser({ password })).error).toBeNull()
    expect((await auth.admin().inviteUserByEmail('guest@example.org')).error?.code).toBe('email_exists')
  })

  it.each(['signup', 'magiclink', 'recovery'] as const)('of type %s work without a mail', async (type) => {
    const email = 'linked@example.org'
    const params = type === 'signup' ? { type, email, password } : { type, email }
    const { data, error } = await auth.admin().generateLink(params)
    expect(error).toBeNull()
    const { properties } = data
    expect(properties).toMatchObject({ verification_type: type, redirect_to: 'http://127.0.0.1:3000' })
    expect(properties?.action_link).toContain(properties?.hashed_token ?? 'none')
    const verified = await auth.client().verifyOtp({ type, email, token: properties?.email_otp ?? '' })
    expect(verified.data.user?.email).toBe(email)
  })

  it('change an address when both links are opened', async () => {
    const email = 'linked@example.org'
    const current = await auth
      .admin()
      .generateLink({ type: 'email_change_current', email, newEmail: 'moved@example.org' })
    const next = await auth
      .admin()
      .generateLink({ type: 'email_change_new', email, newEmail: 'moved@example.org' })
    const tokens = [current.data.properties?.hashed_token, next.data.properties?.hashed_token]
    const half = await auth.ask('/verify', { type: 'email_change', token_hash: tokens[0] })
    expect(half.body).toMatchObject({ code: '200' })
    const whole = await auth.ask('/verify', { type: 'email_change', token_hash: tokens[1] })
    expect(whole.body.user).toMatchObject({ email: 'moved@example.org' })
  })

  it('are not made for callers without the key', async () => {
    const { error } = await auth.admin().generateLink({ type: 'recovery', email: 'nobody@example.org' })
    expect(error).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})
