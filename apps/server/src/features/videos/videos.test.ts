import { randomUUID } from 'node:crypto'
import type { Database } from '@antojo/db/database'
import type { Evidence, Resolution, ResolvedPlace } from '@antojo/identify/evidence'
import { createTestDatabase } from '@antojo/testing/database'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProvidedPlace } from '../../adapters/places/port.ts'
import type { JobQueue } from '../../core/job-queue.ts'
import { type AddDeps, retryLink } from './add/add.ts'
import { finish, type FinishDeps } from './add/finish.ts'
import { keepLink } from './add/keep.ts'
import type { ResolvedState } from './add/resolve.ts'
import { runEnrichVideo } from './jobs.ts'

const ANA = randomUUID()
const URL = 'https://www.tiktok.com/@_/video/7000000000000000001'
const LINK = { kind: 'video', platform: 'TikTok', id: '1', url: URL, canonicalUrl: URL } as const
const NOTHING: Resolution = { decision: 'weak_data', places: [], mentions: [], queries: [] }
const POST = {
  oembed: null,
  title: 'Tres fondas',
  description: null,
  creator: null,
  thumbnail: 'https://pictures.example/1.jpg',
  videoUrl: null,
  subtitlesUrl: null,
  texts: [{ source: 'title', text: 'la de siempre' }],
  transcript: null,
} as const

let database: Database
/** The jobs that a transaction enqueued, even one that failed later: name, payload and key. */
let enqueued: unknown[] = []
/** The ids and pictures that were asked for. */
let asked: unknown[] = []
let warnings: unknown[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`insert into auth.users (id, email) values ($1, 'ana@antojo.test')`, [ANA])
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[enqueued, asked, warnings] = [[], [], []]
  await run(sql`delete from videos`)
  await run(sql`delete from user_settings`)
})

async function run<T>(statement: RawBuilder<T>): Promise<readonly T[]> {
  return database.asSystem('test', async (tx) => (await statement.execute(tx)).rows)
}
const videos = () => database.asSystem('look', (tx) => tx.selectFrom('videos').selectAll().execute())

function unused(): never {
  throw new Error('No such call is needed here.')
}

const place = (name: string, given: Partial<ResolvedPlace> = {}): ResolvedPlace => ({
  place: { source: 'test', sourceId: name, name, lat: 1, lng: 2, categories: [], cuisine: [] },
  confidence: 0.9,
  why: [{ kind: 'name', source: 'title', words: name }],
  alternatives: [],
  ...given,
})

type Details = Partial<ProvidedPlace> | null
/** Services that know these details of each place, and fail for the others. */
function services(details: Readonly<Record<string, Details>> = {}, jobs: Partial<JobQueue> = {}) {
  return {
    database,
    fetch: unused,
    providers: 'none',
    log: { warn: (found: unknown) => void warnings.push(found) },
    areas: { requestMissing: async () => null, endWait: unused },
    corrections: { applyTo: async (answer: Resolution) => answer, write: async () => undefined },
    jobs: {
      enqueue: async (_tx, { name }, payload, key) => void enqueued.push([name, payload, key]),
      wake: () => undefined,
      work: unused,
      counts: unused,
      stop: unused,
      ...jobs,
    },
    places: {
      search: unused,
      details: unused,
      named: unused,
      byId: async (id) => {
        asked.push(id)
        const found = details[id]
        if (found === undefined) throw new Error('the provider is away')
        return found && { ...place(id.slice('test:'.length)).place, url: '', credits: [], ...found }
      },
      hoursOf: (_place, locale) => ({ open_now: true, weekday_text: [`Hours in ${locale}`] }),
    },
  } satisfies FinishDeps & Pick<AddDeps, 'corrections'>
}

async function stateOf(places: readonly ResolvedPlace[], isLater = false): Promise<ResolvedState> {
  const kept = await keepLink({ database }, { userId: ANA, link: LINK, words: {} })
  const resolution: Resolution = { ...NOTHING, decision: 'accepted', places, queries: ['fonda'] }
  const analysis = {
    kind: 'read',
    id: randomUUID(),
    earlier: false,
    steps: [],
    post: POST,
    resolution,
  } as const
  const evidence = { texts: POST.texts }
  const since = new Date()
  return {
    kept,
    link: LINK,
    force: false,
    rereads: false,
    bias: undefined,
    isLater,
    analysis,
    post: POST,
    evidence,
    since,
    resolution,
  }
}

