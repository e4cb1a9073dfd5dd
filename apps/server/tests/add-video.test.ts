import {
  acceptedResponse,
  confirmPlaceResponse,
  needsConfirmationResponse,
  oembedRequiredResponse,
  weakDataResponse,
} from '@antojo/contract/ai'
import { resultEvent, stepEvent } from '@antojo/contract/ai-events'
import { errorBody } from '@antojo/contract/error-codes'
import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Evidence, Resolution } from '@antojo/identify/evidence'
import { importFile } from '@antojo/places/import/import-file'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { type RawBuilder, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AddDeps } from '../src/features/videos/add/add.ts'
import { retryLink } from '../src/features/videos/retry.ts'
import { writeEnrichment } from '../src/features/videos/repo.ts'
import { readEvents, startTestNode, type StreamedEvent, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
const recipe = buildPost({ id: 'recipe', title: 'Receta fácil: hot cakes en casa con 3 ingredientes' })
const doubtful = buildPost({ id: 'doubtful', title: 'cenando en Niño Gordo 🐂🔥 una locura de lugar' })
const ambiguous = buildPost({
  id: 'ambiguous',
  title: '📍La Mar Cebichería: cebiche clásico, causa y un chilcano',
})
const emoji = buildPost({ id: 'emoji', title: '😋😋🔥' })
const gone = buildPost({ id: 'gone', failure: 'gone' })
const broken = buildPost({ id: 'broken', failure: 'server_error' })
const garbled = buildPost({ id: 'garbled', failure: 'not_json' })
const hidden = buildPost({
  id: 'hidden',
  platform: 'YouTube',
  link: 'https://www.youtube.com/watch?v=pR1vAt3Vid0',
  failure: 'private',
})
const unapproved = buildPost({
  id: 'unapproved',
  platform: 'Instagram',
  link: 'https://www.instagram.com/reel/C6NoAppr0v4/',
  failure: 'not_approved',
})
const shared = buildPost({
  id: 'shared',
  link: 'https://vm.tiktok.com/ZMshared/',
  url: 'https://www.tiktok.com/@x/video/7412345678901230040',
  title: 'Otra vez tostadas 📍 Contramar, Roma Norte, CDMX #mariscos',
})

let node: TestNode
let ana: AppClient

beforeAll(async () => {
  node = await startTestNode([
    contramar,
    recipe,
    doubtful,
    ambiguous,
    emoji,
    gone,
    broken,
    garbled,
    hidden,
    unapproved,
    shared,
  ], { RATE_LIMITS: 'on' })
  ana = await node.person('ana')
})
afterAll(() => node.stop())
beforeEach(async () => {
  await node.database.asSystem('empty the collection', (tx) => tx.deleteFrom('videos').execute())
  await node.database.asSystem('forget analyses', (tx) => tx.deleteFrom('analyses').execute())
  await node.database.asSystem('forget settings', (tx) => tx.deleteFrom('user_settings').execute())
  node.sandbox.requests.clear()
})

const ai = (who: AppClient, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  who.request('/functions/v1/ai', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  })
const add = (who: AppClient, videoUrl: string, input: object = {}): Promise<Response> =>
  ai(who, { action: 'extract-video', input: { videoUrl, ...input } })
const stream = async (who: AppClient, body: unknown): Promise<StreamedEvent[]> =>
  readEvents(await (await ai(who, body, { accept: 'text/event-stream' })).text())
const stepsOf = (events: readonly StreamedEvent[]): string[] =>
  events
    .filter(({ event }) => event === 'step')
    .map(({ data }) => stepEvent.parse(data))
    .map(({ step, state }) => `${step} ${state}`)
const videos = () =>
  node.database.asSystem('look', (tx) =>
    tx.selectFrom('videos').selectAll().orderBy('created_at', 'desc').execute(),
  )

/** Runs one statement as the server. */
async function run<T>(statement: RawBuilder<T>): Promise<readonly T[]> {
  return node.database.asSystem('test', async (tx) => (await statement.execute(tx)).rows)
}

/** The jobs that were ever enqueued. */
async function jobs(): Promise<number | null> {
  return (await node.database.pool.query('select from pgboss.job')).rowCount
}

describe('outcomes', () => {
  it('accepted: saves the row with place, settings and a job, and returns it', async () => {
    const settings = { default_visibility: 'unlisted', share_options: { show_creator: false } }
    for (const [who, own] of [
      [await node.person('luis'), { language: 'es' }],
      [ana, { ...settings, language: 'en' }],
    ] as const)
      await who.request('/rest/v1/user_settings', { method: 'POST', body: JSON.stringify(own) })
    const response = await add(ana, `Mira esto 🤤 ${contramar.link}?is_from_webapp=1 !!`)
    expect(response.status).toBe(200)
    const body = acceptedResponse.parse(await response.json())
    expect(body).toMatchObject({
      accepted: true,
      duplicate: false,
      google_place_id: 'antojo:contramar-ciudad-de-mexico',
      best: { name: 'Contramar' },
    })
    expect(body.video).toMatchObject({
      user_id: ana.userId,
      platform: 'TikTok',
      video_url: contramar.link,
      restaurant_name: 'Contramar',
    })
    const [row] = await videos()
    expect(row).toMatchObject({
      id: body.video?.id,
      visibility: 'unlisted',
      opening_hours_weekday_text: expect.arrayContaining([expect.stringMatching(/^Monday: /u)]),
    })
  })

  it('accepted: the row, its places and the answer hold all that is known, and a job completes them', async () => {
    const started = new Date()
    const body = acceptedResponse.parse(await (await add(ana, contramar.link)).json())
    const [analysis] = await run(sql<{ id: string }>`select id from analyses`)
    const id = 'antojo:contramar-ciudad-de-mexico'
    const address = 'Calle de Durango 200, Ciudad de México'
    const { best, video } = body
    expect(best).toMatchObject({
      place_id: id,
      name: 'Contramar',
      formatted_address: address,
      types: ['restaurant'],
      lat: 19.4196,
      lng: -99.1672,
      why: [
        { kind: 'name', words: 'Contramar', source: 'title' },
        { kind: 'neighbourhood', words: 'Roma Norte', source: 'title' },
        { kind: 'city', words: 'CDMX', source: 'title' },
        { kind: 'cuisine', words: '#mariscos', source: 'title' },
      ],
      opening_hours: { weekday_text: expect.arrayContaining([expect.stringMatching(/^lunes: /u)]) },
    })
    expect(best.confidence).toBeGreaterThan(0.9)
    expect(body).toMatchObject({
      originalVideoUrl: contramar.link,
      oembed: { title: contramar.title, author_name: 'Antojo' },
      extracted_signals: { restaurantName: 'Contramar' },
      signals: expect.arrayContaining([{ kind: 'name', text: 'Contramar', source: 'title' }]),
      places: [best],
    })
    const picture = `${node.sandbox.url}/thumbnails/contramar.jpg`
    expect(video).toMatchObject({
      user_id: ana.userId,
      platform: 'TikTok',
      video_url: contramar.link,
      canonical_url: contramar.link.replace('@antojo', '@_'),
      title: contramar.title,
      creator_name: 'Antojo',
      provider_thumbnail_url: expect.stringContaining(picture),
      thumbnail_url: `/img?u=${encodeURIComponent(video?.provider_thumbnail_url ?? '')}&w=800`,
      restaurant_name: 'Contramar',
      restaurant_address: address,
      restaurant_location: 'Ciudad de México',
      restaurant_cuisine: 'Mexican, Seafood',
      restaurant_website: 'https://www.contramar.com.mx',
      google_maps_url: expect.stringContaining('query=Contramar'),
      open_now: best.opening_hours?.open_now,
      opening_hours_weekday_text: best.opening_hours?.weekday_text,
      opening_hours: 'Mo-Th 12:00-18:00; Fr-Sa 12:00-18:30; Su 12:00-18:00',
      time_zone: 'America/Mexico_City',
      visibility: 'private',
      enrich_place_id: id,
      enrich_place_name: 'Contramar',
      enrich_place_address: address,
      enrich_place_lat: 19.4196,
      enrich_place_lng: -99.1672,
      enrich_confidence: best.confidence,
      enrich_state: 'pending',
      enrich_progress: 0,
      enrich_suggestions: [{ place_id: id, name: 'Contramar', address, enrich_confidence: best.confidence }],
      evidence_city_hint: 'Roma Norte',
      evidence_queries_used: expect.arrayContaining(['contramar']),
      identify_state: 'identified',
      decision: 'accepted',
      analysis_id: analysis?.id,
    })
    expect(Date.parse(video?.identified_at ?? '')).toBeGreaterThanOrEqual(started.getTime())
    expect(await run(sql`select * from video_places`)).toMatchObject([
      {
        user_id: ana.userId,
        video_id: video?.id,
        position: 0,
        place_id: id,
        name: 'Contramar',
        address,
        location: 'Ciudad de México',
        lat: 19.4196,
        lng: -99.1672,
        cuisine: ['Mexican', 'Seafood'],
        confidence: best.confidence,
        evidence: best.why,
      },
    ])
    const { rows } = await node.database.pool.query(
      'select name, data, singleton_key as key from pgboss.job order by created_on desc limit 1',
    )
    const data = { userId: ana.userId, videoId: video?.id, needsDetails: false }
    expect(rows).toMatchObject([{ name: 'enrich-video', data, key: video?.id }])
  })

  it('counts each add by its outcome, against the limits of its person', async () => {
    const counted = async () => {
      const text = await (await fetch(`${node.url}/metrics`)).text()
      const lines = text.matchAll(/^antojo_(?<name>.+) (?<value>\d+)$/gmu)
      return new Map(Array.from(lines, ({ groups }) => [groups?.['name'] ?? '', Number(groups?.['value'])]))
    }
    const before = await counted()
    await add(ana, contramar.link)
    await add(ana, contramar.link)
    await add(ana, gone.link)
    await add(ana, 'hola')
    await ai(ana, { action: 'retry', input: { videoUrl: gone.link } })
    const after = await counted()
    const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    for (const decision of ['accepted', 'duplicate', 'E_PROXY_OEMBED_HTTP', 'no_link']) {
      expect([decision, added(`adds_total{decision="${decision}"}`)]).toEqual([decision, 1])
      expect([decision, added(`add_seconds_count{decision="${decision}"}`)]).toEqual([decision, 1])
    }
    expect(added('step_seconds_count{step="oembed",state="done"}')).toBe(1)
    expect(added('step_seconds_count{step="oembed",state="failed"}')).toBeGreaterThan(0)
    expect(added('step_seconds_count{step="oembed",state="running"}')).toBe(0)
    expect(added('budget{budget="addDaily",state="started"}')).toBe(4)
    expect(added('budget{budget="retry",state="started"}')).toBe(1)
  })

  it(
    'weak_data and needs_confirmation keep the link as an open row and start no job',
    { tags: 'slow' },
    async () => {
      const before = await jobs()
      const weak = await add(ana, recipe.link)
      expect(weakDataResponse.parse(await weak.json())).toMatchObject({
        weak_data: true,
        reason: 'insufficient_restaurant_data',
      })
      expect(weakDataResponse.safeParse(await (await add(ana, emoji.link)).json()).success).toBe(true)
      for (const [post, name] of [
        [doubtful, 'Niño Gordo'],
        [ambiguous, 'La Mar'],
      ] as const) {
        const question = needsConfirmationResponse.parse(await (await add(ana, post.link)).json())
        expect(question).toMatchObject({ video: { identify_state: 'question' }, duplicate: false })
        expect(question.video.identify_question).toEqual(question.top)
        expect(question.top.map((option) => option.name)).toContain(name)
      }
      expect((await videos()).map((row) => [row.identify_state, row.identify_reason, row.title])).toEqual([
        ['question', null, ambiguous.title],
        ['question', null, doubtful.title],
        ['unidentified', 'no_restaurant_name', emoji.title],
        ['unidentified', 'not_a_restaurant_post', recipe.title],
      ])
      expect(await jobs()).toBe(before)
    },
  )

  it.each([
    ['E_PROXY_OEMBED_HTTP', gone, 400],
    ['invalid_oembed_payload', garbled, 200],
    ['oembed_fetch_failed', broken, 500],
    ['E_YT_OEMBED_JSON', hidden, 403],
    ['E_PROXY_OEMBED_HTTP', unapproved, 400],
  ])('424 with %s (%#)', async (error, post, status) => {
    const response = await add(ana, post.link)
    expect(response.status).toBe(424)
    expect(oembedRequiredResponse.parse(await response.json())).toMatchObject({
      error,
      status,
      platform: post.platform,
      video: { identify_state: 'unidentified', identify_reason: error, video_url: post.link },
    })
    expect(await videos()).toMatchObject([{ identify_state: 'unidentified', platform: post.platform }])
  })

  it('a post that could not be read is read again on demand, and the person may help with their own words', async () => {
    await add(ana, gone.link)
    node.sandbox.requests.clear()
    const helped = await add(ana, gone.link, { hints: { caption: '📍 Contramar, CDMX' } })
    const body = acceptedResponse.or(needsConfirmationResponse).parse(await helped.json())
    expect(body).toMatchObject({ oembed: null, extracted_signals: { restaurantName: 'Contramar' } })
    expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(0)
    expect((await ai(ana, { action: 'retry', input: { videoUrl: gone.link } })).status).toBe(424)
    expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(1)
  })
})

describe('once per person and post', () => {
  it('a second paste, in any form of the link, moves the row to the top without asking anybody', async () => {
    await add(ana, contramar.link)
    await add(ana, shared.link)
    // The row of a short link is merged into the one of its post.
    await add(ana, shared.link)
    node.sandbox.requests.clear()
    const id = /\d{15,}/u.exec(contramar.link)?.[0]
    const again = acceptedResponse.parse(await (await add(ana, `https://m.tiktok.com/v/${id}.html`)).json())
    expect(again).toMatchObject({ duplicate: true, video: { restaurant_name: 'Contramar' } })
    expect((await videos()).map(({ video_url: url }) => url)).toEqual([contramar.link, shared.url])
    expect(node.sandbox.requests.all().filter(({ endpoint }) => endpoint !== 'thumbnail')).toEqual([])
  })

  it('a second paste changes nothing but the position, and asks for no work', async () => {
    const { video: before } = acceptedResponse.parse(await (await add(ana, contramar.link)).json())
    await expect.poll(async () => (await videos())[0]?.enrich_progress, { timeout: 10_000 }).toBe(100)
    const [known, ...none] = await videos()
    const enqueued = await jobs()
    const input = { videoUrl: contramar.link, hints: { restaurantName: 'Lardo' } }
    const events = await stream(ana, { action: 'extract-video', input })
    expect(stepsOf(events)).toEqual([
      'oembed skipped',
      'transcribe skipped',
      'ocr skipped',
      'extract skipped',
      'enrich skipped',
      'save running',
      'save done',
    ])
    const { body } = resultEvent.parse(events.at(-1)?.data)
    const { video, ...answer } = acceptedResponse.parse(body)
    const best = {
      place_id: 'antojo:contramar-ciudad-de-mexico',
      name: 'Contramar',
      formatted_address: 'Calle de Durango 200, Ciudad de México',
      types: [],
      confidence: before?.enrich_confidence,
      why: [],
    }
    expect(answer).toEqual({
      ok: true,
      accepted: true,
      duplicate: true,
      google_place_id: best.place_id,
      best,
      places: [best],
      originalVideoUrl: contramar.link,
      oembed: null,
      extracted_signals: { restaurantName: 'Contramar' },
      signals: [],
      whisper_attempted: false,
      whisper_transcript: null,
      transcription_service: null,
    })
    expect(events[0]).toEqual({ event: 'saved', data: { video } })
    const [row] = await videos()
    const moved = { created_at: row?.created_at, updated_at: row?.updated_at }
    expect([row, none]).toEqual([{ ...known, ...moved }, []])
    expect(Number(row?.created_at)).toBeGreaterThan(Number(known?.created_at))
    expect(await jobs()).toBe(enqueued)
  })

  it('ten adds of one new link by ten people: one oEmbed request, ten rows', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, (_, index) => node.person(`persona${index}`)))
    const answers = await Promise.all(
      people.map(async (person) => (await add(person, contramar.link)).json()),
    )
    for (const answer of answers) expect(acceptedResponse.parse(answer)).toMatchObject({ duplicate: false })
    expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(1)
    expect(new Set((await videos()).map(({ user_id: id }) => id)).size).toBe(10)
  })

  it('ten adds of one failing link: one analysis, ten times its failure', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(ana, garbled.link)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 424))
    expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(1)
  })

  it('ten adds at once by one person: one row', async () => {
    await Promise.all(Array.from({ length: 10 }, () => add(ana, contramar.link)))
    expect(await videos()).toHaveLength(1)
  })

  it("a person's hints stay theirs", { tags: 'slow' }, async () => {
    await add(ana, emoji.link, { hints: { restaurantName: 'Contramar' }, cityHint: 'CDMX' })
    const luis = await node.person('luis')
    expect(weakDataResponse.safeParse(await (await add(luis, emoji.link)).json()).success).toBe(true)
    const [stored] = await node.database.asSystem('look', (tx) =>
      tx.selectFrom('analyses').selectAll().execute(),
    )
    expect(JSON.stringify(stored)).not.toMatch(/contramar/iu)
  })
})

