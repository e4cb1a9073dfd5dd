import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createdToken, tokenScope } from '@antojo/contract/account'
import { VERSION } from '@antojo/db/version'
import type { AppClient } from '@antojo/testing/client'
import openapiTs, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '../src/http/api/operations.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const run = promisify(execFile)
const documentShape = z.object({
  openapi: z.literal('3.1.1'),
  info: z.looseObject({ version: z.literal(VERSION) }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
})
const LINK = 'https://www.tiktok.com/@ana/video/7300000000000000001'

let node: TestNode
/** The first account is an administrator. */
let first: AppClient
beforeAll(async () => {
  node = await startTestNode([])
  first = await node.person('primera')
})
afterAll(() => node.stop())

it('has every route of the product, and no other', async () => {
  const { paths } = documentShape.parse(await (await fetch(`${node.url}/openapi.json`)).json())
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(?<name>\w+)\}/gu, ':$<name>')}`,
    ),
  )
  expect(documented.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
  const ids = Object.values(paths).flatMap((each) => Object.values(each).map((one) => one.operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.values(OPERATIONS).filter(({ summary }) => !summary.endsWith('.'))).toEqual([])
})

it.each([
  'GET /places?query=Contramar',
  'GET /places/areas',
  'GET /places/areas/search?q=Puebla',
  'GET /places/feeds',
  'GET /imports',
  'GET /tokens',
  'GET /invitations',
  'GET /corrections',
  'GET /admin/metrics',
  'GET /config.json',
])('describes what the server answers to %s', async (call) => {
  const path = call.replace('GET ', '')
  const answer = await first.request(path)
  const { answer: schema } = OPERATIONS[call.split('?')[0] ?? ''] ?? {}
  if (!(schema instanceof z.ZodType)) throw new Error('no schema')
  const body: unknown = await answer.json()
  expect(answer.status).toBe(200)
  // A field that the schema does not have would be missing in the parsed value.
  expect(schema.parse(body)).toEqual(body)
})

/** A part of a JSON Schema, as far as it says how much a value may hold. A property may have the name of a keyword. */
const bounds = z.looseObject({
  type: z.string().optional().catch(undefined),
  format: z.string().optional().catch(undefined),
  pattern: z.string().optional().catch(undefined),
})

/** The paths of texts, lists and maps in a schema that may be of any size. */
function unbounded(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => unbounded(part, `${path}/${index}`))
  const parsed = bounds.safeParse(schema)
  if (!parsed.success) return []
  const { type, format = '', pattern = '*', ...rest } = parsed.data
  const hasBound = ['maxLength', 'maxItems', 'enum', 'const'].some((keyword) => keyword in rest)
  const isShort = hasBound || ['uuid', 'date'].includes(format) || !/[*+]|,\}/u.test(pattern)
  const isOpen =
    ((type === 'string' || type === 'array') && !isShort) ||
    (type === 'object' && !!rest['additionalProperties'] && !('propertyNames' in rest))
  const parts = Object.entries(z.record(z.string(), z.unknown()).parse(schema))
  return [...(isOpen ? [path] : []), ...parts.flatMap(([name, part]) => unbounded(part, `${path}/${name}`))]
}

it('bounds every text, list and map that it takes', async () => {
  const { paths } = documentShape.parse(await (await fetch(`${node.url}/openapi.json`)).json())
  const taken = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody }]) =>
      unbounded({ parameters, requestBody }, `${method} ${path}`),
    ),
  )
  // A message of MCP holds what the schema of its tool says.
  expect(taken).toEqual(['post /mcp/requestBody/content/application/json/schema'])
  const body = JSON.stringify({ name: 'MCP', scopes: tokenScope.options, expiresInDays: 1 })
  const made = await first.request('/tokens', { method: 'POST', body })
  const { token } = createdToken.parse(await made.json())
  const answer = await fetch(`${node.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const shape = z.object({ name: z.string(), inputSchema: z.looseObject({}) })
  const { tools } = z
    .object({ result: z.object({ tools: z.array(shape) }) })
    .parse(await answer.json()).result
  expect(tools).toHaveLength(7)
  expect(tools.flatMap(({ name, inputSchema }) => unbounded(inputSchema, name))).toEqual([])
  const open = { type: 'object', properties: { type: { type: 'array', items: [{ type: 'string' }] } } }
  expect(unbounded(open, '')).toEqual(['/properties/type', '/properties/type/items/0'])
})

it('is a page that loads nothing', async () => {
  const answer = await fetch(`${node.url}/api`)
  const html = await answer.text()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('POST /imports/{id}/start')
  expect(html).not.toMatch(/<(?:script|link|img|iframe)/u)
})

/** The program of a stranger, who has the document only. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const [baseUrl = '', session = '', text = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + session } })
const body = { name: 'Atajo', scopes: ['capture' as const], expiresInDays: 30 }
const { data: made } = await client.POST('/tokens', { body })
const headers = { authorization: 'Bearer ' + (made?.token ?? '') }
const { data: captured } = await client.POST('/functions/v1/capture', { body: { text }, headers })
const { data: found } = await client.GET('/imports')
const { data: places } = await client.GET('/places', { params: { query: { query: 'Contramar' } } })
const { error: refused } = await client.GET('/imports/{id}', { params: { path: { id: 'x' } } })
const url: string | undefined = captured?.video.video_url
console.log(JSON.stringify({ scopes: made?.scopes, url, imports: found?.imports, places: places?.ok, error: refused?.error }))
`
const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom'],
  types: ['node'],
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
}

it('gives a generated client that compiles and calls', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(import.meta.dirname, 'client-'))
  try {
    const types = astToString(await openapiTs(new URL(`${node.url}/openapi.json`)))
    await writeFile(join(folder, 'schema.ts'), types)
    await writeFile(join(folder, 'client.ts'), CLIENT)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ include: ['*.ts'], compilerOptions: COMPILER }),
    )
    await run('tsc', ['-p', folder])
    const { session } = await node.person('ana')
    const program = pathToFileURL(join(folder, 'client.ts')).pathname
    const { stdout } = await run(process.execPath, [program, node.url, session.access_token, LINK])
    expect(JSON.parse(stdout)).toEqual({
      scopes: ['capture'],
      url: LINK,
      imports: [],
      places: true,
      error: 'bad_request',
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
