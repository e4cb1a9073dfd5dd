/**
 * Measures a realistic mix of requests, and the behaviour under five times the load that the node can take:
 *
 * node bench/load.ts            SECONDS=6 PEOPLE=50 VIDEOS=40 node bench/load.ts
 *
 * One node with embedded Postgres and the client on the same machine. Limits under overload: at least 80 % of the best
 * throughput, p99 of accepted requests under 1 s, and normal latency within 10 s of its end.
 */
import { cpus } from 'node:os'
import { buildPost } from '@antojo/testing/sandbox/post'
import { people, type Peopled, untilQuiet } from './load/peopled.ts'
import { all, rowsOf, type Shot, storm, type Tally } from './load/storm.ts'
import { quantile } from './support/figures.ts'

const seconds = Number(process.env['SECONDS'] ?? 6)
const crowd = Number(process.env['PEOPLE'] ?? 20)
const videos = Number(process.env['VIDEOS'] ?? 40)
const MAX_RECOVERY_MS = 10_000
/** The most parallel lanes in the search for the best throughput, and the factor of the overload. */
const MAX_LANES = 64
const OVERLOAD_FACTOR = 5
const HOT_CLIENTS = 2_000
const known = buildPost({ id: 'known', title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos' })

const peopled = await people(crowd, [known])
try {
  const { app } = peopled
  await fill(peopled)
  const shots = mix(peopled)
  const next = (turn: number): Shot => shots[turn % shots.length] ?? fail()
  await storm(app.url, next, { lanes: 8, seconds: Math.min(3, seconds) })
  console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} cores, Node ${process.versions.node}`)
  console.log('\nrequest | per second | p50 ms | p95 ms | p99 ms')
  for (const shot of shots.filter(
    (each, index) => shots.findIndex(({ name }) => name === each.name) === index,
  ))
    for (const row of rowsOf(await storm(app.url, () => shot, { lanes: 4, seconds: seconds / 2 })))
      console.log(row)
  await overload(app.url, next)
} finally {
  await peopled.close()
}

/** Gives everybody videos; the first person adds last. */
async function fill({ people: entered }: Peopled): Promise<void> {
  for (const person of entered) {
    const rows = Array.from({ length: videos }, (_, index) => ({
      video_url: `https://www.tiktok.com/@x/video/${7_300_000_000_000_000_000n + BigInt(index)}`,
      title: `Día ${index}: tacos al pastor`,
      restaurant_name: `Taquería ${index}`,
      restaurant_cuisine: 'Mexican',
      enrich_place_lat: 19.4 + index / 1000,
      enrich_place_lng: -99.1 - index / 1000,
      enrich_progress: 100,
    }))
    await person.request('/rest/v1/videos', { method: 'POST', body: JSON.stringify(rows) })
  }
  await entered[0]?.add(known.link)
  await untilQuiet(peopled)
}

/** A mix of requests: each is sent as often as it occurs in the list. */
function mix({ headers }: Peopled): Shot[] {
  const get = (name: string, path: string): Shot => ({ name, method: 'GET', path, headers })
  const home = get('home', '/rest/v1/videos?select=*&order=created_at.desc&limit=24')
  const search = get('search', '/rest/v1/videos?select=*&title=ilike.*pastor*&limit=24')
  const lists = get('lists', '/rest/v1/video_lists?select=*')
  const box =
    'enrich_place_lat=gte.19.4&enrich_place_lat=lte.19.42&enrich_place_lng=gte.-99.12&enrich_place_lng=lte.-99.1'
  const map = get('map bounds', `/rest/v1/videos?select=id,enrich_place_lat,enrich_place_lng&${box}`)
  const place = get('place lookup', '/places?query=contramar')
  const page = get('page', '/')
  const user = get('auth user', '/auth/v1/user')
  const body = JSON.stringify({ action: 'extract-video', input: { videoUrl: known.link } })
  const add: Shot = { name: 'add, analysed', method: 'POST', path: '/functions/v1/ai', headers, body }
  return [home, search, home, lists, map, home, place, page, user, add]
}

async function overload(url: string, next: (turn: number) => Shot): Promise<void> {
  let best: { lanes: number; rate: number } = { lanes: 1, rate: 0 }
  for (const lanes of [4, 16, MAX_LANES]) {
    const rate = rateOf(await storm(url, next, { lanes, seconds: seconds / 2 }))
    console.log(`\n${lanes} at once: ${rate.toFixed(0)} a second`)
    if (rate > best.rate) best = { lanes, rate }
  }
  const lanes = OVERLOAD_FACTOR * MAX_LANES
  const over = await storm(url, next, { lanes, seconds })
  const p99 = quantile(all(over), 0.99)
  const share = rateOf(over) / best.rate
  console.log(
    `${lanes} at once: ${rateOf(over).toFixed(0)} a second (${(share * 100).toFixed(0)} % of the best), ` +
      `p99 of the accepted ${p99.toFixed(0)} ms, ${over.refused} refused, ${over.failed} failed`,
  )
  if (over.failed > 0)
    console.log([...over.failures].map(([what, times]) => `  ${what}: ${times}`).join('\n'))
  const hot = await storm(url, next, { lanes: HOT_CLIENTS, seconds })
  console.log(
    `${HOT_CLIENTS} that retry at once after each answer: ${rateOf(hot).toFixed(0)} a second, ` +
      `p99 of the accepted ${quantile(all(hot), 0.99).toFixed(0)} ms, ${hot.refused} refused, ${hot.failed} failed`,
  )
  const recovery = await recovered(url, next)
  console.log(`normal latency again ${(recovery / 1000).toFixed(1)} s after its end`)
  if (share < 0.8 || p99 > 1_000 || recovery > MAX_RECOVERY_MS || over.failed > 0) process.exitCode = 1
}

/** Milliseconds until there is a second of light load without refusals and slow answers. */
async function recovered(url: string, next: (turn: number) => Shot): Promise<number> {
  const ended = performance.now()
  while (performance.now() - ended < 3 * MAX_RECOVERY_MS) {
    const began = performance.now()
    const tally = await storm(url, next, { lanes: 4, seconds: 1 })
    if (tally.refused + tally.failed === 0 && quantile(all(tally), 0.95) < 200) return began - ended
  }
  return 3 * MAX_RECOVERY_MS
}

function rateOf(tally: Tally): number {
  return all(tally).length / tally.seconds
}

function fail(): never {
  throw new Error('The mix is empty.')
}
