import { request as sendRequest } from 'node:http'
import { adminMetricsResponse } from '@antojo/contract/admin'
import { errorBody } from '@antojo/contract/error-codes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

const PATIENTLY = { timeout: 10_000 }

let node: TestNode

beforeAll(async () => {
  node = await startTestNode([], { ADMIN_EMAILS: 'ana@antojo.test' })
})
afterAll(() => node.stop())

async function tokenOf(name: string): Promise<string> {
  await node.person(name)
  const body = JSON.stringify({ email: `${name}@antojo.test`, password: 'tengo-antojo-de-tacos' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${node.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body,
  })
  const session: unknown = await response.json()
  return typeof session === 'object' && session !== null && 'access_token' in session
    ? String(session.access_token)
    : ''
}

/** Begins an upload that never ends, so that only a refusal is answered. */
function begin(
  token: string,
  path = 'functions/v1/read-media',
  length = 100_000,
): { leave(): void; refusal: Promise<{ status: number; body: string }> } {
  const headers = { authorization: `Bearer ${token}`, 'content-length': String(length) }
  const sending = sendRequest(`${node.url}/${path}`, { method: 'POST', headers })
  sending.on('error', () => undefined)
  sending.write('x')
  const refusal = new Promise<{ status: number; body: string }>((resolve) => {
    sending.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (body: string) => resolve({ status: response.statusCode ?? 0, body }))
    })
  })
  return { leave: () => sending.destroy(), refusal }
}

it('a person uploads two files at once, a network three, and an aborted upload makes room', async () => {
  const [ana, bea] = [await tokenOf('ana'), await tokenOf('bea')]
  const uploading = async (): Promise<unknown> => {
    const headers = { authorization: `Bearer ${ana}` }
    const metrics = await (await fetch(`${node.url}/admin/metrics`, { headers })).json()
    return adminMetricsResponse.parse(metrics).budgets.find(({ name }) => name === 'uploading')?.running
  }
  const own = [begin(ana), begin(ana)]
  await expect.poll(uploading, PATIENTLY).toBe(2)
  const refused = await begin(ana).refusal
  expect(refused.status).toBe(503)
  expect(errorBody.parse(JSON.parse(refused.body)).error).toBe('overloaded')
  const other = begin(bea)
  await expect.poll(uploading, PATIENTLY).toBe(3)
  expect((await begin(bea).refusal).status).toBe(503)
  own[0]?.leave()
  await expect.poll(uploading, PATIENTLY).toBe(2)
  const next = begin(ana)
  await expect.poll(uploading, PATIENTLY).toBe(3)
  for (const each of [...own, other, next]) each.leave()
})

it('a file of 500 MB is refused before it arrives', async () => {
  const sending = begin(await tokenOf('caro'), 'imports?name=a.zip', 500 * 1024 ** 2)
  const refused = await sending.refusal
  sending.leave()
  expect([refused.status, errorBody.parse(JSON.parse(refused.body)).error]).toEqual([
    413,
    'payload_too_large',
  ])
})
