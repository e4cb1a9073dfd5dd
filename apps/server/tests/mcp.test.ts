import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createdToken, type TokenScope } from '@antojo/contract/account'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const CLI = fileURLToPath(new URL('../src/cli/antojo.ts', import.meta.url))
const ALL: readonly TokenScope[] = ['capture', 'read', 'write']
/** In Mexico City: Saturday, 21:00. */
const SATURDAY_NIGHT = '2026-05-02T21:00:00-06:00'
const NEAR = { lat: 19.4194, lng: -99.1672 }

const found = z.object({
  places: z.array(
    z.object({ id: z.string(), name: z.string(), open: z.boolean().nullable(), km: z.number().nullable() }),
  ),
  note: z.string().optional(),
})

const post = buildPost({ id: 'contramar', title: 'Tostadas 📍 Contramar, Roma Norte, CDMX' })
const clients: Client[] = []
let node: TestNode
let ana: AppClient

beforeAll(async () => {
  node = await startTestNode([post])
  ana = await node.person('ana')
  const bob = await node.person('bob')
  await save(ana, { name: 'Tacos El Vilsito', cuisine: 'Mexican', lat: 19.42, hours: 'Mo-Su 13:00-03:00' })
  await save(ana, { name: 'Tacos del Mercado', cuisine: 'Mexican', lat: 19.4195, hours: 'Mo-Su 08:00-15:00' })
  await save(ana, { name: 'Tacos Lejanos', cuisine: 'Mexican', lat: 19.6, hours: 'Mo-Su 00:00-24:00' })
  await save(ana, { name: 'Ramen Mori', cuisine: 'Ramen', lat: 19.41, hours: null })
  await save(bob, { name: 'Tacos de Bob', cuisine: 'Mexican', lat: 19.4194, hours: 'Mo-Su 00:00-24:00' })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await node.stop()
})

interface Saved {
  readonly name: string
  readonly cuisine: string
  readonly lat: number
  readonly hours: string | null
}

async function save(person: AppClient, { name, cuisine, lat, hours }: Saved): Promise<void> {
  const url = `https://www.tiktok.com/@ana/video/${name.replaceAll(/\W/gu, '')}`
  await node.database.asSystem('test', (tx) =>
    sql`insert into videos (user_id, platform, video_url, canonical_url, title, restaurant_name, restaurant_cuisine,
          enrich_place_id, enrich_place_name, enrich_place_lat, enrich_place_lng, opening_hours, time_zone, identify_state)
        values (${person.userId}, 'TikTok', ${url}, ${url}, ${name}, ${name}, ${cuisine}, ${name}, ${name}, ${lat}, -99.1672,
          ${hours}, 'America/Mexico_City', 'identified')`.execute(tx),
  )
}

async function tokenWith(scopes: readonly TokenScope[], person = ana): Promise<string> {
  const body = JSON.stringify({ name: 'Programa', scopes, expiresInDays: 30 })
  return createdToken.parse(await (await person.request('/tokens', { method: 'POST', body })).json()).token
}

async function connect(scopes: readonly TokenScope[]): Promise<Client> {
  const headers = { authorization: `Bearer ${await tokenWith(scopes)}` }
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', node.url), { requestInit: { headers } }),
  )
  clients.push(client)
  return client
}

async function search(client: Client, input: Record<string, unknown>) {
  const { structuredContent } = await client.callTool({ name: 'search_places', arguments: input })
  return found.parse(structuredContent)
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  return z
    .looseObject({ isError: z.boolean().optional(), structuredContent: z.looseObject({}).optional() })
    .parse(await client.callTool({ name, arguments: input }))
}

const namesOf = ({ places }: z.infer<typeof found>) => places.map(({ name }) => name)