describe('finish', () => {
  it('reads the details of each place once, and leaves those it does not get to a job', async () => {
    const taught = place('taught', { why: [{ kind: 'correction', source: 'title', words: 'x' }] })
    const named = [place('away'), taught, place('away', { confidence: 0.4 }), place('known'), place('none')]
    const state = await stateOf(named)
    const deps = services({ 'test:known': { name: 'Known', phone: '+1' }, 'test:none': null })
    const answer = await finish(deps, state, () => undefined)
    expect(asked).toEqual(['test:away', 'test:known', 'test:none'])
    expect(warnings).toEqual([{ err: new Error('the provider is away'), place: 'test:away' }])
    expect(answer).toMatchObject({
      best: { name: 'away', confidence: 0.4 },
      places: [{ name: 'away' }, { name: 'taught' }, { name: 'Known' }, { name: 'none' }],
      duplicate: false,
    })
    const [row] = await videos()
    expect(row).toMatchObject({
      restaurant_name: 'away',
      // An analysis that was deleted meanwhile.
      analysis_id: null,
      evidence_queries_used: ['fonda'],
      opening_hours_weekday_text: ['Hours in es'],
    })
    const rows = await run(sql`select position, name from video_places order by position`)
    expect(rows).toEqual(['away', 'taught', 'Known', 'none'].map((name, position) => ({ position, name })))
    const payload = { userId: ANA, videoId: row?.id, needsDetails: true }
    expect(enqueued).toEqual([['enrich-video', payload, `${row?.id} details`]])
  })

  it('saves row, places and job together or not at all', async () => {
    const state = await stateOf([place('known')])
    const before = await videos()
    const failing = services({ 'test:known': {} }, { enqueue: () => Promise.reject(new Error('no queue')) })
    await expect(finish(failing, state, () => undefined)).rejects.toThrow('no queue')
    expect(await videos()).toEqual(before)
    expect(await run(sql`select from video_places`)).toEqual([])
  })

  it('leaves a row alone that its person named meanwhile, when nobody waits for the answer', async () => {
    const state = await stateOf([place('known')], true)
    await run(sql`update videos set restaurant_name = 'La de mi tía'`)
    const before = await videos()
    const deps = services({ 'test:known': {} })
    expect(await finish(deps, state, () => undefined)).toMatchObject({ code: 'not_found' })
    expect([await videos(), enqueued]).toEqual([before, []])
    await finish(deps, { ...state, isLater: false }, () => undefined)
    expect(await videos()).toMatchObject([{ id: before[0]?.id, restaurant_name: 'known' }])
  })

  it('looks for places of the areas that a post names, and answers when that fails', async () => {
    const state = await stateOf([])
    const area = {
      name: 'Puebla',
      kind: 'city',
      country: 'MX',
      lat: 1,
      lng: 2,
      radiusKm: 3,
      population: 4,
    } as const
    const wanted: unknown[] = []
    const requestMissing = async (...given: unknown[]): Promise<never> => {
      wanted.push(given)
      throw new Error('the index is away')
    }
    const deps = { ...services(), areas: { requestMissing, endWait: unused } }
    const weak = { ...state, resolution: { ...NOTHING, areas: [area] } }
    expect(await finish(deps, weak, () => undefined)).toMatchObject({ weak_data: true })
    expect(wanted).toEqual([[[area], state.since, false]])
    expect(warnings).toEqual([{ err: new Error('the index is away') }])
    const recipe = { ...NOTHING, areas: [area], reason: 'not_a_restaurant_post' } as const
    await finish(deps, { ...state, resolution: recipe }, () => undefined)
    expect(wanted).toHaveLength(1)
  })
})

