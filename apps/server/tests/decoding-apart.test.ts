import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMediaResponse } from '@antojo/contract/read-media'
import { type App, startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { drawFrame } from '@antojo/testing/sandbox/pictures/thumbnail'
import { drawVideo } from '@antojo/testing/sandbox/pictures/video'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Names of packages that decode foreign bytes, as they occur in paths of modules and native libraries. */
const DECODERS = /sharp|@img\/|libvips|onnxruntime|node-av|@seydx|ffmpeg/iu
const post = buildPost({
  id: 'shown',
  title: 'Tostadas 📍 Contramar, Roma Norte, CDMX #mariscos',
  onScreen: ['CONTRAMAR'],
})

let dir: string
let modules: string
let app: App
let ana: AppClient

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-apart-'))
  modules = join(dir, 'modules')
  const hook = fileURLToPath(new URL('loaded-modules.fixture.mjs', import.meta.url))
  const env = { LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${hook}`, LOADED_MODULES: modules }
  app = await startApp({ dataDir: join(dir, 'data'), posts: [post], env })
  ana = await AppClient.enter(app.url, { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' })
}, 180_000)
afterAll(async () => {
  await app.stop()
  await rm(dir, { recursive: true, force: true })
})

async function upload(file: Buffer): Promise<string> {
  const body = new Uint8Array(file)
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await ana.request('/functions/v1/read-media', { method: 'POST', body, headers })
  return readMediaResponse
    .parse(await answer.json())
    .texts.map(({ text }) => text)
    .join(' ')
}

it('logs after the start how decoding processes are confined', async () => {
  await expect.poll(() => app.output(), { timeout: 60_000 }).toContain('"confinement"')
  const lines = app.output().split('\n')
  const line: unknown = JSON.parse(lines.find((each) => each.includes('"confinement"')) ?? '{}')
  expect(line).toMatchObject({
    confinement: expect.stringMatching(/^(?:bubblewrap|namespaces|other_user|permissions)$/u),
    readsFiles: expect.any(Boolean),
    reachesNetwork: expect.any(Boolean),
  })
}, 120_000)

it(
  'the server reads pictures, clips and their text without loading a decoder itself',
  { tags: 'slow', timeout: 180_000 },
  async () => {
    expect(await ana.add(post.link)).toMatchObject({ decision: 'accepted' })
    const [row] = await pictures()
    expect((await fetch(app.url + row)).headers.get('content-type')).toBe('image/webp')
    expect(await upload(await drawFrame(post))).toMatch(/contramar/iu)
    expect(await upload(await drawVideo(post))).toMatch(/contramar/iu)

    const loaded = (await readFile(modules, 'utf8')).split('\n')
    expect(loaded.length).toBeGreaterThan(200)
    expect(loaded.filter((url) => DECODERS.test(url) && !url.includes('/apps/server/src/'))).toEqual([])
    expect(await nativeLibraries(app.pid)).not.toMatch(DECODERS)
    // This process has used sharp, which proves that a loaded decoder would be found.
    expect((await sharp(await drawFrame(post)).metadata()).width).toBeGreaterThan(0)
    expect(await nativeLibraries(process.pid)).toMatch(DECODERS)
  },
)

async function pictures(): Promise<string[]> {
  const answer = await ana.request('/rest/v1/videos?select=thumbnail_url')
  const rows: unknown = await answer.json()
  return Array.isArray(rows) ? rows.map((row) => String(row.thumbnail_url)) : []
}

/** Paths of the files that are mapped into the process; only Linux can list them. */
async function nativeLibraries(pid: number): Promise<string> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8')
  return maps
    .split('\n')
    .flatMap((line) => /\s(\/\S+)$/u.exec(line)?.[1] ?? [])
    .join('\n')
}
