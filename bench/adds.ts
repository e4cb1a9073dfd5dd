/**
 * Measures adding links over HTTP on one machine, with embedded Postgres, and the sandbox as the foreign services:
 *
 * node bench/adds.ts            SECONDS=6 NEW=30 node bench/adds.ts
 *
 * Adds an analysed link one at a time (limit: p50 15 ms) and eight in parallel (limit: 300 per second), and a new link
 * while each provider takes 150 ms to answer (limit: 1.15 × the time of the providers on its longest path).
 */
import { buildPost } from '@antojo/testing/sandbox/post'
import { all, type Shot, storm } from './load/storm.ts'
import { quantile } from './support/figures.ts'
import { slowOutside } from './load/slow-outside.ts'
import { people, untilQuiet } from './load/peopled.ts'

const seconds = Number(process.env['SECONDS'] ?? 6)
const many = Number(process.env['NEW'] ?? 30)
const LANES = 8
const DELAY_MS = 150
const known = buildPost({ id: 'known', title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos' })
const fresh = Array.from({ length: many }, (_, index) =>
  buildPost({ id: `new-${index}`, title: `Día ${index}: tostadas 📍 Contramar, Roma Norte, CDMX #mariscos` }),
)

const outside = await slowOutside(DELAY_MS)
const peopled = await people(1, [known, ...fresh], outside)
try {
  const { app, headers } = peopled
  await peopled.people[0]?.add(known.link)
  await untilQuiet(peopled)
  const body = JSON.stringify({ action: 'extract-video', input: { videoUrl: known.link } })
  const shot: Shot = { name: 'add', method: 'POST', path: '/functions/v1/ai', headers, body }
  await storm(app.url, () => shot, { lanes: LANES, seconds: Math.min(seconds, 3) })
  const alone = await storm(app.url, () => shot, { lanes: 1, seconds })
  const before = await cpuSeconds(app.url)
  const together = await storm(app.url, () => shot, { lanes: LANES, seconds })
  const cpuMs = ((await cpuSeconds(app.url)) - before) * 1000
  console.log('adding | per second | p50 ms | p99 ms')
  printRow('already analysed, one at a time', alone)
  printRow(`already analysed, ${LANES} at once`, together)
  const each = cpuMs / all(together).length
  console.log(`  ${each.toFixed(2)} ms of CPU in the node for each, without Postgres`)
  const news = await addNew()
  const ratio = quantile(
    news.map(({ ms, awaited }) => ms / awaited),
    0.5,
  )
  const times = news.map(({ ms }) => ms)
  const figures = [1000 / quantile(times, 0.5), quantile(times, 0.5), quantile(times, 0.99)]
  console.log(['new, one at a time', ...figures.map((figure) => figure.toFixed(1))].join(' | '))
  console.log(`  median ${ratio.toFixed(2)} × the time spent waiting for providers (${DELAY_MS} ms each)`)
  const good =
    quantile(all(alone), 0.5) <= 15 && all(together).length / together.seconds >= 300 && ratio <= 1.15
  if (!good) process.exitCode = 1
} finally {
  await peopled.close()
  outside.close()
}

/** Adds one link at a time and waits for its background job, so that only the link's own provider requests count. */
async function addNew(): Promise<{ ms: number; awaited: number }[]> {
  const measured = []
  for (const { link } of fresh) {
    outside.awaited()
    const began = performance.now()
    await peopled.people[0]?.add(link)
    measured.push({ ms: performance.now() - began, awaited: outside.awaited() })
    await untilQuiet(peopled)
  }
  return measured
}

/** The processor time of the node's process so far. */
async function cpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (?<seconds>[\d.e+-]+)/mu.exec(text)?.groups?.['seconds'])
}

function printRow(name: string, tally: Parameters<typeof all>[0]): void {
  const times = all(tally)
  const figures = [times.length / tally.seconds, quantile(times, 0.5), quantile(times, 0.99)]
  console.log([name, ...figures.map((figure) => figure.toFixed(1))].join(' | '))
  if (tally.failed + tally.refused > 0) console.log(`  ${tally.failed} failed, ${tally.refused} refused`)
}
