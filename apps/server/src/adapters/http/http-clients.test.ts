import { expect, it } from 'vitest'
import type { ProviderCall } from '../../telemetry/metrics.ts'
import { noTracer } from '../../telemetry/tracer.ts'
import type { FetchAnswer, FetchFailure } from './guarded-fetch.ts'
import { instrumentFetch } from './http-clients.ts'

const down: FetchFailure = { ok: false, reason: 'timeout', detail: '' }
const up: FetchAnswer = { ok: true, status: 200, headers: new Map(), body: Buffer.from(''), url: '' }
const gone: FetchAnswer = { ...up, status: 404 }

function watched(answers: Record<string, FetchAnswer | FetchFailure>) {
  const asked: string[] = []
  const calls: ProviderCall[] = []
  const fetch = instrumentFetch(
    async ({ url }) => {
      asked.push(url)
      return answers[url] ?? up
    },
    {
      providers: new Map([['tiktok', 'https://tiktok.example/oembed']]),
      tracer: noTracer,
      onCall: (call) => calls.push(call),
    },
  )
  return { asked, calls, ask: (url: string) => fetch({ url, timeoutMs: 1, maxBytes: 1 }) }
}

it('sends no requests to a provider that fails repeatedly, and goes on with others', async () => {
  const url = 'https://tiktok.example/oembed?url=x'
  const other = 'https://elsewhere.example/'
  const { ask, asked, calls } = watched({ [url]: down, [other]: down })
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await ask(url)).toMatchObject({ ok: false })
    await ask(other)
  }
  expect(asked.filter((each) => each === url)).toHaveLength(8)
  expect(asked.filter((each) => each === other)).toHaveLength(20)
  expect(calls.filter(({ outcome }) => outcome === 'refused')).toHaveLength(12)
  expect(new Set(calls.map(({ provider }) => provider))).toEqual(new Set(['tiktok', 'other']))
})

it('does not count a post that is gone as a failure of the provider', async () => {
  const url = 'https://tiktok.example/oembed?url=gone'
  const { ask, asked, calls } = watched({ [url]: gone })
  for (let turn = 0; turn < 20; turn += 1) await ask(url)
  expect(asked).toHaveLength(20)
  expect(calls.at(-1)?.outcome).toBe('http_4xx')
})
