import { access, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { GuardedFetch } from '../http/guarded-fetch.ts'
import { createYtDlp } from './yt-dlp.ts'

const LINK = 'https://www.instagram.com/reel/Cxyz123/'
const INFO = {
  id: 'Cxyz123',
  title: 'Video by antojos.lima',
  description: 'La causa de siempre 🥔\nJr. San Martín 101, Barranco',
  uploader: 'Antojos Lima',
  uploader_id: '58012345',
  channel: 'antojos.lima',
  location: 'Isolina Taberna Peruana',
  thumbnail: 'https://cdn.test/cover.jpg',
  subtitles: {},
  automatic_captions: { en: [{ ext: 'vtt', url: 'https://cdn.test/en.vtt' }] },
}
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nwe are at <c>Isolina</c>\n'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antojo-yt-dlp-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes a program with the tool's options and output; `body` is its shell code. */
async function tool(name: string, body: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!${process.execPath}\nconst args = process.argv.slice(2)\n${body}\n`)
  await chmod(path, 0o755)
  return path
}

const fetch: GuardedFetch = async ({ url }) => ({
  ok: true,
  status: 200,
  url,
  headers: new Map(),
  body: Buffer.from(VTT),
})

async function read(path: string, { withMedia = false, signal = AbortSignal.timeout(20_000) } = {}) {
  const warnings: unknown[] = []
  const outcomes: string[] = []
  const ytDlp = createYtDlp({
    path,
    withMedia,
    fetch,
    onCall: ({ outcome }) => void outcomes.push(outcome),
    log: { warn: (fields: unknown) => void warnings.push(fields) },
  })
  const post = await ytDlp({ platform: 'Instagram', url: LINK }, signal)
  return { post, warnings, outcomes }
}

it('reads caption, author, tagged place, picture and subtitles', async () => {
  const path = await tool('whole', `console.log(${JSON.stringify(JSON.stringify(INFO))})`)
  expect((await read(path)).post).toEqual({
    post: {
      caption: INFO.description,
      author: 'Antojos Lima',
      handle: 'antojos.lima',
      location: { name: 'Isolina Taberna Peruana' },
      spoken: [{ second: 1, text: 'we are at Isolina' }],
    },
    image: 'https://cdn.test/cover.jpg',
    file: null,
  })
})

it('runs without settings of the operator and without the environment of the server', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret')
  const seen = join(folder, 'seen.json')
  const report = `{ args, names: Object.keys(process.env), cwd: process.cwd() }`
  const path = await tool(
    'seen',
    `require('fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify(${report}))`,
  )
  await read(path)
  vi.unstubAllEnvs()
  const { args, names, cwd } = JSON.parse(await readFile(seen, 'utf8'))
  expect(args).toContain('--ignore-config')
  expect(args.slice(-2)).toEqual(['--', LINK])
  expect(names).not.toContain('DATABASE_URL')
  await expect(access(cwd)).rejects.toThrow('ENOENT')
})

it('gives the video file, which is deleted when it is disposed', async () => {
  const write = `require('fs').writeFileSync(args[args.indexOf('--output') + 1], 'video')`
  const path = await tool('media', `console.log(${JSON.stringify(JSON.stringify(INFO))}); ${write}`)
  const { post } = await read(path, { withMedia: true })
  expect(await readFile(post?.file?.path ?? '', 'utf8')).toBe('video')
  await post?.file?.dispose()
  await expect(access(post?.file?.path ?? '')).rejects.toThrow('ENOENT')
})

it('keeps the texts when the video cannot be fetched', async () => {
  const path = await tool(
    'half',
    `console.log(${JSON.stringify(JSON.stringify(INFO))}); process.exitCode = 1`,
  )
  expect((await read(path, { withMedia: true })).post).toMatchObject({
    post: { caption: INFO.description },
    file: null,
  })
})

it.each([
  ['needs an account', `console.error('ERROR: login required'); process.exit(1)`, 'ended with 1', 'sign_in'],
  ['is refused', `console.error('HTTP Error 429'); process.exit(1)`, 'ended with 1', 'rate_limited'],
  ['prints no JSON', `console.log('<html>')`, 'no JSON', 'bad_answer'],
  ['prints deep JSON', `console.log('['.repeat(10000) + ']'.repeat(10000))`, 'no JSON', 'bad_answer'],
  [
    'prints megabytes',
    `setInterval(() => process.stdout.write('x'.repeat(1e6)), 1)`,
    'too much output',
    'bad_answer',
  ],
])('gives nothing, and says why, when the tool %s', async (name, body, reason, outcome) => {
  const { post, warnings, outcomes } = await read(await tool(name.replaceAll(' ', '-'), body))
  expect({ post, warnings, outcomes }).toEqual({
    post: null,
    warnings: [{ url: LINK, reason, detail: expect.any(String) }],
    outcomes: [outcome],
  })
})

it('gives nothing when the tool is missing', async () => {
  const { post, warnings, outcomes } = await read(join(folder, 'missing'))
  expect(post).toBeNull()
  expect(warnings).toMatchObject([{ url: LINK, reason: 'the program cannot be run' }])
  expect(outcomes).toEqual(['unreachable'])
})

it('returns in time though a program that left the group keeps the output open', async () => {
  const spawned = `require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'inherit' })`
  const path = await tool('leaves', `${spawned}.unref(); setInterval(() => {}, 1000)`)
  const { post, outcomes } = await read(path, { signal: AbortSignal.timeout(1_500) })
  expect({ post, outcomes }).toEqual({ post: null, outcomes: ['timeout'] })
})

it('saves no file beyond its bound', async () => {
  const write = `require('fs').writeFileSync(args[args.indexOf('--output') + 1], Buffer.alloc(70e6))`
  const path = await tool('fills', `console.log(${JSON.stringify(JSON.stringify(INFO))}); ${write}`)
  const { post } = await read(path, { withMedia: true })
  expect((await stat(post?.file?.path ?? '')).size).toBeLessThanOrEqual(60 * 1024 ** 2)
  await post?.file?.dispose()
})

it('ends a tool that hangs, with the programs that it started', async () => {
  const pidFile = join(folder, 'child.pid')
  const child = `const c = require('child_process').spawn('sleep', ['600'])`
  const path = await tool(
    'hangs',
    `${child}; require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(c.pid)); setInterval(() => {}, 1000)`,
  )
  const leave = new AbortController()
  const reading = read(path, { signal: leave.signal })
  const pid = await vi.waitUntil(async () => Number(await readFile(pidFile, 'utf8').catch(() => '')), 10_000)
  leave.abort()
  expect((await reading).post).toBeNull()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

/** A zombie that has not been waited for yet counts as ended. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return state !== '' && !/\) Z /u.test(state)
}
