import {
  acceptedResponse,
  confirmPlaceResponse,
  needsConfirmationResponse,
  oembedRequiredResponse,
  weakDataResponse,
} from '@antojo/contract/ai'
import { resultEvent, stepEvent } from '@antojo/contract/ai-events'
import { errorBody } from '@antojo/contract/error-codes'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFile } from '@antojo/places/import/import-file'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
  ])
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

  it('knows what a person has by any form of its link, and by the place that an earlier analysis found', async () => {
    const has = async (who: AppClient, url: string): Promise<unknown> =>
      (await who.request(`/videos/saved?${new URLSearchParams({ url })}`)).json()
    expect(await has(ana, shared.link)).toEqual({ ok: true, saved: false })
    const own = shared.url ?? ''
    await add(ana, own)
    for (const link of [shared.link, own, own.replace('www.', 'm.')])
      expect.soft(await has(ana, link), link).toEqual({ ok: true, saved: true })
    expect(await has(ana, contramar.link)).toEqual({ ok: true, saved: false })
    const luis = await node.person('luis')
    await add(luis, contramar.link)
    expect(await has(ana, contramar.link)).toEqual({ ok: true, saved: true })
    expect(await has(luis, emoji.link)).toEqual({ ok: true, saved: false })
    expect(await has(ana, 'https://127.0.0.1/')).toEqual({ ok: true, saved: false })
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
