import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AppClient } from '@antojo/testing/client'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from './test-node.ts'

const AT_ONCE = 50
/** Expected from services that are not configured or do not answer, and from an overloaded node. */
const EXPECTED_FAILURES = [501, 502, 503]
const METRICS_TOKEN = 'metrics of this test'
/** Fastify announces every new instance here: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks. */
const NEW_INSTANCES = 'fastify.initialization'

const routes: RouteOptions[] = []
/** Routes of the sandbox have no budgets; every route of the node has one, or it would not start. */
const watch = (message: unknown): void => {
  if (!isAnnouncement(message)) return
  message.fastify.addHook('onRoute', (route) => void routes.push(route))
}

function isAnnouncement(message: unknown): message is { readonly fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message
}

let node: TestNode
let member: AppClient
let honest: AppClient
beforeAll(async () => {
  subscribe(NEW_INSTANCES, watch)
  node = await startTestNode([], {
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'on',
    METRICS_TOKEN,
  })
  unsubscribe(NEW_INSTANCES, watch)
  ;[member, honest] = [await node.person('member'), await node.person('honest')]
})
afterAll(() => node.stop())

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** These end the member's session, so they come last. */
const ENDS_SESSION = /logout|^\/account$/u

interface Flooded {
  readonly method: string
  readonly path: string
  readonly budget: string
}

/** All routes of the node, but only some of the built files. */
function flooded(): readonly Flooded[] {
  const all = routes.flatMap(({ method, url, config }) => {
    const path = url.replaceAll(/:\w+/gu, '00000000-0000-4000-8000-000000000000').replace('*', 'x')
    return config?.budget === undefined
      ? []
      : [method].flat().map((each) => ({ method: each, path, budget: String(config.budget) }))
  })
  const files = all.filter(({ budget }) => budget === 'fileRequest')
  return all
    .filter(
      (each) => METHODS.includes(each.method) && (each.budget !== 'fileRequest' || files.indexOf(each) < 3),
    )
    .toSorted((a, b) => Number(ENDS_SESSION.test(a.path)) - Number(ENDS_SESSION.test(b.path)))
}

/** The number of requests that a budget has counted since the start, allowed or refused. */
async function counted(budget: string): Promise<number> {
  const answer = await fetch(`${node.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const pattern = new RegExp(
    `antojo_budget\\{budget="${budget}",state="(?:started|refused)"\\} (?<count>\\d+)`,
    'gu',
  )
  return [...(await answer.text()).matchAll(pattern)].reduce(
    (sum, { groups }) => sum + Number(groups?.['count']),
    0,
  )
}

/** Sends many requests at once; returns the failures, including those of other people. */
async function flood(
  { method, path, budget }: Flooded,
  authorization: string | undefined,
): Promise<string[]> {
  const headers = {
    'x-forwarded-for': '198.51.100.7',
    ...(authorization !== undefined && { authorization }),
    ...(method !== 'GET' && { 'content-type': 'application/json' }),
  }
  const ask = async (): Promise<number> => {
    const body = method === 'GET' ? {} : { body: '{}' }
    const answer = await fetch(node.url + path, { method, headers, redirect: 'manual', ...body })
    await answer.arrayBuffer()
    return answer.status
  }
  const before = await counted(budget)
  const statuses = Promise.all(Array.from({ length: AT_ONCE }, ask))
  const [home, ready] = await Promise.all([
    honest.request('/rest/v1/video_lists?select=id', { headers: { 'x-forwarded-for': '203.0.113.9' } }),
    fetch(`${node.url}/readyz`),
  ])
  const seen = new Set(await statuses)
  const broken = [...seen].filter((status) => status >= 500 && !EXPECTED_FAILURES.includes(status))
  const isForMembers = authorization === undefined && seen.has(401)
  const isCounted = budget === 'auth' || isForMembers || (await counted(budget)) - before >= AT_ONCE
  return [
    ...(home.status === 200 ? [] : [`home ${home.status}`]),
    ...(ready.status === 200 ? [] : [`readyz ${ready.status}`]),
    ...(broken.length === 0 ? [] : [`answered ${broken.join(', ')}`]),
    ...(isCounted ? [] : [`not counted (${budget})`]),
  ].map((problem) => `${method} ${path}: ${problem}`)
}

it.each(['guest', 'member'])(
  'as a %s finds no route without a limit, nor one that stops others',
  { tags: 'slow' },
  async (who) => {
    const authorization = who === 'member' ? `Bearer ${member.session.access_token}` : undefined
    const problems: string[] = []
    for (const route of flooded()) problems.push(...(await flood(route, authorization)))
    expect(problems).toEqual([])
  },
)
