import { expect, test } from 'vitest'
import { recordingRest } from '../../lib/testing/recording-rest.ts'
import { fetchProfile } from './profile.ts'

const ANA = { id: 'ana', email: 'ana@antojo.test' }
const ROW = {
  email: 'other@antojo.test',
  display_name: 'Ana',
  avatar_url: '/account/picture/1',
  created_at: '2026-11-20T10:00:00Z',
  is_subscribed: true,
  trial_ends_at: '2026-12-20T10:00:00Z',
  extraction_count: 7,
}

test('the profile of the person is read', async () => {
  const { rest, asked } = recordingRest(() => [ROW])
  expect(await fetchProfile(rest, ANA)).toEqual({
    name: 'Ana',
    picture: '/account/picture/1',
    email: 'other@antojo.test',
    createdAt: new Date('2026-11-20T10:00:00Z'),
    premium: true,
    trialEndsAt: new Date('2026-12-20T10:00:00Z'),
    extractions: 7,
  })
  expect(asked).toMatchObject([{ method: 'GET', path: 'users', params: { id: 'eq.ana' } }])
})

test('a profile that is missing is created with the address of the account', async () => {
  const made = { ...ROW, email: null, trial_ends_at: null }
  const { rest, asked } = recordingRest(({ method }) => (method === 'POST' ? [made] : []))
  expect(await fetchProfile(rest, ANA)).toMatchObject({ email: ANA.email, trialEndsAt: null })
  expect(asked).toMatchObject([{ method: 'GET' }, { method: 'POST', path: 'users', body: ANA }])
})
