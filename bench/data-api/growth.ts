import type { Pool } from 'pg'
import { median } from '../support/figures.ts'
import { collectors, idOf } from './database.ts'
import { load } from './load.ts'
import { homePath, httpRequest, type Scenario } from './scenarios.ts'

const scenario = (name: string, path: (user: string) => string): Scenario => ({
  name,
  method: 'GET',
  path,
  headers: {},
  body: () => '',
})

/** The page that starts `rows` rows after the newest, requested in postgrest-js's or/and form. */
function keysetPath(user: string, rows: number, videos: number, offset: number): string {
  const at = new Date(Date.UTC(2026, 0, 1) + (videos - rows) * 60_000 + offset * 1000).toISOString()
  const after = `(created_at.lt."${at}",and(created_at.eq."${at}",id.lt.${idOf(0)}))`
  return `${homePath(user)}&or=${encodeURIComponent(after)}`
}

const questions = [
  { name: 'home', path: (user: string) => homePath(user) },
  {
    name: 'keyset page 500, or/and form',
    path: (user: string, videos: number, offset: number) =>
      keysetPath(user, Math.min(9_000, videos / 2), videos, offset),
  },
  {
    name: 'nearest first',
    path: () => `/rpc/nearby_videos?lat=19.43&lng=-99.13&select=id,title&limit=18`,
  },
] as const

const ROUNDS = 5

/** How much slower answers are for a user with 100,000 videos than for one with 100, one line per question. */
export async function measureGrowth(port: number, pool: Pool): Promise<string[]> {
  const lines: string[] = []
  for (const question of questions) lines.push(line(question.name, await mediansOf(port, question)))
  lines.push(line('search without a hit, Postgres', await searchTimes(pool)))
  return lines
}

function line(name: string, [small = 0, large = 0]: readonly number[]): string {
  return `  ${name.padEnd(32)}${small.toFixed(2)} ms → ${large.toFixed(2)} ms   ${(large / small).toFixed(2)}×`
}

const SEARCHES = 25

/** The median time that Postgres itself takes for each collector, with the settings of a request. */
async function searchTimes(pool: Pool): Promise<number[]> {
  const medians: number[] = []
  for (const { user } of Object.values(collectors)) {
    const client = await pool.connect()
    const claims = JSON.stringify({ sub: idOf(user), role: 'authenticated' })
    await client.query(`begin; set local role authenticated; set local plan_cache_mode = force_generic_plan`)
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
    const times: number[] = []
    for (let run = 0; run < SEARCHES; run += 1) {
      const plan = await client.query<{ readonly 'QUERY PLAN': string }>(
        `explain (analyze, timing off) select id from search_videos('quesabirria')`,
      )
      const time = /Execution Time: ([\d.]+) ms/.exec(plan.rows.at(-1)?.['QUERY PLAN'] ?? '')?.[1]
      times.push(Number(time))
    }
    await client.query('rollback')
    client.release()
    medians.push(median(times))
  }
  return medians
}

/**
 * The median of the rounds' p50 for each collector. The rounds alternate, so that both see the same load of the
 * machine.
 */
async function mediansOf(port: number, question: (typeof questions)[number]): Promise<number[]> {
  const requests = Object.values(collectors).map(({ user, videos }) => {
    const asked = scenario(question.name, (of) => question.path(of, videos, user))
    return httpRequest(asked, idOf(user))
  })
  const p50s: number[][] = requests.map(() => [])
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [at, request] of requests.entries()) {
      const { p50 } = await load(port, () => request, { connections: 1, seconds: 0.5 })
      if (round > 0) p50s[at]?.push(p50)
    }
  return p50s.map(median)
}
