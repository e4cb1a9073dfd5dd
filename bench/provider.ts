/**
 * Measures identification with an empty index and a provider that has the places: how many posts get their place, and
 * with how many queries. The provider is a stand-in with Photon's or Google's API and a text search over the places.
 *
 * npm run bench -- provider --posts FILE.jsonl [--posts …] --places FILE.jsonl.gz [--provider photon|google]
 * [--verbose]
 *
 * Posts and places are those of `npm run bench:identify`. The model is the shipped one.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { isGold, readPosts, type LabelledPost } from '@antojo/identify/training/eval/posts'
import type { Resolution } from '@antojo/identify/evidence'
import { evidenceOfPost } from '@antojo/identify/post-file'
import { resolvePlaces } from '@antojo/identify/resolve'
import { createPlaceSearch, type KnownPlace } from '@antojo/testing/place-search'
import { startPlacesFakes } from '@antojo/testing/places-fakes'
import { pino } from 'pino'
import { z } from 'zod'
import { createGuardedFetch } from '../apps/server/src/adapters/http/guarded-fetch.ts'
import { createGooglePlaces } from '../apps/server/src/adapters/places/google.ts'
import { createPhotonPlaces } from '../apps/server/src/adapters/places/photon.ts'
import { providerFallbackLookup } from '../apps/server/src/adapters/places/provider-fallback-lookup.ts'
import { loadModel } from '../apps/server/src/identify/pipeline/load-model.ts'
import { withEmptyIndex } from './identify/material.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', multiple: true, default: [] },
    places: { type: 'string', multiple: true, default: [] },
    provider: { type: 'string', default: 'photon' },
    verbose: { type: 'boolean', default: false },
  },
})

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
const placeLine = z.object({
  name: z.string(),
  address: text,
  city: text,
  region: text,
  country: text,
  lat: z.number(),
  lng: z.number(),
  categories: z.array(z.string()).default([]),
  phone: text,
})

/** The result for a post. */
interface Outcome {
  readonly post: LabelledPost
  readonly decision: Resolution['decision']
  readonly accepted: number
  readonly right: number
  readonly offered: boolean
  readonly queries: readonly string[]
}

if (values.posts.length === 0 || values.places.length === 0)
  console.log('The bench of providers needs --posts FILE and --places FILE; nothing measured.')
else console.log(figures(await measure(values.posts.flatMap(readPosts))))

async function measure(posts: readonly LabelledPost[]): Promise<Outcome[]> {
  const places = (await Promise.all(values.places.map(readPlaces))).flat()
  const fakes = await startPlacesFakes({ search: createPlaceSearch(places) })
  const outside = createGuardedFetch({ allowPrivateHosts: [fakes.host], hostMap: {} })
  const forgetful = { remember: () => Promise.resolve(), byId: () => Promise.resolve(null) }
  const provider =
    values.provider === 'google'
      ? createGooglePlaces(outside.fetch, { apiKey: 'test-key', baseUrl: fakes.url })
      : createPhotonPlaces(outside.fetch, { baseUrl: fakes.url, memory: forgetful })
  const model = loadModel()
  try {
    return await withEmptyIndex(async (deps) => {
      const lookup = { ...deps, model, places: providerFallbackLookup(deps.places, provider, pino()) }
      const outcomes: Outcome[] = []
      for (const post of posts) {
        const before = fakes.requests.length
        const resolution = await resolvePlaces(evidenceOfPost(post), lookup)
        const outcome = outcomeOf(post, resolution, fakes.requests.slice(before).map(queryOf))
        if (values.verbose) console.log(line(outcome, resolution))
        outcomes.push(outcome)
      }
      return outcomes
    })
  } finally {
    await outside.close()
    await fakes.close()
  }
}

function queryOf({ query, body }: { query: URLSearchParams; body: unknown }): string {
  return query.get('q') ?? z.object({ textQuery: z.string() }).parse(body).textQuery
}

async function readPlaces(file: string): Promise<KnownPlace[]> {
  const places: KnownPlace[] = []
  const raw = createReadStream(file)
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw
  for await (const each of createInterface({ input })) {
    const place = placeLine.safeParse(JSON.parse(each)).data
    if (place !== undefined) places.push(place)
  }
  return places
}

function outcomeOf(post: LabelledPost, { decision, places }: Resolution, queries: string[]): Outcome {
  const isRight = ({ place }: { place: Parameters<typeof isGold>[0] }): boolean =>
    post.gold.some((gold) => isGold(place, gold))
  const accepted = decision === 'accepted' ? places : []
  const options = places.flatMap((place) => [place, ...place.alternatives])
  return {
    post,
    decision,
    accepted: accepted.length,
    right: accepted.filter(isRight).length,
    offered: options.some(isRight),
    queries,
  }
}

function line(
  { post, decision, right, accepted, offered, queries }: Outcome,
  { places }: Resolution,
): string {
  const mark = decision === 'accepted' ? (right === accepted ? '✓' : '✗ WRONG') : offered ? '?' : '-'
  const options = places.flatMap((place) => [place, ...place.alternatives])
  return [
    `${mark} ${post.id} ${post.kind} ${decision}: ${post.gold.map(({ name }) => name).join(' + ')}`,
    `    queries: ${queries.join(' | ')}`,
    `    places: ${options.map(({ place, confidence }) => `${place.name} ${confidence.toFixed(2)}`).join(' | ')}`,
  ].join('\n')
}

function figures(outcomes: readonly Outcome[]): string {
  const share = (part: number, whole: number): string =>
    whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`
  const sum = (list: readonly Outcome[], of: (each: Outcome) => number): number =>
    list.reduce((total, each) => total + of(each), 0)
  const row = (name: string, list: readonly Outcome[]): string =>
    `| ${[
      name,
      list.length,
      share(list.filter(({ right, accepted }) => right > 0 && right === accepted).length, list.length),
      share(list.filter(({ offered }) => offered).length, list.length),
      share(
        sum(list, ({ right }) => right),
        sum(list, ({ accepted }) => accepted),
      ),
      share(list.filter(({ decision }) => decision === 'accepted').length, list.length),
      (sum(list, ({ queries }) => queries.length) / Math.max(1, list.length)).toFixed(2),
    ].join(' | ')} |`
  return [
    `${values.provider}, empty index`,
    '',
    '| posts | number | accepted and right | right among three | precision of accepted | accepted | queries a post |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...[...Map.groupBy(outcomes, ({ post }) => post.kind)].map(([kind, list]) => row(kind, list)),
    row('all', outcomes),
  ].join('\n')
}