it('a retry with hints asks with what was read before, looks within the person’s radius, and uses all their words', async () => {
  await run(sql`insert into user_settings (user_id, radius_km) values (${ANA}, 7)`)
  const seen: unknown[] = []
  const of = async (...given: readonly unknown[]) => {
    seen.push(given[2])
    return {
      kind: 'read',
      id: randomUUID(),
      earlier: false,
      steps: [],
      post: POST,
      resolution: NOTHING,
    } as const
  }
  const resolve = async (evidence: Evidence) => {
    seen.push(evidence)
    return NOTHING
  }
  const actor = { role: 'authenticated', claims: { sub: ANA } } as const
  const hints = { caption: 'tostadas' }
  const input = { videoUrl: `Con Eva: ${URL}`, cityHint: 'CDMX', biasLat: 19.4, biasLng: -99.1, hints }
  const saved: unknown[] = []
  const outcome = await retryLink(
    { ...services(), analyses: { of }, resolve },
    { user: { id: ANA, email: null, actor }, input },
    { step: () => undefined, saved: ({ identify_state: state }) => void saved.push(state) },
  )
  expect([outcome.ok, saved]).toEqual([true, ['running']])
  const texts = [
    { source: 'title', text: 'la de siempre' },
    { source: 'user-hint', text: 'tostadas' },
    { source: 'user-hint', text: 'Con Eva:' },
  ]
  const bias = { lat: 19.4, lng: -99.1, radiusKm: 7 }
  expect(seen).toEqual([{ force: false }, { texts, cityHint: 'CDMX', bias }])
  const { hints: _none, ...plain } = input
  await retryLink(
    { ...services(), analyses: { of }, resolve },
    { user: { id: ANA, email: null, actor }, input: plain },
    { step: () => undefined, saved: () => undefined },
  )
  expect(seen[2]).toEqual({ force: true })
})

describe('an enrichment', () => {
  const pictures = {
    read: unused,
    fetch: unused,
    pass: unused,
    save: async (url: string) => {
      asked.push(url)
      return null
    },
  }
  const known = { address: 'Calle 1', phone: '+52 1' }

  it('writes what is new, in the language of the person, and forgets nothing', async () => {
    await finish(
      services({ 'test:a': { ...known, name: 'A' } }),
      await stateOf([place('a')]),
      () => undefined,
    )
    await run(sql`insert into user_settings (user_id, language) values (${ANA}, 'en')`)
    const [before] = await videos()
    asked = []
    const details = { name: 'A', address: 'Calle 1', rating: 4.5 }
    const deps = { ...services({ 'test:a': details }), images: pictures }
    const job = { userId: ANA, videoId: before?.id ?? '', needsDetails: true }
    await runEnrichVideo(deps, { ...job, userId: randomUUID() })
    expect([await videos(), asked]).toEqual([[before], []])

    await runEnrichVideo(deps, job)
    const [after] = await videos()
    expect(after).toEqual({
      ...before,
      restaurant_rating: 4.5,
      opening_hours_weekday_text: ['Hours in en'],
      enrich_state: 'done',
      enrich_progress: 100,
      updated_at: after?.updated_at,
    })
    expect(asked).toEqual(['test:a', POST.thumbnail])
    await runEnrichVideo(deps, { ...job, needsDetails: false })
    expect(asked).toHaveLength(2)

    await run(sql`update videos set enrich_confidence = 0.29`)
    await runEnrichVideo(deps, job)
    await run(sql`update videos set enrich_confidence = 0.3`)
    await runEnrichVideo(deps, job)
    expect(asked.slice(2)).toEqual([POST.thumbnail, 'test:a', POST.thumbnail])
  })

  it('gets our own picture with its preview', async () => {
    await finish(services({ 'test:a': known }), await stateOf([place('a')]), () => undefined)
    const [before] = await videos()
    const save = async () => Buffer.from('small')
    const job = { userId: ANA, videoId: before?.id ?? '', needsDetails: false }
    await runEnrichVideo({ ...services(), images: { ...pictures, save } }, job)
    expect(await videos()).toMatchObject([{ thumbnail_url: `${before?.thumbnail_url}#c21hbGw` }])
  })
})
