import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTokenVerifier } from '../access-token.ts'
import { type AuthFixture, json, startAuth } from '../testing/fixture.ts'
import { makeOld } from '../testing/old-session.ts'
import { refuseEndedSessions } from './live-sessions.ts'
import { endSessions } from './own-sessions.ts'
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token.ts'

const password = 'correct horse'
let auth: AuthFixture
beforeAll(async () => {
  auth = await startAuth({ mail: false, settings: { sessions: { reuseInterval: 0 } } })
})
afterAll(() => auth.close())

async function signUp(email: string) {
  const client = auth.client()
  const { data } = await client.signUp({ email, password })
  if (data.session === null) throw new Error('no session')
  return { client, session: data.session }
}

function refresh(token: string | undefined) {
  return auth.ask('/token?grant_type=refresh_token', { refresh_token: token })
}

describe('the refresh token', () => {
  it('survives encoding; any change is refused', () => {
    const secret = new Uint8Array(32).fill(7)
    const parts = { sessionId: '0b9f4f0e-7c1c-4a53-9a9e-3a0f4f0e7c1c', counter: 300 }
    const token = encodeRefreshToken(secret, parts)
    expect(decodeRefreshToken(secret, token)).toEqual(parts)
    const bytes = Buffer.from(token, 'base64url')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(decodeRefreshToken(secret, changed.toString('base64url'))).toBeUndefined()
    }
    expect(decodeRefreshToken(secret, '')).toBeUndefined()
  })

  it('rotates within one session', async () => {
    const { client, session } = await signUp('rotate@example.org')
    const { data, error } = await client.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(sessionIdOf(data.session?.access_token)).toBe(sessionIdOf(session.access_token))
  })

  it('repeats the answer for the parent of the live token, whichever client lost it', async () => {
    const { session } = await signUp('lost@example.org')
    const first = await refresh(session.refresh_token)
    const again = await refresh(session.refresh_token)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
  })

  it('gives tabs that refresh at once the same next token', async () => {
    const { session } = await signUp('race@example.org')
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refresh_token)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  })

  it('ends the whole family when an older one is used', async () => {
    const { session } = await signUp('stolen@example.org')
    const second = await refresh(session.refresh_token)
    const third = await refresh(second.body.refresh_token)
    const stolen = await refresh(session.refresh_token)
    expect(stolen).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } })
    expect(await refresh(third.body.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'session_not_found' },
    })
    expect((await auth.client().getUser(third.body.access_token)).error?.name).toBe('AuthSessionMissingError')
    const log = await auth.db.pool.query(
      "select 1 from auth.audit_log_entries where action = 'token_revoked'",
    )
    expect(log.rowCount).toBe(1)
  })

  it.each([
    [undefined, { error: 'invalid_request' }],
    ['unknown', { code: 'refresh_token_not_found' }],
  ])('refuses %s', async (token, body) => {
    expect(await refresh(token ?? '')).toMatchObject({ status: 400, body })
  })

  it('does not work for a banned user', async () => {
    const { session } = await signUp('banned@example.org')
    await auth.db.pool.query(
      "update auth.users set banned_until = now() + interval '1 hour' where email = 'banned@example.org'",
    )
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, body: { code: 'user_banned' } })
  })
})

it('records sign-ins, successful or not, with their method and address', async () => {
  const { session } = await signUp('noted@example.org')
  const wrong = { email: 'noted@example.org', password: 'wrong' }
  await auth.ask('/token?grant_type=password', wrong)
  const { rows } = await auth.db.pool.query(
    `select action, host(ip_address) as ip, traits ->> 'method' as method from auth.audit_log_entries
     where user_id = $1 order by created_at, action`,
    [session.user.id],
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: 'login', ip: '127.0.0.1', method: 'password' },
      expect.objectContaining({ action: 'login_failed', ip: '127.0.0.1' }),
    ]),
  )
})

