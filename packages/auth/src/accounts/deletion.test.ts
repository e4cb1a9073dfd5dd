import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth, WITH_EXTRAS } from '../testing/fixture.ts'
import { linkOf } from '../testing/mail.ts'
import { addTotp, codeAt } from '../testing/totp.ts'
import { deleteDueUser, listDueDeletions } from './deletion.ts'
import type { DeletionEvent } from './ports.ts'

const password = 'correct horse'
const DAY_MS = 86_400_000

const events: DeletionEvent[] = []
const recordDeletion = async (event: DeletionEvent) => void events.push(event)
const kinds = () => events.map(({ kind }) => kind)

let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ recordDeletion, settings: { ...WITH_EXTRAS, mail: { autoconfirm: true } } })
})
afterAll(() => auth.close())
beforeEach(() => void events.splice(0))

async function signUp(email: string) {
  const client = auth.client()
  const { data } = await client.signUp({ email, password })
  return { client, id: data.user?.id ?? '' }
}

function schedule(id: string, deleteAfter = new Date(Date.now() + 14 * DAY_MS)) {
  const headers = { authorization: `Bearer ${auth.serviceRoleKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ delete_after: deleteAfter.toISOString() })
  return auth.call(`/admin/users/${id}`, { method: 'DELETE', headers, body })
}

async function signIn(email: string) {
  const client = auth.client()
  const { data, error } = await client.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { client, user: data.user, token: data.session?.access_token ?? '' }
}

const rowsOf = async (id: string) =>
  (await auth.db.pool.query('select from auth.users where id = $1', [id])).rowCount

describe('an account that is to be deleted', () => {
  it('ends its sessions and pending changes, and mails its owner what to do', async () => {
    const email = 'ends@example.org'
    const { client, id } = await signUp(email)
    await auth.client().resetPasswordForEmail(email)
    const link = linkOf(await auth.mails.take())
    const deleteAfter = new Date('2031-03-09T12:00:00Z')
    expect((await schedule(id, deleteAfter)).status).toBe(200)
    expect(events).toEqual([{ kind: 'scheduled', userId: id, deleteAfter }])
    expect((await client.refreshSession()).error?.name).toBe('AuthSessionMissingError')
    const opened = await auth.client().verifyOtp({ type: 'recovery', token_hash: link.token })
    expect(opened.error?.code).toBe('otp_expired')
    const notice = await auth.notices.take()
    expect(notice).toMatchObject({ to: email })
    expect(notice.text).toContain('9 de marzo de 2031')
    expect(notice.text).toContain('“Recuperar mi cuenta”')
    expect(notice.html).toContain('href="http://127.0.0.1:3000"')
  })

  const REFUSED = [
    ['PUT', '/user', { data: { full_name: 'Thief' } }],
    ['PUT', '/user', { password: 'battery staple' }],
    ['GET', '/reauthenticate'],
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['DELETE', '/factors/00000000-0000-4000-8000-000000000000'],
    ['GET', '/passkeys'],
    ['POST', '/passkeys/registration/options', {}],
  ] as const
  it('lets its owner restore it or sign out, and nothing else', async () => {
    const email = 'closed@example.org'
    const { id } = await signUp(email)
    const deleteAfter = new Date(Date.now() + DAY_MS)
    await schedule(id, deleteAfter)
    const { client, user, token } = await signIn(email)
    expect(user).toMatchObject({ delete_after: deleteAfter.toISOString() })
    for (const [method, path, body] of REFUSED) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await auth.call(path, { method, headers, ...init })
      expect([method, path, answer.headers.get('x-sb-error-code')]).toEqual([
        method,
        path,
        'deletion_scheduled',
      ])
    }
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.getUser()).error).toBeNull()
    expect((await client.signOut()).error).toBeNull()
  })

  it('is as it was after its owner restored it', async () => {
    const email = 'restored@example.org'
    const { client: before, id } = await signUp(email)
    const was = (await before.getUser()).data.user
    await schedule(id)
    const { client, token } = await signIn(email)
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await auth.ask('/user/restore', {}, token)
      expect([status, body['delete_after']]).toEqual([200, undefined])
    }
    expect(kinds()).toEqual(['scheduled', 'cancelled'])
    expect((await client.updateUser({ data: { full_name: 'Ana' } })).error).toBeNull()
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({ id: was?.id, identities: was?.identities })
    expect(await deleteDueUser(auth.db.pool, recordDeletion, id)).toBe(false)
  })

  it('is restored only after the second step, where there is one', async () => {
    const email = 'two-steps@example.org'
    const { client: owner, id } = await signUp(email)
    const factor = await addTotp(owner)
    await schedule(id)
    const { client, token } = await signIn(email)
    expect((await auth.ask('/user/restore', {}, token)).body.code).toBe('insufficient_aal')
    const code = codeAt(factor.secret)
    const { data } = await client.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect((await auth.ask('/user/restore', {}, data?.access_token)).status).toBe(200)
  })
})

describe('the deletion', () => {
  it('happens once the time has passed, and only once', async () => {
    const { id } = await signUp('late@example.org')
    const { id: early } = await signUp('early@example.org')
    await schedule(id, new Date(Date.now() - 1000))
    await schedule(early)
    expect(await listDueDeletions(auth.db.pool, 10)).toEqual([id])
    expect(await deleteDueUser(auth.db.pool, recordDeletion, early)).toBe(false)
    expect(await deleteDueUser(auth.db.pool, recordDeletion, id)).toBe(true)
    expect(await deleteDueUser(auth.db.pool, recordDeletion, id)).toBe(false)
    expect([await rowsOf(id), await rowsOf(early)]).toEqual([0, 1])
    expect(kinds()).toEqual(['scheduled', 'scheduled', 'deleted'])
  })

  it('does not happen without its record', async () => {
    const { id } = await signUp('unrecorded@example.org')
    await schedule(id, new Date(Date.now() - 1000))
    const full = () => Promise.reject(new Error('disk full'))
    await expect(deleteDueUser(auth.db.pool, full, id)).rejects.toThrow('disk full')
    expect(await rowsOf(id)).toBe(1)
  })

  it('by an administrator is recorded too', async () => {
    const { id: hard } = await signUp('hard@example.org')
    const { id: soft } = await signUp('soft@example.org')
    await auth.admin().deleteUser(hard)
    await auth.admin().deleteUser(soft, true)
    expect(events).toEqual([
      { kind: 'deleted', userId: hard },
      { kind: 'deleted', userId: soft },
    ])
  })
})
