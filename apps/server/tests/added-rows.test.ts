import { acceptedResponse, confirmPlaceResponse, oembedRequiredResponse } from '@antojo/contract/ai'
import { resultEvent, stepEvent } from '@antojo/contract/ai-events'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readEvents, startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})
const gone = buildPost({ id: 'gone', failure: 'gone' })

let node: TestNode
let ana: AppClient

beforeAll(async () => {
  node = await startTestNode([contramar, gone], { RATE_LIMITS: 'on' })
  ana = await node.person('ana')
})
afterAll(() => node.stop())
beforeEach(async () => {
  await run(sql`delete from videos`)
  await run(sql`delete from analyses`)
})

/** Runs one statement as the server. */
async function run<T>(statement: RawBuilder<T>): Promise<readonly T[]> {
  return node.database.asSystem('test', async (tx) => (await statement.execute(tx)).rows)
}

const ai = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  ana.request('/functions/v1/ai', { method: 'POST', body: JSON.stringify(body), headers })
const add = (videoUrl: string): Promise<Response> => ai({ action: 'extract-video', input: { videoUrl } })
const videos = () => node.database.asSystem('look', (tx) => tx.selectFrom('videos').selectAll().execute())

it('accepted: the row, its places and the answer hold all that is known, and a job completes them', async () => {
  const started = new Date()
  const body = acceptedResponse.parse(await (await add(contramar.link)).json())
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
  await add(contramar.link)
  await add(contramar.link)
  await add(gone.link)
  await add('hola')
  await ai({ action: 'retry', input: { videoUrl: gone.link } })
  await ai({ action: 'confirm-place', input: { videoUrl: contramar.link, placeId: 'antojo:none' } })
  const after = await counted()
  const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  for (const decision of ['accepted', 'duplicate', 'E_PROXY_OEMBED_HTTP', 'no_link']) {
    expect([decision, added(`adds_total{decision="${decision}"}`)]).toEqual([decision, 1])
    expect([decision, added(`add_seconds_count{decision="${decision}"}`)]).toEqual([decision, 1])
  }
  expect(added('step_seconds_count{step="oembed",state="done"}')).toBe(1)
  expect(added('step_seconds_count{step="oembed",state="failed"}')).toBeGreaterThan(0)
  expect(added('step_seconds_count{step="oembed",state="running"}')).toBe(0)
  expect(added('budget{budget="addDaily",state="started"}')).toBe(5)
  expect(added('budget{budget="retry",state="started"}')).toBe(1)
})

it('a second paste changes nothing but the position, and asks for no work', async () => {
  const { video: before } = acceptedResponse.parse(await (await add(contramar.link)).json())
  await expect.poll(async () => (await videos())[0]?.enrich_state, { timeout: 10_000 }).toBe('done')
  const [known, ...none] = await videos()
  const jobs = async () => (await node.database.pool.query('select from pgboss.job')).rowCount
  const enqueued = await jobs()
  const input = { videoUrl: contramar.link, hints: { restaurantName: 'Lardo' } }
  const answered = await ai({ action: 'extract-video', input }, { accept: 'text/event-stream' })
  const events = readEvents(await answered.text())
  const steps = events.filter(({ event }) => event === 'step').map(({ data }) => stepEvent.parse(data))
  expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
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

it('confirm-place saves several places in the order of the choice, and a later choice replaces them', async () => {
  const [chosen, other] = ['antojo:lardo-ciudad-de-mexico', 'antojo:contramar-ciudad-de-mexico']
  const confirm = async (input: object) => {
    const body = { action: 'confirm-place', input: { videoUrl: contramar.link, ...input } }
    return confirmPlaceResponse.parse(await (await ai(body)).json())
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
  const places = () =>
    run(sql`select video_id, position, place_id, evidence from video_places order by position`)
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

it('confirm-place keeps the places of the video that no source knows any more, with their facts', async () => {
  await add(contramar.link)
  const ids = ['antojo:contramar-ciudad-de-mexico', 'antojo:lardo-ciudad-de-mexico']
  const confirm = async (first: string | undefined, placeIds = ids) => {
    const body = { action: 'confirm-place', input: { videoUrl: contramar.link, placeId: first, placeIds } }
    return ai(body)
  }
  await confirm(ids[0])
  await run(sql`update video_places set place_id = 'antojo:gone-' || position`)
  await run(sql`update videos set enrich_place_id = 'antojo:gone-0'`)
  const facts = async () => {
    const [row] = await videos()
    const { restaurant_phone: phone, opening_hours: hours, restaurant_location: location } = row ?? {}
    const stored = sql`select place_id, name, address, location, lat, lng, cuisine from video_places order by position`
    return [phone, hours, location, row?.time_zone, ...(await run(stored))]
  }
  const before = await facts()
  expect((await confirm('antojo:gone-0', ['antojo:gone-1', 'antojo:none'])).status).toBe(404)
  expect((await confirm('antojo:gone-0', ['antojo:gone-1'])).status).toBe(200)
  expect(await facts()).toEqual(before)
})

it('a retry that fails keeps the restaurant that the person chose', async () => {
  const input = { videoUrl: gone.link, placeId: 'antojo:contramar-ciudad-de-mexico' }
  await ai({ action: 'confirm-place', input })
  const [before] = await videos()
  const failed = await ai({ action: 'retry', input: { videoUrl: gone.link } })
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