it('a place imported after the analysis is found by the next person', { tags: 'slow' }, async () => {
  const unknown = buildPost({
    id: 'unknown',
    title: 'Mole negro 📍 Fonda Zapotitlán de Prueba, Ciudad de México #mole',
  })
  node.sandbox.addPost(unknown)
  expect(acceptedResponse.safeParse(await (await add(ana, unknown.link)).json()).success).toBe(false)
  const dir = await mkdtemp(join(tmpdir(), 'antojo-import-'))
  const place = {
    source: 'test',
    source_id: 'zapotitlan',
    name: 'Fonda Zapotitlán de Prueba',
    city: 'Ciudad de México',
    country: 'MX',
    lat: 19.42,
    lng: -99.16,
    categories: ['restaurant'],
    cuisine: ['mexican'],
  }
  await writeFile(join(dir, 'places.jsonl'), `${JSON.stringify(place)}\n`)
  await importFile(node.database.pool, join(dir, 'places.jsonl'))
  const found = acceptedResponse.parse(await (await add(await node.person('eva'), unknown.link)).json())
  expect(found.best.name).toBe('Fonda Zapotitlán de Prueba')
  expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(1)
})

describe('confirm, retry, enrichment and steps', () => {
  it('confirm-place saves the chosen place, and reports a duplicate the second time', async () => {
    const input = { videoUrl: gone.link, placeId: 'antojo:contramar-ciudad-de-mexico' }
    const first = confirmPlaceResponse.parse(await (await ai(ana, { action: 'confirm-place', input })).json())
    expect(first).toMatchObject({
      duplicate: false,
      video: { restaurant_name: 'Contramar', enrich_confidence: 1 },
    })
    const second = confirmPlaceResponse.parse(
      await (await ai(ana, { action: 'confirm-place', input })).json(),
    )
    expect(second).toMatchObject({ duplicate: true, video: { id: first.video.id } })
    const unknown = await ai(ana, { action: 'confirm-place', input: { ...input, placeId: 'antojo:none' } })
    expect([unknown.status, errorBody.parse(await unknown.json()).error]).toEqual([404, 'place_not_found'])
  })

  it('confirm-place saves several places in the order of the choice, and a later choice replaces them', async () => {
    const [chosen, other] = ['antojo:lardo-ciudad-de-mexico', 'antojo:contramar-ciudad-de-mexico']
    const confirm = async (input: object) => {
      const body = { action: 'confirm-place', input: { videoUrl: contramar.link, ...input } }
      return confirmPlaceResponse.parse(await (await ai(ana, body)).json())
    }
    const { video, ...answer } = await confirm({ placeId: chosen, placeIds: [other, chosen] })
    const [analysis] = await run(sql<{ id: string }>`select id from analyses`)
    const [lardo, named] = answer.places
    expect(lardo).toMatchObject({ place_id: chosen, name: 'Lardo', confidence: 1, why: [] })
    expect(named).toMatchObject({ place_id: other, name: 'Contramar', confidence: 1 })
    expect(named?.why).toContainEqual({ kind: 'name', words: 'Contramar', source: 'title' })
    expect(answer).toMatchObject({ ok: true, accepted: true, google_place_id: chosen, best: lardo })
    expect(video).toMatchObject({
      enrich_place_id: chosen,
      restaurant_name: 'Lardo',
      decision: 'confirmed',
      analysis_id: analysis?.id,
      title: contramar.title,
      evidence_city_hint: 'Roma Norte',
      enrich_suggestions: [{ place_id: other }],
    })
    const places = () => run(sql`select video_id, position, place_id, evidence from video_places order by position`)
    expect(await places()).toEqual([
      { video_id: video.id, position: 0, place_id: chosen, evidence: [] },
      { video_id: video.id, position: 1, place_id: other, evidence: named?.why },
    ])

    // The row keeps what is known of the post when it can no longer be read.
    node.sandbox.addPost(buildPost({ id: 'contramar', failure: 'gone' }))
    await run(sql`delete from analyses`)
    const later = await confirm({ placeId: other })
    node.sandbox.addPost(contramar)
    expect(later).toMatchObject({ duplicate: true, places: [{ place_id: other, why: [] }] })
    expect(later.video).toMatchObject({
      id: video.id,
      restaurant_name: 'Contramar',
      title: contramar.title,
      creator_name: 'Antojo',
      provider_thumbnail_url: video.provider_thumbnail_url,
      evidence_city_hint: null,
      evidence_queries_used: [],
      enrich_suggestions: [],
      enrich_state: 'pending',
    })
    expect(Date.parse(later.video.created_at)).toBeGreaterThan(Date.parse(video.created_at))
    expect(await places()).toEqual([{ video_id: video.id, position: 0, place_id: other, evidence: [] }])
  })

  it('a retry that fails keeps the restaurant that the person chose', async () => {
    const input = { videoUrl: gone.link, placeId: 'antojo:contramar-ciudad-de-mexico' }
    await ai(ana, { action: 'confirm-place', input })
    const [before] = await videos()
    const failed = await ai(ana, { action: 'retry', input: { videoUrl: gone.link } })
    expect(failed.status).toBe(424)
    expect(oembedRequiredResponse.parse(await failed.json())).toMatchObject({
      oembed_required: true,
      requestId: expect.any(String),
      originalVideoUrl: gone.link,
      video: { id: before?.id, identify_state: 'identified', restaurant_name: 'Contramar' },
    })
    const after = await videos()
    expect(after.map(({ restaurant_name: name, created_at: at }) => [name, at])).toEqual([
      ['Contramar', before?.created_at],
    ])
  })

  it('a retry looks around the person, within the radius of their settings', async () => {
    const settings = JSON.stringify({ radius_km: 7 })
    await ana.request('/rest/v1/user_settings', { method: 'POST', body: settings })
    const seen: Evidence[] = []
    const nothing: Resolution = { decision: 'weak_data', places: [], mentions: [], queries: [] }
    const analysis = { kind: 'read', id: randomUUID(), earlier: false, steps: [], resolution: nothing }
    const forced: unknown[] = []
    const deps = {
      database: node.database,
      providers: 'none',
      analyses: {
        of: async (...given: unknown[]) => {
          forced.push(given[2])
          return { ...analysis, post: { texts: [{ source: 'title', text: 'la de siempre' }] } }
        },
      },
      corrections: { applyTo: async (answer: Resolution) => answer },
      areas: { requestMissing: async () => null },
      resolve: async (evidence: Evidence) => {
        seen.push(evidence)
        return nothing
      },
    } as unknown as AddDeps
    const actor = { role: 'authenticated', claims: { sub: ana.userId } } as const
    const user = { id: ana.userId, email: null, actor }
    const input = {
      videoUrl: `Con Eva: ${emoji.link}`,
      cityHint: 'CDMX',
      biasLat: 19.4,
      biasLng: -99.1,
      hints: { caption: 'tostadas' },
    }
    await retryLink(deps, { user, input }, { step: () => undefined, saved: () => undefined })
    expect(forced).toEqual([{ force: true }])
    expect(seen).toEqual([
      {
        texts: [
          { source: 'title', text: 'la de siempre' },
          { source: 'user-hint', text: 'tostadas' },
          { source: 'user-hint', text: 'Con Eva:' },
        ],
        cityHint: 'CDMX',
        bias: { lat: 19.4, lng: -99.1, radiusKm: 7 },
      },
    ])
  })

  it('an enrichment that ends after the person chose another place changes nothing', async () => {
    const { video } = acceptedResponse.parse(await (await add(ana, contramar.link)).json())
    const write = (placeId: string) =>
      node.database.asSystem('enrich', (tx) =>
        writeEnrichment(
          tx,
          { userId: ana.userId, id: video?.id ?? '', placeId },
          { restaurant_phone: '+52 55 0000 0000' },
        ),
      )
    expect(await write('antojo:lardo-ciudad-de-mexico')).toBe(false)
    expect((await videos())[0]?.restaurant_phone).not.toBe('+52 55 0000 0000')
    expect(await write('antojo:contramar-ciudad-de-mexico')).toBe(true)
  })

  it('retry reads the post again', async () => {
    await add(ana, contramar.link)
    node.sandbox.requests.clear()
    const again = await ai(ana, { action: 'retry', input: { videoUrl: contramar.link } })
    const body = acceptedResponse.or(needsConfirmationResponse).parse(await again.json())
    expect(body.ok).toBe(true)
    expect(node.sandbox.requests.count('TikTok oEmbed')).toBe(1)
    expect(await videos()).toHaveLength(1)
  })

  it('enriches in the background and keeps its own copy of the picture', async () => {
    await add(ana, contramar.link)
    await expect.poll(async () => (await videos())[0]?.enrich_progress, { timeout: 10_000 }).toBe(100)
    const [row] = await videos()
    expect(row).toMatchObject({ enrich_state: 'done', restaurant_website: 'https://www.contramar.com.mx' })
    node.sandbox.requests.clear()
    const [, preview = ''] = row?.thumbnail_url?.split('#') ?? []
    expect(await sharp(Buffer.from(preview, 'base64url')).metadata()).toMatchObject({ width: 16, height: 9 })
    const picture = await fetch(`${node.url}${row?.thumbnail_url ?? ''}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(node.sandbox.requests.count('thumbnail')).toBe(0)
  })

  it('streams each step as it happens and then the same answer', async () => {
    const events = await stream(ana, { action: 'extract-video', input: { videoUrl: contramar.link } })
    expect(events[0]).toMatchObject({
      event: 'saved',
      data: { video: { identify_state: 'running', video_url: contramar.link } },
    })
    const found = events.map(({ data }) => stepEvent.safeParse(data).data?.found)
    expect(found.filter(Boolean)).toEqual([contramar.title, 'Contramar', 'Contramar'])
    expect(stepsOf(events)).toEqual([
      'oembed running',
      'oembed done',
      'transcribe skipped',
      'ocr skipped',
      'extract running',
      'extract done',
      'enrich running',
      'enrich done',
      'save running',
      'save done',
    ])
    const result = resultEvent.parse(events.at(-1)?.data)
    expect(result.status).toBe(200)
    expect(acceptedResponse.parse(result.body).best.name).toBe('Contramar')
  })

  it('streams failures as results too', async () => {
    const events = await stream(ana, { action: 'extract-video', input: { videoUrl: gone.link } })
    const { step, state, found, reason } = stepEvent.parse(events[2]?.data)
    expect([step, state, found, reason]).toEqual(['oembed', 'failed', undefined, 'E_PROXY_OEMBED_HTTP'])
    expect(resultEvent.parse(events.at(-1)?.data)).toMatchObject({
      status: 424,
      body: { error: 'E_PROXY_OEMBED_HTTP' },
    })
  })
})
