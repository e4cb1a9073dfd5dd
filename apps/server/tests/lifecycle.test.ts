import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { errorBody } from '@antojo/contract/error-codes'
import { startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../src/config/config.ts'
import { startNode } from '../src/run.ts'
import { startTestNode } from './test-node.ts'

const run = promisify(execFile)
const antojo = fileURLToPath(new URL('../src/cli/antojo.ts', import.meta.url))
const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos',
  failure: 'server_error_once',
})
const tostadas = buildPost({ id: 'tostadas', title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos' })
const recipe = buildPost({ id: 'recipe', title: 'Receta de hot cakes' })

describe('a node', () => {
  it(
    'shares its database with commands, and finishes running requests before it stops',
    { tags: 'slow', timeout: 120_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'antojo-stop-'))
      const app = await startApp({ dataDir, posts: [contramar] })
      const client = await AppClient.enter(app.url, {
        email: 'ana@antojo.test',
        password: 'tengo-antojo-de-tacos',
      })
      const listed = await run(process.execPath, [antojo, 'user', 'list'], { env: { DATA_DIR: dataDir } })
      expect(listed.stdout).toContain('ana@antojo.test')
      const adding = client.add(contramar.link)
      await expect.poll(() => app.sandbox.requests.count('TikTok oEmbed')).toBeGreaterThan(0)
      await Promise.all([app.stop(), adding])
      expect(await adding).toMatchObject({ decision: 'accepted' })
      await rm(dataDir, { recursive: true, force: true })
    },
  )

  it('leaves the jobs to the workers in the role web', { tags: 'slow' }, async () => {
    const node = await startTestNode([tostadas], { ROLE: 'web' })
    const ana = await node.person('ana')
    await ana.add(tostadas.link)
    const progress = async () => {
      const response = await ana.request('/rest/v1/videos?select=enrich_progress')
      return z.array(z.object({ enrich_progress: z.number() })).parse(await response.json())
    }
    expect(await progress()).toEqual([{ enrich_progress: 0 }])
    const worker = await startNode(readConfig({ ...node.settings, ROLE: 'worker' }))
    await expect.poll(progress, { timeout: 20_000 }).toEqual([{ enrich_progress: 100 }])
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${worker.url}/config.json`)).status).toBe(404)
    await worker.stop()
    await node.stop()
  })

  it('limits the adds of one person', { tags: 'slow' }, async () => {
    const node = await startTestNode([recipe], { RATE_LIMITS: 'on', ADDS_PER_MINUTE: '3' })
    const [ana, luis] = await Promise.all([node.person('ana'), node.person('luis')])
    const add = (who: AppClient) => {
      const body = JSON.stringify({ action: 'extract-video', input: { videoUrl: recipe.link } })
      return who.request('/functions/v1/ai', { method: 'POST', body })
    }
    const statuses = []
    for (let index = 0; index < 4; index += 1) statuses.push((await add(ana)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await add(ana)
    expect(errorBody.parse(await refused.json()).error).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await add(luis)).status).toBe(200)
    await node.stop()
  })

  it('limits the data requests of one person', { tags: 'slow' }, async () => {
    const node = await startTestNode([], { RATE_LIMITS: 'on' })
    const [ana, luis] = await Promise.all([node.person('ana'), node.person('luis')])
    const ask = (who: AppClient) => who.request('/rest/v1/videos?select=id&limit=1')
    const many = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(ana)))
      return answers.find(({ status }) => status === 429)
    }
    let refused: Response | undefined
    for (let asked = 0; asked < 2000 && !refused; asked += 20) refused = await many()
    expect(await refused?.json()).toMatchObject({ code: 'rate_limited', hint: null })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(luis)).status).toBe(200)
    await node.stop()
  })
})
