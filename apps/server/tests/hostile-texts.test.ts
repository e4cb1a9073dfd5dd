import type { AppClient } from '@antojo/testing/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

/** Processor time of the node's thread above that of the same request with a short text. */
const GOAL_MS = 50
/** Other work on the machine does not count, but can make the same work several times slower. */
const LIMIT_MS = 250
const IN_BODY = 250_000
/** The most that fits into the address of a request. */
const IN_ADDRESS = 4_000

const SHAPES: readonly ((length: number) => string)[] = [
  (length) => `https://a.b/${'!'.repeat(length)}a`,
  (length) => `${'!'.repeat(length)}a`,
  (length) => `${' '.repeat(length)}a`,
  (length) => '('.repeat(length),
  (length) => ','.repeat(length),
  (length) => '[{'.repeat(length / 2),
  (length) => '%'.repeat(length),
  (length) => '"\\'.repeat(length / 2),
]

interface Attack {
  readonly name: string
  readonly length: number
  readonly request: (text: string) => {
    readonly path: string
    readonly method?: string
    readonly body?: string
    readonly headers?: Readonly<Record<string, string>>
  }
}

/** A JSON Schema, as far as a value of it needs it. */
interface Shape {
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly minimum?: number | undefined
  readonly anyOf?: readonly Shape[] | undefined
  readonly oneOf?: readonly Shape[] | undefined
  readonly items?: Shape | undefined
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, Shape>> | undefined
}
const schemaShape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    minimum: z.number().optional(),
    anyOf: z.array(schemaShape).optional(),
    oneOf: z.array(schemaShape).optional(),
    items: schemaShape.optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schemaShape).optional(),
  }),
)
const operation = z.object({
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: schemaShape }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schemaShape })) }).optional(),
})

let node: TestNode
let person: AppClient
beforeAll(async () => {
  node = await startTestNode([])
  person = await node.person('eva')
})
afterAll(() => node.stop())

it.each([
  ['field of the product', productAttacks, 4],
  ['part of the data API', dataAttacks, 1],
  ['field of the auth service', authAttacks, 4],
])('spends hardly more on a long text than on a short one, in every %s', async (_, attacks, step) => {
  const shapesOf = (at: number) => SHAPES.filter((_shape, index) => (at + index) % step === 0)
  expect(await tooSlow(await attacks(), shapesOf)).toEqual([])
})

it('spends hardly more on a long text in any shape', { tags: 'slow', timeout: 600_000 }, async () => {
  const attacks = [...(await productAttacks()), ...dataAttacks(), ...authAttacks()]
  expect(await tooSlow(attacks, () => SHAPES)).toEqual([])
})

async function productAttacks(): Promise<Attack[]> {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
    .parse(await (await fetch(`${node.url}/openapi.json`)).json())
  const attacks = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      attacksOn(method.toUpperCase(), path, described),
    ),
  )
  expect(attacks.length).toBeGreaterThan(60)
  return attacks
}

function dataAttacks(): Attack[] {
  const parameters = ['select', 'order', 'or', 'and', 'limit', 'offset', 'columns', 'on_conflict', 'title']
  const begun = ['eq.', 'like.', 'match.', 'fts.', 'in.('].map((operator) => `title=${operator}`)
  const queries = [...parameters, ...begun, 'or=(title.eq.', 'select=title->']
  const headers = ['prefer', 'range', 'accept', 'accept-profile', 'content-profile', 'authorization']
  const bodies = ['application/json', 'text/csv', 'application/x-www-form-urlencoded']
  return [
    ...queries.map((query) => ({
      name: `/rest/v1 ${query}`,
      length: IN_ADDRESS,
      request: (text: string) => {
        const [name = '', before = ''] = query.split('=')
        return { path: `/rest/v1/videos?${name}=${encodeURIComponent(before + text)}` }
      },
    })),
    ...headers.map((name) => ({
      name: `/rest/v1 ${name}`,
      length: IN_ADDRESS,
      request: (text: string) => ({ path: '/rest/v1/videos', headers: { [name]: text } }),
    })),
    ...['video_lists', 'videos', 'rpc/search_videos', 'rpc/unknown'].map((name) => ({
      name: `/rest/v1/${name}`,
      length: IN_BODY,
      request: (text: string) => {
        const body = JSON.stringify({ name: text, title: text, query: text })
        return { method: 'POST', path: `/rest/v1/${name}`, body }
      },
    })),
    ...bodies.map((type) => ({
      name: `/rest/v1 ${type}`,
      length: IN_BODY,
      request: (text: string) => {
        const post = { method: 'POST', headers: { 'content-type': type } }
        return { ...post, path: '/rest/v1/video_lists', body: text }
      },
    })),
  ]
}

