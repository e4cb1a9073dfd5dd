import { collectors, idOf } from './database.ts'
import { load } from './load.ts'
import { homePath, httpText, type Scenario } from './scenarios.ts'
import { tokenOf } from './token.ts'

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

/** How much slower a user with 100,000 videos is answered than one with 100, a line for each question. */
export async function measureGrowth(port: number): Promise<string[]> {
  const lines: string[] = []
  for (const question of questions) {
    const medians: number[] = []
    for (const { user, videos } of Object.values(collectors)) {
      const id = idOf(user)
      const text = httpText(
        scenario(question.name, (of) => question.path(of, videos, user)),
        id,
        tokenOf(id),
      )
      await load(port, () => text, { connections: 1, seconds: 1 })
      medians.push((await load(port, () => text, { connections: 1, seconds: 2 })).p50)
    }
    const [small = 0, large = 0] = medians
    lines.push(
      `  ${question.name.padEnd(30)}${small.toFixed(2)} ms → ${large.toFixed(2)} ms   ${(large / small).toFixed(2)}×`,
    )
  }
  return lines
}
