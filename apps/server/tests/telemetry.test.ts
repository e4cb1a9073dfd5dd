import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Database } from '@antojo/db/database'
import { AppClient } from '@antojo/testing/client'
import { createTestDatabase } from '@antojo/testing/database'
import { buildPost } from '@antojo/testing/sandbox/post'
import { type Sandbox, startSandbox } from '@antojo/testing/sandbox/sandbox'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../src/config/config.ts'
import { removeOldAnalyses } from '../src/features/analyses/service.ts'
import { createLogger, type RunningNode, startNode } from '../src/run.ts'
import { withoutLiterals } from '../src/telemetry/slow-queries.ts'

const CAPTION = 'Cena secreta de Sofía 📍 Contramar, Roma Norte, CDMX #mariscos'
const contramar = buildPost({ id: 'contramar', title: CAPTION })
const ACCOUNT = { email: 'sofia.perez@antojo.test', password: 'tengo-antojo-de-tacos' }
const span = z.looseObject({ name: z.string(), traceId: z.string(), spanId: z.string() })
const traces = z.object({
  resourceSpans: z.array(
    z.looseObject({
      scopeSpans: z.array(
        z.looseObject({ spans: z.array(span.extend({ parentSpanId: z.string().optional() })) }),
      ),
    }),
  ),
})

const lines: string[] = []
const bodies: string[] = []
let collector: Server
let node: RunningNode
let sandbox: Sandbox
let database: Database
let dataDir: string
let metrics: string

/** One person's requests: a wrong password, an add with its job, a search. Then the node stops and flushes its traces. */
beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => bodies.push(body))
    response.end('{}')
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const address = collector.address()
  const port = typeof address === 'object' && address ? address.port : 0
  database = await createTestDatabase()
  sandbox = await startSandbox({ posts: [contramar] })
  dataDir = await mkdtemp(join(tmpdir(), 'antojo-telemetry-'))
  const config = readConfig({
    ...sandbox.env,
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.pool.options.connectionString,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  const log = pino({ level: 'trace', redact: [] }, { write: (line: string) => void lines.push(line) })
  node = await startNode(config, log)
  const client = await AppClient.enter(node.url, ACCOUNT)
  await fetch(`${node.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, password: 'geheim-falsch' }),
  })
  await client.add(contramar.link)
  await client.request('/rest/v1/videos?select=*&title=ilike.*secreta*')
  await client.request('/rest/v1/nothing')
  const done = async () =>
    (await database.asSystem('look', (tx) => tx.selectFrom('videos').select('enrich_state').execute())).every(
      ({ enrich_state: state }) => state === 'done',
    )
  await vi.waitUntil(done, { timeout: 20_000, interval: 100 })
  metrics = await (await fetch(`${node.url}/metrics`)).text()
  await node.stop()
})
afterAll(async () => {
  collector.close()
  await sandbox.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('logs one JSON object a line, with the ids of requests and jobs', () => {
  const objects = lines.map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)))
  const requests = objects.filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(4)
  const ids = requests.map(({ reqId }) => z.uuid().parse(reqId))
  expect(new Set(ids).size).toBe(ids.length)
  expect(objects.find(({ msg }) => msg === 'job done')).toMatchObject({
    job: 'enrich-video',
    jobId: expect.stringMatching(/^[\da-f-]{36}$/u),
  })
})

it('logs refused requests with their sender', () => {
  const refused = lines.filter((entry) => entry.includes('"request refused"'))
  expect(refused.map((entry): unknown => JSON.parse(entry))).toContainEqual(
    expect.objectContaining({ route: '/auth/v1/token', status: 400, network: '127.0.0.1' }),
  )
})

it('logs and traces hold no secret and nothing personal', () => {
  const written = [...lines, ...bodies].join('\n')
  // Logs and traces contain the requests in which the secrets were sent.
  expect(lines.join('\n')).toContain('/auth/v1/token')
  expect(bodies.join('\n')).toContain('/auth/v1/token')
  const secrets = [
    ACCOUNT.email,
    'sofia',
    ACCOUNT.password,
    'geheim',
    'secreta',
    'eyJ',
    'Bearer',
    contramar.id,
  ]
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
})

it('an error of a constraint is logged without the row', () => {
  const written: string[] = []
  const log = createLogger('info', { write: (entry) => void written.push(entry) })
  const broken = Object.assign(new Error('duplicate key'), {
    detail: `Key (email)=(${ACCOUNT.email}) already exists.`,
    code: '23505',
  })
  log.error({ err: broken }, 'request failed')
  log.error({ err: new Error('insert failed', { cause: broken }) }, 'request failed')
  log.warn({ error: broken }, 'catalogue')
  log.error(broken)
  expect(written).toHaveLength(4)
  expect(written.join('')).toContain('23505')
  expect(written.join('')).not.toContain('sofia')
})

it('measures adds, steps, providers, jobs, requests, connections and the queue', () => {
  const wanted = [
    'antojo_add_seconds_count{decision="accepted"} 1',
    'antojo_adds_total{decision="accepted"} 1',
    'antojo_step_seconds_count{step="oembed",state="done"} 1',
    'antojo_provider_seconds_count{provider="tiktok",outcome="ok"} 1',
    'antojo_job_seconds_count{job="enrich-video",outcome="done"} 1',
    'antojo_job_wait_seconds_count{job="enrich-video"} 1',
    'antojo_http_request_seconds_count{method="POST",route="/functions/v1/ai",status="2xx"} 1',
    'antojo_db_connections{state="idle"}',
    'antojo_queue_jobs{state="waiting"} 0',
    'antojo_queue_jobs{state="failed"} 0',
  ]
  const figures = metrics.split('\n')
  const isShown = (figure: string) =>
    figures.some((line) => line === figure || (figure.endsWith('}') && line.startsWith(`${figure} `)))
  expect(wanted.filter((line) => !isShown(line))).toEqual([])
})

it('one trace leads from the request over the provider to the job', () => {
  const spans = bodies.flatMap((body) =>
    traces
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const request = spans.find(({ name }) => name === 'POST /functions/v1/ai')
  const provider = spans.find(({ name }) => name === 'ask tiktok')
  const job = spans.find(({ name }) => name === 'job enrich-video')
  expect(request).toBeDefined()
  expect(provider).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
  expect(job).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
})

it('old analyses are removed, and the videos saved from them stay', async () => {
  const count = () => database.asSystem('look', (tx) => tx.selectFrom('analyses').select('id').execute())
  expect(await removeOldAnalyses(database, 180)).toBe(0)
  expect(await count()).toHaveLength(1)
  await database.asSystem('age', (tx) =>
    tx
      .updateTable('analyses')
      .set({ finished_at: new Date(Date.now() - 181 * 86_400_000) })
      .execute(),
  )
  expect(await removeOldAnalyses(database, 180)).toBe(1)
  const kept = await database.asSystem('look', (tx) =>
    tx.selectFrom('videos').select(['analysis_id', 'restaurant_name']).execute(),
  )
  expect(kept).toEqual([{ analysis_id: null, restaurant_name: 'Contramar' }])
})

it('a slow statement is logged without its values', () => {
  expect(
    withoutLiterals(`select set_config('request.jwt.claims', '{"email":"a@b.mx","n":"O''Hara"}', true)`),
  ).toBe('select set_config(?, ?, true)')
})