function authAttacks(): Attack[] {
  const grants = ['password', 'refresh_token', 'pkce', 'id_token', 'web3']
  const others = ['signup', 'otp', 'recover', 'verify', 'resend', 'magiclink', 'invite', 'sso', 'factors']
  const routes = [...others, ...grants.map((grant) => `token?grant_type=${grant}`)]
  const fields = ['email', 'phone', 'password', 'token', 'token_hash', 'type', 'refresh_token', 'auth_code']
  const more = ['code_verifier', 'code_challenge', 'id_token', 'provider', 'message', 'data', 'redirect_to']
  const queries = [
    'authorize?provider',
    'authorize?scopes',
    'callback?state',
    'verify?token',
    'verify?redirect_to',
  ]
  const posts = [...routes.map((route) => ['POST', route] as const), ['PUT', 'user'] as const]
  return [
    ...posts.flatMap(([method, route]) =>
      [...fields, ...more].map((field) => ({
        name: `${method} /auth/v1/${route} ${field}`,
        length: 30_000,
        request: (text: string) => {
          const given = { email: 'eva@antojo.test', type: 'signup', [field]: text }
          return { method, path: `/auth/v1/${route}`, body: JSON.stringify(given) }
        },
      })),
    ),
    ...queries.map((query) => ({
      name: `GET /auth/v1/${query}`,
      length: IN_ADDRESS,
      request: (text: string) => ({ path: `/auth/v1/${query}=${encodeURIComponent(text)}` }),
    })),
  ]
}

/** One attack for each text in the address and the body of an operation. */
function attacksOn(method: string, path: string, described: z.infer<typeof operation>): Attack[] {
  const { parameters, requestBody } = described
  const texts = parameters.filter(({ schema }) => schema.type === 'string')
  const inAddress = texts.map(({ name, in: where }) => ({
    name: `${method} ${path} ${name}`,
    length: IN_ADDRESS,
    request: (text: string) => {
      const filled = where === 'path' ? path.replace(`{${name}}`, encodeURIComponent(text)) : path
      const query = where === 'query' ? `?${name}=${encodeURIComponent(text)}` : ''
      return { method, path: filled.replaceAll(/\{\w+\}/gu, 'x') + query }
    },
  }))
  const inBody = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    fillings(schema).map(({ field, fill }) => ({
      name: `${method} ${path}${field}`,
      length: IN_BODY,
      request: (text: string) => ({
        method,
        path: path.replaceAll(/\{\w+\}/gu, crypto.randomUUID()),
        body: type === 'text/plain' ? text : JSON.stringify(fill(text)),
        headers: { 'content-type': type },
      }),
    })),
  )
  return [...inAddress, ...inBody]
}

interface Filling {
  readonly field: string
  readonly fill: (text: string) => unknown
}

/** One value of the schema for each text in it, which is that text; the rest of the value is as small as may be. */
function fillings(schema: Shape): Filling[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap(fillings)
  if (schema.type === 'array' && schema.items)
    return fillings(schema.items).map(({ field, fill }) => ({ field, fill: (text) => [fill(text)] }))
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      fillings(part).map(({ field, fill }) => ({
        field: `.${name}${field}`,
        fill: (text: string) => Object.assign({}, smallest(schema), { [name]: fill(text) }),
      })),
    )
  return schema.type === 'string' && schema.const === undefined ? [{ field: '', fill: (text) => text }] : []
}

function smallest(schema: Shape): unknown {
  const { type, required = [], properties = {} } = schema
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return smallest(choice)
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0]
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {})]))
  if (type === 'array') return schema.items ? [smallest(schema.items)] : []
  if (type === 'boolean') return true
  if (type === 'string') return schema.format === 'uuid' ? crypto.randomUUID() : 'x'
  return schema.minimum ?? 1
}

/** Sends each attack in some shapes; returns those above the limit, and prints the worst. */
async function tooSlow(
  attacks: readonly Attack[],
  shapesOf: (at: number) => typeof SHAPES,
): Promise<string[]> {
  const costs: { readonly name: string; readonly ms: number }[] = []
  for (const [at, { name, length, request }] of attacks.entries()) {
    for (const shape of shapesOf(at)) {
      const text = shape(length)
      const spent = await cost(request(text))
      const ms = Math.round(spent > GOAL_MS ? spent - (await cost(request('x'))) : spent)
      costs.push({ name: `${name} ${text.slice(0, 14)}… ${ms} ms`, ms })
    }
  }
  const worst = costs.toSorted((a, b) => b.ms - a.ms)
  const figures = worst.slice(0, 5).map(({ name }) => name)
  console.info(`${costs.length} requests, goal ${GOAL_MS} ms; worst: ${figures.join(' | ')}`)
  return worst.filter(({ ms }) => ms > LIMIT_MS).map(({ name }) => name)
}

/** The processor time of the node's thread for a request; above the goal, the least of several tries. */
async function cost({ path, ...init }: ReturnType<Attack['request']>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 3 && least > GOAL_MS; tries += 1) {
    const before = process.threadCpuUsage()
    const answer = await fetch(`${node.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        authorization: `Bearer ${person.session.access_token}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    })
    await answer.arrayBuffer()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}
