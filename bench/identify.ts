/**
 * Measures identification over posts with known answers.
 *
 *   npm run bench:identify -- --posts FILE.jsonl [--posts …] --places FILE.jsonl.gz [--places …]
 *                             [--data-dir DIR] [--out DIR] [--part developed|untouched] [--quick]
 *                             [--sentences COUNT] [--twins COUNT] [--seed NUMBER]
 *
 * Posts are as `antojo identify --in` reads them, with `kind` and `gold` (source, source_id, name, lat, lng). The data
 * directory keeps the index for the next run. `--out` receives the tables and the calibration plot. `--quick` leaves
 * out the test with the right places removed and the baselines. `--sentences` adds posts of one sentence around random
 * places of the index, `--twins` sentences about one of two places of a name in one city.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { importFile } from '@antojo/places/import/import-file'
import { createPlaceIndex, type PlaceIndex } from '@antojo/places/place-index'
import type pg from 'pg'
import { readAreaNames } from '../apps/server/src/identify/area-names.ts'
import { evidenceOfPost } from '@antojo/identify/post-file'
import { resolvePlaces, type ResolveDeps } from '@antojo/identify/resolve'
import { loadWordRanks } from '../apps/server/src/identify/word-ranks.ts'
import { fullTextFirst, longestExactName } from './identify/baselines.ts'
import { calibrationBins, plotCalibration } from './identify/calibration.ts'
import { isGold, partOf, readPosts, type LabelledPost } from '@antojo/identify/eval/posts'
import { withoutGold } from '@antojo/identify/eval/removed'
import { sentences } from './identify/sentences.ts'
import { tallyBy, tallyTable, type Outcome } from '@antojo/identify/eval/tally'
import { twins } from './identify/twins.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', multiple: true, default: [] },
    places: { type: 'string', multiple: true, default: [] },
    'data-dir': { type: 'string' },
    out: { type: 'string' },
    part: { type: 'string' },
    quick: { type: 'boolean', default: false },
    sentences: { type: 'string', default: '0' },
    twins: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})

if (values.posts.length === 0 && Number(values.sentences) + Number(values.twins) === 0) {
  console.log('bench:identify needs --posts FILE (and --places FILE for an index); nothing measured.')
} else {
  await main()
}

async function main(): Promise<void> {
  const kept = values['data-dir']
  const dir = kept ?? (await mkdtemp(join(tmpdir(), 'antojo-identify-')))
  const database = await openDatabase({ kind: 'embedded', dir })
  try {
    await migrate(database.pool, [
      { name: 'places', dir: join(import.meta.dirname, '../packages/places/migrations') },
    ])
    const index = createPlaceIndex(database.pool, database.genericPlanPool)
    if (await index.isEmpty()) for (const file of values.places) await importPlaces(database.pool, file)
    await measure(database.pool, index)
  } finally {
    await database.close()
    if (kept === undefined) await rm(dir, { recursive: true, force: true })
  }
}

async function importPlaces(pool: pg.Pool, file: string): Promise<void> {
  const result = await importFile(pool, file, {})
  if (!result.ok) throw new Error(`${file}: ${result.reason}`)
}

async function measure(pool: pg.Pool, index: PlaceIndex): Promise<void> {
  const deps: ResolveDeps = {
    places: index,
    gazetteer: await readAreaNames(pool),
    rank: loadWordRanks(),
  }
  const read = [
    ...values.posts.flatMap(readPosts),
    ...(await sentences(pool, Number(values.sentences), Number(values.seed))),
    ...(await twins(pool, Number(values.twins), Number(values.seed))),
  ]
  const posts = read.filter((post) => values.part === undefined || partOf(post.id) === values.part)
  for (const post of posts.slice(0, 20)) await resolvePlaces(evidenceOfPost(post), deps)
  const outcomes: Outcome[] = []
  for (const post of posts) outcomes.push(await outcomeOf(post, deps))
  const report = [
    tallyTable(
      'kind',
      tallyBy(outcomes, ({ post }) => post.kind),
    ),
    tallyTable(
      'part',
      tallyBy(outcomes, ({ post }) => `${partOf(post.id)}, ${post.kind}`),
    ),
    tallyTable(
      'platform',
      tallyBy(outcomes, ({ post }) => post.platform ?? '?'),
    ),
    tallyTable(
      'language',
      tallyBy(outcomes, ({ post }) => post.lang ?? '?'),
    ),
    calibrationTable(outcomes),
    timing(outcomes),
    values.quick ? '' : await baselineTable(pool, index, posts),
  ].join('\n\n')
  console.log(report)
  if (values.out === undefined) return
  await mkdir(values.out, { recursive: true })
  await writeFile(join(values.out, 'identify.md'), `${report}\n`)
  await plotCalibration(calibrationBins(outcomes), join(values.out, 'calibration.png'))
}

async function outcomeOf(post: LabelledPost, deps: ResolveDeps): Promise<Outcome> {
  const evidence = evidenceOfPost(post)
  const start = performance.now()
  const resolution = await resolvePlaces(evidence, deps)
  const ms = performance.now() - start
  if (values.quick || post.gold.length === 0) return { post, resolution, ms }
  const removed = await resolvePlaces(evidence, { ...deps, places: withoutGold(deps.places, post.gold) })
  return { post, resolution, ms, removed: removed.decision }
}

function calibrationTable(outcomes: readonly Outcome[]): string {
  const rows = calibrationBins(outcomes)
    .filter((bin) => bin.answers > 0)
    .map(
      (bin) =>
        `| ${bin.from.toFixed(1)}–${bin.to.toFixed(1)} | ${bin.answers} | ${bin.confidence.toFixed(2)} | ${bin.right.toFixed(2)} |`,
    )
  return ['| confidence | answers | mean confidence | right |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

function timing(outcomes: readonly Outcome[]): string {
  const sorted = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const quantile = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  return `milliseconds a post: median ${quantile(0.5)}, p90 ${quantile(0.9)}, p99 ${quantile(0.99)}`
}

async function baselineTable(
  pool: pg.Pool,
  index: PlaceIndex,
  posts: readonly LabelledPost[],
): Promise<string> {
  const named = posts.filter((post) => post.kind === 'named')
  const figures = new Map([
    ['full-text search, first hit', { answers: 0, right: 0, named: 0 }],
    ['longest exact name, with its city', { answers: 0, right: 0, named: 0 }],
  ])
  for (const post of posts) {
    const found = [await fullTextFirst(pool, index, post), await longestExactName(index, post)]
    ;[...figures.values()].forEach((figure, i) => {
      const place = found[i]
      if (place === null || place === undefined) return
      const right = post.gold.some((gold) => isGold(place, gold))
      figure.answers++
      if (right) figure.right++
      if (right && post.kind === 'named') figure.named++
    })
  }
  const rows = [...figures].map(
    ([name, f]) =>
      `| ${name} | ${((100 * f.named) / Math.max(1, named.length)).toFixed(0)} % | ${((100 * f.right) / Math.max(1, f.answers)).toFixed(0)} % |`,
  )
  return ['| baseline | named right | precision |', '| --- | --- | --- |', ...rows].join('\n')
}