describe('signing out', () => {
  it.each([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('%s ends the right sessions', async (scope, alive) => {
    const email = `${scope}@example.org`
    const { client, session } = await signUp(email)
    const other = await auth.client().signInWithPassword({ email, password })
    await client.signOut({ scope })
    const tokens = [session.access_token, other.data.session?.access_token]
    const answers = await Promise.all(tokens.map((token) => auth.client().getUser(token)))
    expect(answers.map((answer) => answer.error === null)).toEqual(alive)
  })

  it('refuses an unknown scope', async () => {
    const { session } = await signUp('scope@example.org')
    const answer = await auth.call('/logout?scope=some', json({}, session.access_token))
    expect(answer.status).toBe(400)
  })
})

describe('the sessions of an account', () => {
  const listed = z.object({
    sessions: z.array(z.object({ id: z.string(), user_agent: z.string(), is_current: z.boolean() })),
  })
  const show = async (token: string) =>
    listed.parse(
      await (await auth.call('/user/sessions', { headers: { authorization: `Bearer ${token}` } })).json(),
    ).sessions
  const end = (token: string, id: string) =>
    auth.call(`/user/sessions/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })

  it('are listed for their owner, who ends one after a fresh sign-in', async () => {
    const { session, client } = await signUp('lists@example.org')
    const stranger = await signUp('stranger@example.org')
    const lost = await auth.client().signInWithPassword({ email: 'lists@example.org', password })
    const shown = await show(session.access_token)
    expect(shown.filter(({ is_current: isCurrent }) => isCurrent)).toHaveLength(1)
    expect(shown).toHaveLength(2)
    const other = shown.find(({ is_current: isCurrent }) => !isCurrent)?.id ?? ''
    expect((await end(stranger.session.access_token, other)).status).toBe(204)
    expect(await show(session.access_token)).toHaveLength(2)
    const old = await makeOld(auth, client)
    expect((await end(old, other)).headers.get('x-sb-error-code')).toBe('reauthentication_needed')
    expect((await end(session.access_token, other)).status).toBe(204)
    expect(await refresh(lost.data.session?.refresh_token)).toMatchObject({ status: 400 })
    expect(await show(session.access_token)).toHaveLength(1)
  })

  it('are ended by the operator, which is recorded', async () => {
    const { session, client } = await signUp('operator@example.org')
    const bystander = await signUp('bystander@example.org')
    await client.signInWithPassword({ email: 'operator@example.org', password })
    expect(await endSessions(auth.db.pool, session.user.id)).toBe(2)
    expect(await refresh(session.refresh_token)).toMatchObject({ status: 400 })
    expect(await refresh(bystander.session.refresh_token)).toMatchObject({ status: 200 })
    const noted = await auth.db.pool.query(
      `select user_id from auth.audit_log_entries where traits ->> 'by' = 'operator'`,
    )
    expect(noted.rows).toEqual([{ user_id: session.user.id }])
    expect(await endSessions(auth.db.pool, null)).toBeGreaterThan(0)
    expect(await refresh(bystander.session.refresh_token)).toMatchObject({ status: 400 })
  })
})

describe('the access token of a session that has ended', () => {
  const ends = {
    'signed out': async (email: string) => {
      const client = auth.client()
      await client.signInWithPassword({ email, password })
      await client.signOut({ scope: 'global' })
    },
    'of a banned account': (email: string) =>
      auth.db.pool.query("update auth.users set banned_until = now() + interval '1 h' where email = $1", [
        email,
      ]),
    expired: (email: string) =>
      auth.db.pool.query(
        'update auth.sessions set not_after = now() where user_id = (select id from auth.users where email = $1)',
        [email],
      ),
    'of a deleted account': (email: string) =>
      auth.db.pool.query('delete from auth.users where email = $1', [email]),
  }

  it.each(Object.entries(ends))('(%s) opens other services for ten seconds at most', async (name, end) => {
    const email = `${name.replaceAll(' ', '-')}@ended.example.org`
    const { session } = await signUp(email)
    let time = 1_000
    const verify = refuseEndedSessions(createTokenVerifier(auth.keys), auth.db.pool, () => time)
    expect(await verify(session.access_token)).toMatchObject({ ok: true })
    await end(email)
    time = 11_001
    expect(await verify(session.access_token)).toMatchObject({ ok: false, code: 'jwt_expired' })
    expect(await verify(auth.anonKey)).toMatchObject({ ok: true })
  })

  it('is looked up once in that time, and again after an outage', async () => {
    const { session } = await signUp('looked-up@example.org')
    const asked: string[] = []
    let isAway = true
    const db = {
      query: (text: string, values?: unknown[]) => {
        asked.push(text)
        return isAway ? Promise.reject(new Error('away')) : auth.db.pool.query(text, values)
      },
    }
    const verify = refuseEndedSessions(createTokenVerifier(auth.keys), db, () => 0)
    await expect(verify(session.access_token)).rejects.toThrow('away')
    isAway = false
    await Promise.all(Array.from({ length: 5 }, () => verify(session.access_token)))
    expect(asked).toHaveLength(2)
  })
})

describe('limits of a session', () => {
  it('ends after its time, after inactivity, and at a newer login', async () => {
    const strict = await startAuth({
      mail: false,
      settings: { sessions: { timebox: 1000, inactivity: 100, singlePerUser: true } },
    })
    try {
      const ask = async (token: string | undefined) =>
        (await strict.ask('/token?grant_type=refresh_token', { refresh_token: token })).body.message
      const { data } = await strict.client().signUp({ email: 'a@example.org', password })
      const newer = await strict.client().signInWithPassword({ email: 'a@example.org', password })
      expect(await ask(data.session?.refresh_token)).toContain('Revoked by Newer Login')
      await strict.db.pool.query("update auth.sessions set created_at = now() - interval '101 s'")
      expect(await ask(newer.data.session?.refresh_token)).toContain('Inactivity')
      await strict.db.pool.query("update auth.sessions set not_after = now() - interval '1 s'")
      expect(await ask(newer.data.session?.refresh_token)).toBe('Invalid Refresh Token: Session Expired')
    } finally {
      await strict.close()
    }
  })
})

function sessionIdOf(token: string | undefined): unknown {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).session_id
}
