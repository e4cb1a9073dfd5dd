/**
 * Measures the place index: import rate, look-up of a caption's n-grams, typo look-up, partial names, addresses.
 *
 * node bench/places.ts FILE.jsonl.gz [DIR]      or PLACES_FILE=… node bench/places.ts
 *
 * FILE is any file that `antojo places import` reads; DIR keeps the database for the next run. Without a file it only
 * prints a notice, with status 0.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '@antojo/db/database'
import { migrate } from '@antojo/db/migrate'
import { nameKey } from '@antojo/domain/text'
import { importFile } from '@antojo/places/import/import-file'
import { createPlaceIndex } from '@antojo/places/place-index'
import type { NameHit } from '@antojo/places/lookup'
import type pg from 'pg'
import { seededRandom } from './identify/random.ts'
import { quantile } from './support/figures.ts'

const SAMPLES = 400

interface Sample {
  readonly source: string
  readonly source_id: string
  readonly name: string
  readonly key: string
}

/** Makes one typo: a letter left out, doubled, replaced, or swapped with the next. */
function misspell(text: string, next: () => number): string {
  const letters = Array.from(text)
  const at = 1 + Math.floor(next() * (letters.length - 2))
  const letter = letters[at] ?? ''
  const other = 'aeiourstnlcm'[Math.floor(next() * 12)] ?? 'a'
  const kind = Math.floor(next() * 4)
  if (kind === 0) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, letter)
  else if (kind === 2) letters.splice(at, 1, other === letter ? 'x' : other)
  else letters.splice(at, 2, letters[at + 1] ?? '', letter)
  return letters.join('')
}

function report(what: string, milliseconds: readonly number[], note = ''): void {
  const figures = [0.5, 0.95, 0.99].map((share) => quantile(milliseconds, share).toFixed(2).padStart(8))
  console.log(`${what.padEnd(34)}${figures.join('')}  ${note}`)
}

async function timed<T>(into: number[], run: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await run()
  into.push(performance.now() - start)
  return result
}

const holds = (hits: readonly NameHit[], sample: Sample, max: number): boolean =>
  hits
    .slice(0, max)
    .some((hit) => hit.place.source === sample.source && hit.place.sourceId === sample.source_id)

async function samples(pool: pg.Pool): Promise<Sample[]> {
  const { rows } = await pool.query<Sample>(
    `select p.source, p.source_id, p.name, k.key from places p
     join place_names n on n.place_id = p.id and not n.short and not n.handle
     join place_keys k on k.key = n.key
     where k.places <= 5 and length(k.joined) >= 5 order by md5(p.id::text) limit $1`,
    [SAMPLES],
  )
  return rows
}

async function measure({ pool, genericPlanPool }: Database): Promise<void> {
  const index = createPlaceIndex(pool, genericPlanPool)
  const next = seededRandom(7)
  const names = await samples(pool)
  const filler = names.flatMap((sample) => sample.key.split(' '))
  console.log(`${''.padEnd(34)}${['median', 'p95', 'p99'].map((head) => head.padStart(8)).join('')}  ms`)

  const caption: number[] = []
  let exact = 0
  for (const sample of names) {
    const words = Array.from({ length: 28 }, () => filler[Math.floor(next() * filler.length)] ?? '')
    words.splice(14, 0, ...sample.key.split(' '))
    const grams = Array.from({ length: 5 }, (_, n) =>
      words.map((_word, at) => words.slice(at, at + n + 1).join(' ')),
    ).flat()
    const hits = await timed(caption, () => index.byKeys(grams))
    if (holds(hits, sample, Infinity)) exact += 1
  }
  report('caption of 30 words, exact', caption, `found ${percent(exact, names.length)}`)

  const typos: number[] = []
  let five = 0
  for (const sample of names) {
    const term = misspell(nameKey(sample.name), next)
    const hits = await timed(typos, () => index.byTypo(term, { limit: 5 }))
    if (holds(hits, sample, 5)) five += 1
  }
  report('name with one typo', typos, `among five ${percent(five, names.length)}`)

  const partial: number[] = []
  for (const sample of names) await timed(partial, () => index.byTokens(sample.key.split(' ').slice(0, 2)))
  report('partial name (two words)', partial)

  const search: number[] = []
  for (const sample of names.slice(0, 200)) await timed(search, () => index.search(sample.name.slice(0, 12)))
  report('search while typing', search)

  const addresses = await pool.query<{ address: string; city: string }>(
    `select address, city from places where address ~ '[0-9]' and city is not null order by md5(id::text) limit 200`,
  )
  const address: number[] = []
  let placed = 0
  for (const row of addresses.rows) {
    const number = /\d+/.exec(row.address)?.[0] ?? ''
    const street = row.address.replace(number, '')
    const found = await timed(address, () => index.byAddress({ street, number, city: row.city }))
    if (found.some((place) => place.address === row.address)) placed += 1
  }
  report('street and number', address, `found ${percent(placed, addresses.rows.length)}`)
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
}

async function main(): Promise<void> {
  const file = process.argv[2] ?? process.env['PLACES_FILE']
  if (file === undefined || !existsSync(file)) {
    console.log('No place file: give one as the first argument or in PLACES_FILE. Skipped.')
    return
  }
  const kept = process.argv[3]
  const dir = kept ?? (await mkdtemp(join(tmpdir(), 'antojo-bench-')))
  const db = await openDatabase({ kind: 'embedded', dir })
  try {
    await migrate(db.pool, [
      { name: 'places', dir: join(import.meta.dirname, '../packages/places/migrations') },
    ])
    const result = await importFile(db.pool, file)
    if (!result.ok) throw new Error(result.problem)
    const { read, inserted, unchanged, seconds } = result.progress
    console.log(
      `import: ${read} read, ${inserted} new, ${unchanged} unchanged, ${seconds.toFixed(1)} s, ${Math.round(read / seconds)} places/s`,
    )
    await measure(db)
  } finally {
    await db.close()
    if (kept === undefined) await rm(dir, { recursive: true, force: true })
  }
}

await main()
