import {
  acceptedResponse,
  addFailedResponse,
  confirmPlaceResponse,
  extractVideoResponse,
  needsConfirmationResponse,
  oembedRequiredResponse,
  weakDataResponse,
} from '@antojo/contract/ai'
import { savedEvent, stepEvent } from '@antojo/contract/ai-events'
import { videoRow } from '@antojo/contract/video-row'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JobQueue } from '../src/core/job-queue.ts'
import { pipelineVersion } from '../src/identify/evidence/timeouts.ts'
import { enqueueDueTries } from '../src/features/videos/try-again.ts'
import { MAX_TRIES } from '../src/features/videos/add/repo.ts'
import { jobDefinitions } from '../src/jobs/definitions.ts'
import { startPgBoss } from '../src/jobs/pg-boss.ts'
import { readEvents, startTestNode, type StreamedEvent, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
const ambiguous = buildPost({
  id: 'ambiguous',
  title: 'cenando en La Mar 🐟🔥 una locura de lugar',
})
const emoji = buildPost({ id: 'emoji', title: '😋😋🔥' })
const coded = buildPost({ id: 'coded', title: 'Comida de la abuela 😋 76F2CR9Q+Q8' })
const gone = buildPost({ id: 'gone', failure: 'gone' })
const shared = buildPost({
  id: 'shared',
  link: 'https://vm.tiktok.com/ZMkept/',
  url: 'https://www.tiktok.com/@x/video/7412345678901230077',
  title: '😋😋',
})

let node: TestNode
let jobs: JobQueue
let ana: AppClient

beforeAll(async () => {
  node = await startTestNode([contramar, ambiguous, emoji, coded, gone, shared])
  const log = pino({ level: 'silent' })
  jobs = await startPgBoss(node.database, jobDefinitions, { log, works: false, alone: false })
  ana = await node.person('ana')
})
afterAll(async () => {
  await jobs.stop()
  await node.stop()
})
beforeEach(async () => {
  node.sandbox.addPost(gone)
  await node.database.asSystem('empty the collection', (tx) => tx.deleteFrom('videos').execute())
  await node.database.asSystem('forget analyses', (tx) => tx.deleteFrom('analyses').execute())
  await node.database.asSystem('forget corrections', (tx) => tx.deleteFrom('corrections').execute())
})

/** Runs one statement as the server. */
async function run<T>(statement: RawBuilder<T>): Promise<readonly T[]> {
  return node.database.asSystem('test', async (tx) => (await statement.execute(tx)).rows)
}

async function ai(action: string, input: object, headers: Record<string, string> = {}): Promise<Response> {
  return ana.request('/functions/v1/ai', { method: 'POST', body: JSON.stringify({ action, input }), headers })
}

async function stream(action: string, input: object): Promise<StreamedEvent[]> {
  return readEvents(await (await ai(action, input, { accept: 'text/event-stream' })).text())
}

async function rows(query: string, who = ana): Promise<z.infer<typeof videoRow>[]> {
  const response = await who.request(`/rest/v1/${query}`)
  return z.array(videoRow).parse(await response.json())
}
const identified = 'videos?identify_state=eq.identified'
const open = 'videos?identify_state=neq.identified'

async function extractions(): Promise<number> {
  const [profile] = await run(
    sql<{ count: number }>`select extraction_count as count from users where id = ${ana.userId}`,
  )
  return profile?.count ?? 0
}

/** Lets the back-off pass, and enqueues the tries that are due with these services. */
async function tryAgain(providers: string): Promise<number> {
  await run(sql`update app.identify_tries set next_try_at = now() - interval '1 s'`)
  await run(sql`update analyses set finished_at = finished_at - interval '1 h'`)
  return enqueueDueTries({ database: node.database, jobs, providers })
}

describe('a link is saved before anything is fetched', () => {
  it('streams the row before the first step, and the answer has the same row', { tags: 'slow' }, async () => {
    const response = await ai('extract-video', { videoUrl: emoji.link }, { accept: 'text/event-stream' })
    const events = readEvents(await response.text())
    const { video } = savedEvent.parse(events[0]?.data)
    expect([events[0]?.event, video.identify_state]).toEqual(['saved', 'running'])
    const result = z.object({ body: weakDataResponse }).parse(events.at(-1)?.data)
    expect(result.body.video).toMatchObject({ id: video.id, identify_state: 'unidentified' })
    expect(await rows(open)).toEqual([result.body.video])
  })

  it('a failure keeps the row and says its id', async () => {
    const response = await ai('extract-video', { videoUrl: gone.link })
    expect(response.status).toBe(424)
    const { video } = oembedRequiredResponse.parse(await response.json())
    expect(await rows(open)).toMatchObject([{ id: video?.id, identify_reason: 'E_PROXY_OEMBED_HTTP' }])
  })

  it(
    'a short link that cannot be followed is kept, and ends in the row of its post when it can',
    { tags: 'slow' },
    async () => {
      const away = 'https://vm.tiktok.com/ZMnowhere/'
      const failed = addFailedResponse.parse(await (await ai('extract-video', { videoUrl: away })).json())
      expect(failed.video).toMatchObject({ video_url: away, identify_state: 'unidentified' })
      const { video } = weakDataResponse.parse(
        await (await ai('extract-video', { videoUrl: shared.link })).json(),
      )
      expect(video.video_url).toBe(shared.url)
      const again = weakDataResponse.parse(
        await (await ai('extract-video', { videoUrl: shared.link })).json(),
      )
      expect(again.video.id).toBe(video.id)
      expect(await rows(open)).toHaveLength(2)
    },
  )

  it('ten adds at once of one short link are one row', { tags: 'slow' }, async () => {
    await Promise.all(Array.from({ length: 10 }, () => ai('extract-video', { videoUrl: shared.link })))
    expect(await rows('videos')).toMatchObject([{ video_url: shared.url, identify_state: 'unidentified' }])
  })

  it('keeps no row for a link that leads to no post', async () => {
    expect((await ai('extract-video', { videoUrl: 'https://www.tiktok.com/@ana' })).status).toBe(422)
    expect(await rows('videos')).toEqual([])
  })
})

describe('an open row', () => {
  it('keeps its question, with all that is known of the post, until the person answers', async () => {
    const events = await stream('extract-video', { videoUrl: ambiguous.link })
    const { video: saved } = savedEvent.parse(events[0]?.data)
    expect(saved).toMatchObject({ identify_state: 'running', video_url: ambiguous.link, title: null })
    const steps = events.map(({ data }) => stepEvent.safeParse(data).data)
    expect(steps.slice(-4).map((each) => each && `${each.step} ${each.state}`)).toEqual([
      'extract done',
      'enrich skipped',
      'save skipped',
      undefined,
    ])
    const { body } = z.object({ body: needsConfirmationResponse }).parse(events.at(-1)?.data)
    expect(body).toMatchObject({
      ok: true,
      accepted: false,
      duplicate: false,
      originalVideoUrl: ambiguous.link,
      oembed: { title: ambiguous.title },
      extracted_signals: { restaurantName: 'La Mar' },
      signals: [{ kind: 'name', text: 'La Mar', source: 'title' }],
    })
    const words = 'La Mar'
    expect(body.top).toMatchObject([
      {
        place_id: 'antojo:la-mar-lima',
        name: 'La Mar',
        formatted_address: 'Avenida Mariscal La Mar 770, Lima',
        breakdown: { name: 1, website: 0, geo: 0, pop: 0 },
        explanation: words,
        why: [{ kind: 'name', words, source: 'title' }],
        lat: -12.1133,
        lng: -77.0447,
      },
    ])
    const [analysis] = await run(sql<{ id: string }>`select id from analyses`)
    const [row] = await rows(open)
    expect(row).toEqual(body.video)
    expect(row).toMatchObject({
      id: saved.id,
      created_at: saved.created_at,
      identify_state: 'question',
      identify_question: body.top,
      identify_reason: null,
      title: ambiguous.title,
      creator_name: 'Antojo',
      provider_thumbnail_url: expect.stringContaining('/thumbnails/ambiguous.jpg'),
      thumbnail_url: expect.stringMatching(/^\/img\?u=.*&w=800$/u),
      analysis_id: analysis?.id,
      decision: null,
      restaurant_name: null,
    })
    expect(
      await run(sql`select tries, waits_for, next_try_at > now() as waits from app.identify_tries`),
    ).toEqual([{ tries: 0, waits_for: null, waits: true }])
    expect(await run(sql`select from video_places`)).toEqual([])

    const wrong = await ai('confirm-place', { videoUrl: ambiguous.link, placeId: 'antojo:none' })
    expect(wrong.status).toBe(404)
    const { error, video } = addFailedResponse.parse(await wrong.json())
    expect([error, video?.identify_question]).toEqual(['place_not_found', body.top])
    const placeId = body.top[0]?.place_id
    const confirmed = confirmPlaceResponse.parse(
      await (await ai('confirm-place', { videoUrl: ambiguous.link, placeId })).json(),
    )
    expect(confirmed).toMatchObject({
      duplicate: false,
      best: { why: body.top[0]?.why },
      video: { id: row?.id, identify_state: 'identified', identify_question: null, decision: 'confirmed' },
    })
    expect(confirmed.video.identified_at).not.toBeNull()
    expect(await run(sql`select from app.identify_tries`)).toEqual([])
  })

  it('says why a post without a name has no restaurant, and counts these answers', async () => {
    const body = weakDataResponse.parse(await (await ai('extract-video', { videoUrl: emoji.link })).json())
    expect(body).toMatchObject({
      ok: true,
      accepted: false,
      reason: 'insufficient_restaurant_data',
      weak_reason: 'no_restaurant_name',
      duplicate: false,
      oembed: { title: emoji.title },
      extracted_signals: { restaurantName: null },
    })
    const [row] = await rows(open)
    expect(row).toEqual(body.video)
    expect(row).toMatchObject({
      identify_state: 'unidentified',
      identify_reason: 'no_restaurant_name',
      identify_question: null,
      title: emoji.title,
      creator_name: 'Antojo',
      analysis_id: expect.any(String),
    })
    const metrics = await (await fetch(`${node.url}/metrics`)).text()
    expect(metrics).toMatch(/^antojo_adds_total\{decision="weak_data"\} [1-9]/mu)
    expect(metrics).toMatch(/^antojo_adds_total\{decision="needs_confirmation"\} [1-9]/mu)
  })

  it('of a post that cannot be read is answered by words that say something, whatever they find', async () => {
    const chat = await ai('extract-video', { videoUrl: `Para el viernes: ${gone.link}` })
    expect(chat.status).toBe(424)
    const hints = { restaurantName: 'Zutuxtepequil' }
    const said = await ai('extract-video', { videoUrl: gone.link, hints, cityHint: 'CDMX' })
    expect(weakDataResponse.parse(await said.json())).toMatchObject({
      oembed: null,
      video: { identify_state: 'unidentified', title: null },
    })
    // Only a post that was read waits for other facts, and the words of both requests are kept.
    expect(await run(sql`select hints, tries, tried_with from app.identify_tries`)).toEqual([
      { hints: { around: 'Para el viernes:', ...hints, cityHint: 'CDMX' }, tries: 0, tried_with: null },
    ])
  })

  it.each([
    ['a pasted caption', { hints: { caption: '📍 Contramar, Roma Norte, CDMX' } }],
    ['the text of a screenshot', { hints: { seen: 'Contramar\nRoma Norte, CDMX' } }],
    ['a typed name', { hints: { restaurantName: 'Contramar', location: 'CDMX' } }],
  ])('is identified by %s, and is no duplicate', async (_, words) => {
    await ai('extract-video', { videoUrl: gone.link })
    const [before] = await rows(open)
    const answer = await (await ai('retry', { videoUrl: gone.link, ...words })).json()
    const body = acceptedResponse.or(needsConfirmationResponse).parse(answer)
    expect(body).toMatchObject({ duplicate: false, video: { id: before?.id } })
    const names = body.accepted ? [body.best.name] : body.top.map(({ name }) => name)
    expect(names).toContain('Contramar')
  })

  it('is saved under a name at the plus code of its post', async () => {
    await ai('extract-video', { videoUrl: coded.link })
    await ana.request('/rest/v1/videos?canonical_url=neq.x', {
      method: 'PATCH',
      body: JSON.stringify({ restaurant_name: 'Fonda de la abuela' }),
    })
    expect(await rows('videos?select=*')).toMatchObject([
      {
        restaurant_name: 'Fonda de la abuela',
        identify_state: 'identified',
        enrich_place_lat: expect.closeTo(19.4194, 3),
        enrich_place_lng: expect.closeTo(-99.1617, 3),
      },
    ])
  })

  it('is identified by what the person says last', async () => {
    const saying = (restaurantName: string) =>
      ai('extract-video', { videoUrl: gone.link, hints: { restaurantName, location: 'CDMX' } })
    await saying('Zutuxtepequil')
    const { extracted_signals: signals } = extractVideoResponse.parse(
      await (await saying('Contramar')).json(),
    )
    expect(signals.restaurantName).toBe('Contramar')
  })

  it('is analysed with the words around its link, and with what the person said before', async () => {
    const answer = await ai('extract-video', { videoUrl: `📍 Contramar, Roma Norte, CDMX ${emoji.link}` })
    const body = acceptedResponse.or(needsConfirmationResponse).parse(await answer.json())
    expect(body.extracted_signals.restaurantName).toBe('Contramar')
    const stored = await run(sql`select evidence from analyses`)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toMatch(/contramar/iu)
  })

  it('is in no list, search, map or count, and nobody else sees it', async () => {
    await ai('extract-video', { videoUrl: ambiguous.link })
    const [row] = await rows(open)
    await run(sql`update videos set visibility = 'public', enrich_place_lat = 1, enrich_place_lng = 1`)
    expect(await rows(identified)).toEqual([])
    expect(await rows('rpc/search_videos?q=cebiche')).toEqual([])
    expect(await rows('rpc/nearby_videos?lat=1&lng=1')).toEqual([])
    expect(await rows('rpc/public_videos')).toEqual([])
    expect(await rows(`videos?id=eq.${row?.id}`, await node.person('eva'))).toEqual([])
    const [list] = z
      .array(z.object({ id: z.string() }))
      .parse(await (await ana.request('/rest/v1/video_lists?limit=1')).json())
    const added = await ana.request('/rest/v1/list_videos', {
      method: 'POST',
      body: JSON.stringify({ list_id: list?.id, video_id: row?.id }),
    })
    expect(added.status).toBe(403)
    const before = await extractions()
    await ana.request(`/rest/v1/videos?id=eq.${row?.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ restaurant_name: 'La Mar' }),
    })
    expect(await rows(identified)).toMatchObject([{ identify_state: 'identified', identify_question: null }])
    expect(await extractions()).toBe(before + 1)
  })

  it('cannot be opened or closed by its owner without a name', async () => {
    await ai('extract-video', { videoUrl: emoji.link })
    await ana.request('/rest/v1/videos', {
      method: 'PATCH',
      body: JSON.stringify({ identify_state: 'identified' }),
    })
    expect(await rows(open)).toHaveLength(1)
  })
})

describe('tries by itself', () => {
  it('tries again when a service came, and changes the row alone', async () => {
    await ai('extract-video', { videoUrl: emoji.link })
    await ai('extract-video', { videoUrl: gone.link })
    const failed = (await rows(open)).find(({ title }) => title === null)
    node.sandbox.addPost(buildPost({ id: 'gone', title: contramar.title }))
    expect(await tryAgain('new')).toBe(2)
    await expect
      .poll(() => rows(identified), { timeout: 20_000 })
      .toMatchObject([{ id: failed?.id, restaurant_name: 'Contramar', created_at: failed?.created_at }])
    expect((await rows(identified))[0]?.identified_at).not.toBeNull()
  })

  it('tries a post without an answer only when something has changed', async () => {
    await ai('extract-video', { videoUrl: emoji.link })
    const [known] = await run(sql<{ world: string }>`select tried_with as world from app.identify_tries`)
    const [providers = ''] = known?.world.split('|') ?? []
    expect(providers).toContain('places:local')
    expect(await tryAgain(providers)).toBe(0)
    await run(sql`insert into place_sources (source, title, places) values ('new', 'New', 1000)`)
    expect(await tryAgain(providers)).toBe(1)
    await run(sql`delete from place_sources where source = 'new'`)
  })

  it('reads a post again only when a service came since its last answer', async () => {
    await ai('extract-video', { videoUrl: emoji.link })
    const [known] = await run(sql<{ world: string }>`select tried_with as world from app.identify_tries`)
    const [providers = '', version] = known?.world.split('|') ?? []
    expect([Number(version), known?.world.split('|').length]).toEqual([pipelineVersion, 3])
    const readings = async (before: string) => {
      node.sandbox.requests.clear()
      await run(sql`update app.identify_tries set tried_with = ${before}`)
      expect(await tryAgain(providers)).toBe(1)
      await expect
        .poll(() => run(sql`select tried_with as world from app.identify_tries`), { timeout: 20_000 })
        .toEqual([known])
      return node.sandbox.requests.count('TikTok oEmbed')
    }
    expect(await readings(`${providers}|${version}|fewer places`)).toBe(0)
    expect(await readings(`fewer services|${version}|`)).toBe(1)
    expect(await rows(open)).toMatchObject([{ identify_state: 'unidentified', title: emoji.title }])
  })

  it('tries a link a bounded number of times', async () => {
    await ai('extract-video', { videoUrl: gone.link })
    for (let pass = 0; pass < MAX_TRIES + 3; pass += 1) await tryAgain(`services ${pass}`)
    expect(await tryAgain('one more')).toBe(0)
    expect(await run(sql`select tries from app.identify_tries`)).toEqual([{ tries: MAX_TRIES }])
  })
})
