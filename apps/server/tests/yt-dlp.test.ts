import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPost } from '@antojo/testing/sandbox/post'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestNode, type TestNode } from './test-node.ts'

const emoji = buildPost({ id: 'emoji', title: '😋😋🔥' })
const gone = buildPost({ id: 'gone', failure: 'gone' })

const rows = z.array(
  z.object({
    identify_state: z.string(),
    restaurant_name: z.string().nullable(),
    identified_at: z.string().nullable(),
  }),
)

let folder: string
let node: TestNode
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antojo-yt-dlp-'))
  const info = { id: '1', description: 'Tostadas de atún 📍 Contramar, Durango 200, Roma Norte, CDMX' }
  const path = join(folder, 'yt-dlp')
  await writeFile(path, `#!${process.execPath}\nconsole.log(${JSON.stringify(JSON.stringify(info))})\n`)
  await chmod(path, 0o755)
  node = await startTestNode([emoji, gone], { YT_DLP: path })
})
afterAll(async () => {
  await node.stop()
  await rm(folder, { recursive: true })
})

it.each([
  ['whose words say nothing', emoji],
  ['that the platform does not show', gone],
])('a post %s gets its restaurant after the first answer', async (name, post) => {
  const person = await node.person(name.replaceAll(' ', '-'))
  await person.add(post.link)
  const read = async () => {
    const answer = await person.request('/rest/v1/videos?select=identify_state,restaurant_name,identified_at')
    return rows.parse(await answer.json())
  }
  await expect
    .poll(read, { timeout: 50_000 })
    .toEqual([
      { identify_state: 'identified', restaurant_name: 'Contramar', identified_at: expect.any(String) },
    ])
})
