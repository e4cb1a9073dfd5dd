import { hash as bcryptHash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthFixture, startAuth } from '../testing/fixture.ts'
import { createPasswordHasher } from './hasher.ts'
import { requireStrongPassword, weaknessOf } from './strength.ts'

const hasher = createPasswordHasher()

describe('password hashes', () => {
  it('are argon2id', async () => {
    const hash = await hasher.hash('secret')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(hash, 'secret')).toEqual({ ok: true, rehash: false })
    expect((await hasher.verify(hash, 'Secret')).ok).toBe(false)
  })

  it('of bcrypt are verified outside of the event loop', async () => {
    const hash = await bcryptHash('secret', 10)
    expect(await hasher.verify(hash, 'secret')).toEqual({ ok: true, rehash: true })
    expect((await hasher.verify(hash, 'Secret')).ok).toBe(false)
  })

  // From the documentation of firebase/scrypt.
  const firebase =
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==' +
    '$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

  it('of Firebase are verified', async () => {
    expect(await hasher.verify(firebase, 'user1password')).toEqual({ ok: true, rehash: true })
    expect((await hasher.verify(firebase, 'user2password')).ok).toBe(false)
  })

  it.each(['', 'plain', '$fbscrypt$v=1$x$y', '$unknown$x'])(
    'of an unknown kind (%j) fit nothing',
    async (hash) => {
      expect((await hasher.verify(hash, 'plain')).ok).toBe(false)
    },
  )
})

describe('imported users', () => {
  let auth: AuthFixture
  beforeAll(async () => {
    auth = await startAuth({ mail: false })
  })
  afterAll(() => auth.close())

  it('sign in with their old hash, which is then replaced', async () => {
    const email = 'imported@example.org'
    const hash = await bcryptHash('old secret', 10)
    const made = await auth.admin().createUser({ email, email_confirm: true, password_hash: hash })
    expect(made.error).toBeNull()
    expect((await auth.client().signInWithPassword({ email, password: 'old secret' })).error).toBeNull()
    const { rows } = await auth.db.pool.query<{ encrypted_password: string }>(
      'select encrypted_password from auth.users',
    )
    expect(rows[0]?.encrypted_password).toMatch(/^\$argon2id\$/)
    expect((await auth.client().signInWithPassword({ email, password: 'old secret' })).error).toBeNull()
  })
})

describe('strength', () => {
  const installation = { appName: 'Antojo', siteUrl: 'https://tacos.example.org' }
  const rules = { minLength: 8, requiredCharacters: [], requireCurrent: false, refuseGuessable: true }

  it.each([
    ['abcabc1x', undefined],
    ['a1', ['length']],
    ['ysjwqnxz', ['characters']],
    ['y', ['length', 'characters']],
    ['🌮🌮🌮🌮🌮🌮a1', undefined],
  ])('of %s under rules of length and characters', async (password, reasons) => {
    const strict = { ...rules, requiredCharacters: ['abc', '123'] }
    const weakness = await weaknessOf(password, { ...installation, password: strict })
    expect(weakness?.reasons).toEqual(reasons)
  })

  it.each([
    ['password1', 'leaked'],
    ['PassWord1', 'leaked, in other case'],
    ['Antojo2026!', 'the name of the installation'],
    ['12345example', 'its host'],
    ['ana.lopez99', 'the address'],
    ['ana.lopez@mail.example', 'the whole address'],
  ])('refuses %s: %s', async (password) => {
    const settings = { ...installation, password: rules }
    const weakness = await weaknessOf(password, settings, 'Ana.Lopez@mail.example')
    expect(weakness?.reasons).toEqual(['pwned'])
  })

  it.each(['tengo-antojo-de-tacos', 'correct horse', '        x', 'ñ'.repeat(72)])(
    'takes %s',
    async (password) => {
      const settings = { ...installation, password: rules }
      await expect(requireStrongPassword(password, settings, 'ana@example.org')).resolves.toBeUndefined()
    },
  )

  it('takes no more than 72 characters', async () => {
    const settings = { ...installation, password: rules }
    await expect(requireStrongPassword('ñ'.repeat(73), settings)).rejects.toThrow('72 characters')
  })
})
