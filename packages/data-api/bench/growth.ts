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

/** The page that starts `rows` rows behind the newest, asked for in the or/and form of postgrest-js. */
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

const rounds = 5

/** How much slower a user with 100,000 videos is answered than one with 100, a line for each question. */
export async function measureGrowth(port: number): Promise<string[]> {
  const lines: string[] = []
  for (const question of questions) {
    const [small = 0, large = 0] = await mediansOf(port, question)
    const times = `${small.toFixed(2)} ms → ${large.toFixed(2)} ms`
    lines.push(`  ${question.name.padEnd(30)}${times}   ${(large / small).toFixed(2)}×`)
  }
  return lines
}

/** The median of the rounds' p50 for each collector; the rounds alternate, so that both have the same weather. */
async function mediansOf(port: number, question: (typeof questions)[number]): Promise<number[]> {
  const requests = Object.values(collectors).map(({ user, videos }) => {
    const asked = scenario(question.name, (of) => question.path(of, videos, user))
    return httpRequest(asked, idOf(user))
  })
  const p50s: number[][] = requests.map(() => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, request] of requests.entries()) {
      const { p50 } = await load(port, () => request, { connections: 1, seconds: 0.5 })
      if (round > 0) p50s[at]?.push(p50)
    }
  return p50s.map((list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0)
}