describe('a program that speaks MCP', () => {
  it('finds the tacos that are open at a time near a point, and nothing of anybody else', async () => {
    const client = await connect(['read'])
    const text = 'tacos cerca de mí'
    const answer = await search(client, { text, open_at: SATURDAY_NIGHT, near: NEAR, within_km: 5 })
    expect(answer).toEqual({ places: [expect.objectContaining({ name: 'Tacos El Vilsito', open: true })] })
    expect(answer.places[0]?.km).toBeCloseTo(0.07, 2)
    const all = await search(client, { near: NEAR })
    expect(namesOf(all)).toEqual(['Tacos del Mercado', 'Tacos El Vilsito', 'Ramen Mori', 'Tacos Lejanos'])
  })

  it('understands “open now” and “near me” in the words, and says when it needs the position', async () => {
    const client = await connect(['read'])
    const { places, note } = await search(client, { text: 'tacos abiertos ahora cerca de mí' })
    expect(note).toContain('near')
    expect(places.length).toBeGreaterThan(0)
    expect(places.every(({ open }) => open === true)).toBe(true)
    expect(places.every(({ name }) => /tac|taq/iu.test(name))).toBe(true)
  })

  it.each([
    [{ cuisine: 'japonesa' }, ['Ramen Mori']],
    [{ text: 'nada de esto' }, []],
  ])('searches by %j', async (input, names) => {
    expect(namesOf(await search(await connect(['read']), input))).toEqual(names)
  })

  it('refuses an argument that a tool does not have, by its name', async () => {
    const client = await connect(['read'])
    for (const [tool, input] of [
      ['search_places', { query: 'tacos' }],
      ['list_lists', { kind: 'tacos' }],
    ] as const) {
      const { isError, content } = await call(client, tool, input)
      expect([isError, JSON.stringify(content)]).toEqual([
        true,
        expect.stringContaining(Object.keys(input)[0] ?? ''),
      ])
    }
  })

  it('captures a link, fills a list and notes a visit', async () => {
    const client = await connect(ALL)
    const captured = await call(client, 'capture_link', { url: post.link })
    expect(captured.structuredContent).toMatchObject({ state: 'running' })
    const [place] = (await search(client, { text: 'Vilsito' })).places
    const id = place?.id ?? ''
    const made = await call(client, 'make_list', { name: 'Con Ana' })
    const listId = z.object({ id: z.uuid() }).parse(made.structuredContent).id
    const added = await call(client, 'add_to_list', { list_id: listId, ids: [id] })
    expect(added).toMatchObject({ structuredContent: { added: 1 } })
    const { resources } = await client.listResources()
    expect(resources).toContainEqual(
      expect.objectContaining({ name: 'Con Ana', uri: `antojo://lists/${listId}` }),
    )
    const { contents } = await client.readResource({ uri: `antojo://lists/${listId}` })
    expect(JSON.stringify(contents)).toContain('Tacos El Vilsito')
    for (const day of ['2026-05-02', '2026-05-02', '2026-05-09'])
      await call(client, 'mark_visited', { id, day, note: 'Pedir la gringa', rating: 4.5 })
    const { structuredContent } = await call(client, 'get_place', { id })
    expect(structuredContent).toMatchObject({
      place: { note: 'Pedir la gringa', visited: ['2026-05-02', '2026-05-09'] },
    })
  })

  it('sees only the tools of its scopes', async () => {
    const namesFor = async (scopes: readonly TokenScope[]) =>
      (await (await connect(scopes)).listTools()).tools.map(({ name }) => name)
    expect(await namesFor(['capture'])).toEqual(['capture_link'])
    expect(await namesFor(['read'])).toEqual(['search_places', 'get_place', 'list_lists'])
    const client = await connect(['read'])
    expect(await call(client, 'make_list', { name: 'No' })).toMatchObject({ isError: true })
  })

  it('gets nothing of somebody else by an id, and cannot fill their list', async () => {
    const client = await connect(ALL)
    const { rows } = await node.database.asSystem('test', (tx) =>
      sql<{ id: string; list: string }>`
        with theirs as (select * from videos where restaurant_name = 'Tacos de Bob'),
             made as (insert into video_lists (user_id, name) select user_id, 'De Bob' from theirs returning id)
        select theirs.id, made.id as list from theirs, made`.execute(tx),
    )
    const [{ id, list } = { id: '', list: '' }] = rows
    expect(await call(client, 'get_place', { id })).toMatchObject({ isError: true })
    expect(await call(client, 'mark_visited', { id, day: '2026-05-02' })).toMatchObject({ isError: true })
    expect(await call(client, 'add_to_list', { list_id: list, ids: [id] })).toMatchObject({ isError: true })
    const made = await call(client, 'make_list', { name: 'Propia' })
    const own = z.object({ id: z.uuid() }).parse(made.structuredContent).id
    const added = await call(client, 'add_to_list', { list_id: own, ids: [id] })
    expect(added).toMatchObject({ structuredContent: { added: 0 } })
  })

  it('reaches a server through `antojo mcp` by stdio', async () => {
    const env = {
      ANTOJO_URL: node.url,
      ANTOJO_TOKEN: await tokenWith(['read']),
      PATH: process.env['PATH'] ?? '',
    }
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], env }))
    clients.push(client)
    expect(namesOf(await search(client, { text: 'ramen' }))).toEqual(['Ramen Mori'])
  })
})

it.each([[undefined], ['Bearer antojo_invented']])(
  'answers 401 to the authorization %s',
  async (authorization) => {
    const headers = {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    for (const sent of [body, '{}', ''])
      expect((await fetch(`${node.url}/mcp`, { method: 'POST', headers, body: sent })).status).toBe(401)
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(`${node.url}/mcp`, { method, headers })).status).toBe(405)
  },
)

it('counts each tool against the budget of its work, and takes one message a request', async () => {
  const limited = await startTestNode([post], { RATE_LIMITS: 'on' })
  try {
    const person = await limited.person('eva')
    const token = await tokenWith(ALL, person)
    const ask = async (body: unknown) =>
      fetch(`${limited.url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const capture = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'capture_link', arguments: { url: `https://www.tiktok.com/@eva/video/72${id + 1e9}` } },
    })
    expect((await ask([capture(1), capture(2)])).status).toBe(400)
    const answers: string[] = []
    for (let id = 0; id < 62; id += 1) answers.push(await (await ask(capture(id))).text())
    const refused = answers.map((answer) => answer.includes('rate_limited'))
    expect(refused.slice(0, 60)).not.toContain(true)
    expect(refused.slice(60)).toEqual([true, true])
  } finally {
    await limited.stop()
  }
})

it('`antojo mcp` without a token says what to set', async () => {
  const program = spawn(process.execPath, [CLI, 'mcp'], { env: { PATH: process.env['PATH'] } })
  let said = ''
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => program.once('close', resolve))
  expect(code).toBe(64)
  expect(said).toContain('ANTOJO_TOKEN')
})
