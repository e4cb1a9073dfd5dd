import { expect, it } from 'vitest'
import { createProviderWatch } from './provider-health.ts'

const AT = '2026-11-23T08:00:00.000Z'

it('shows recent answers of each provider, and which provider gets no requests', () => {
  const watch = createProviderWatch(() => new Date(AT))
  const call = (provider: string, outcome: string, seconds = 0.2): void =>
    watch.onCall({ provider, outcome, seconds })
  for (const outcome of ['ok', 'http_4xx', 'http_5xx', 'ok']) call('tiktok', outcome)
  call('photon', 'timeout', 5)
  call('google', 'network')
  call('google', 'refused', 0)
  call('other', 'http_5xx')
  expect(watch.health()).toEqual([
    {
      provider: 'google',
      state: 'resting',
      calls: 1,
      failed: 1,
      p50_ms: 200,
      last_success: null,
      last_failure: { at: AT, outcome: 'network', detail: '' },
    },
    {
      provider: 'photon',
      state: 'failing',
      calls: 1,
      failed: 1,
      p50_ms: 5_000,
      last_success: null,
      last_failure: { at: AT, outcome: 'timeout', detail: '' },
    },
    {
      provider: 'tiktok',
      state: 'well',
      calls: 4,
      failed: 1,
      p50_ms: 200,
      last_success: AT,
      last_failure: { at: AT, outcome: 'http_5xx', detail: '' },
    },
  ])
  call('Instagram page', 'sign_in')
  call('Instagram page', 'resting', 0)
  call('TikTok page', 'not_found')
  expect(watch.health().filter(({ provider }) => provider.endsWith(' page'))).toEqual([
    {
      provider: 'Instagram page',
      state: 'resting',
      reason: 'sign_in',
      calls: 1,
      failed: 1,
      p50_ms: 200,
      last_success: null,
      last_failure: { at: AT, outcome: 'sign_in', detail: '' },
    },
    {
      provider: 'TikTok page',
      state: 'well',
      calls: 1,
      failed: 0,
      p50_ms: 200,
      last_success: AT,
      last_failure: null,
    },
  ])
  watch.onCall({ provider: 'llm', outcome: 'wrong_key', seconds: 0.2, detail: '401: Incorrect API key' })
  expect(watch.health().find(({ provider }) => provider === 'llm')).toMatchObject({
    state: 'failing',
    last_failure: { outcome: 'wrong_key', detail: '401: Incorrect API key' },
  })
  for (let times = 0; times < 150; times += 1) call('tiktok', 'ok')
  expect(watch.health().find(({ provider }) => provider === 'tiktok')).toMatchObject({
    calls: 100,
    failed: 0,
  })
})
