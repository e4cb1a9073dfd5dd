import { adminMetricsResponse, serviceTestResponse } from '@antojo/contract/admin'
import type { AppClient } from '@antojo/testing/client'
import { type ChatServer, startChatServer } from '@antojo/testing/services/chat-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

let model: ChatServer
let node: TestNode
let administrator: AppClient

beforeAll(async () => {
  model = await startChatServer('openai')
  node = await startTestNode([], {
    LLM_BASE_URL: model.baseUrl,
    LLM_API_KEY: model.key,
    LLM_MODEL: model.model,
    RATE_LIMITS: 'on',
  })
  administrator = await node.person('ana')
})
afterAll(async () => {
  await node.stop()
  await model.close()
})

const press = (person: AppClient, service: string): Promise<Response> =>
  person.request('/admin/services/test', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service }),
  })

async function languageModel() {
  const metrics = await administrator.request('/admin/metrics')
  const { services } = adminMetricsResponse.parse(await metrics.json())
  return services.find(({ service }) => service === 'llm')
}

it('tries a service when an administrator asks, and keeps the last success and failure', async () => {
  expect(await languageModel()).toEqual({ service: 'llm', health: null })
  model.say('{"mentions":[{"words":"El Califa de León","kind":"name"}]}')
  const works = serviceTestResponse.parse(await (await press(administrator, 'llm')).json())
  expect(works).toMatchObject({ ok: true, problem: null })
  model.behave('no_credit')
  const fails = serviceTestResponse.parse(await (await press(administrator, 'llm')).json())
  expect(fails).toMatchObject({ ok: false, problem: 'no_credit' })
  expect(fails.detail).toContain('You exceeded your current quota')
  expect((await languageModel())?.health).toMatchObject({
    state: 'failing',
    last_success: expect.stringMatching(/^20/u),
    last_failure: { outcome: 'no_credit', detail: fails.detail },
  })
  expect((await press(administrator, 'moon')).status).toBe(404)
})

it('is for administrators only, who may press 20 times a minute', async () => {
  const other = await node.person('luis')
  const asked = model.requests.length
  expect((await press(other, 'llm')).status).toBe(403)
  expect(model.requests.length).toBe(asked)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await press(administrator, 'moon')).status),
  )
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
})
