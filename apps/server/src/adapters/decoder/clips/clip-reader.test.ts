import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeClip, type Scene } from '@antojo/testing/encode-clip'
import {
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_FFV1,
} from 'node-av/constants'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { mutations } from '../mutations.fixture.ts'
import { DecodingPool } from '../pool.ts'
import { createClipReader } from './clip-reader.ts'

const failures: string[] = []
const pool = new DecodingPool({
  level: async () => 'permissions',
  maxMemoryMb: 768,
  onFailure: (_program, reason) => failures.push(reason),
})
const reader = createClipReader(pool)
if (reader === null) throw new Error('No packaged FFmpeg for this system')
const folder = await mkdtemp(join(tmpdir(), 'antojo-clips-'))
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

const patient = new AbortController().signal
const options = { maxSeconds: 90, maxFrames: 40 }

async function plain(background: string, seconds: number): Promise<Scene> {
  const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
  return { picture, seconds }
}

async function saved(bytes: Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return path
}

const redThenBlue = [await plain('red', 3), await plain('blue', 3)]
const framesOf = async (bytes: Uint8Array) => reader.frames(await saved(bytes), options, patient)

it.each([
  ['HEVC', { videoCodec: FF_ENCODER_LIBX265 }],
  ['VP9', { videoCodec: FF_ENCODER_LIBVPX_VP9, container: 'webm' }],
] as const)('takes two frames from a clip of two scenes in %s', { tags: 'slow' }, async (_name, codec) => {
  expect(await secondsAndLastColor(await encodeClip({ scenes: redThenBlue, ...codec }))).toEqual(blueAtThree)
})

it('takes two frames from a clip of two scenes in H.264', async () => {
  const codec = { videoCodec: FF_ENCODER_LIBX264 }
  expect(await secondsAndLastColor(await encodeClip({ scenes: redThenBlue, ...codec }))).toEqual(blueAtThree)
})

// A stored file: the AV1 encoder would give itself the highest real-time priority when it runs as root.
it('takes two frames from an AV1 clip of two scenes', { tags: 'slow' }, async () => {
  const clip = await readFile(new URL('fixtures/red-then-blue.av1.mp4', import.meta.url))
  expect(await secondsAndLastColor(clip)).toEqual(blueAtThree)
})

const blueAtThree = { seconds: [0, 3], isBlue: true }

async function secondsAndLastColor(clip: Uint8Array) {
  const read = await framesOf(clip)
  const frames = read.ok ? read.frames : []
  const { dominant } = await sharp(frames.at(-1)?.image).stats()
  return { seconds: frames.map(({ second }) => second), isBlue: dominant.b > 200 && dominant.r < 50 }
}

it('reads the first 90 seconds and at most 40 frames of a long clip', { tags: 'slow' }, async () => {
  const scenes = await Promise.all(
    Array.from({ length: 120 }, (_, i) => plain(i % 2 === 0 ? 'black' : 'white', 1)),
  )
  const read = await framesOf(await encodeClip({ scenes, width: 64, height: 64, framesPerSecond: 2 }))
  const frames = read.ok ? read.frames : []
  expect(frames.length).toBe(40)
  expect(frames.every(({ second }) => second < 90)).toBe(true)
})

it('turns a rotated clip upright', { tags: 'slow' }, async () => {
  const read = await framesOf(
    await encodeClip({ scenes: redThenBlue, width: 320, height: 180, isTurned: true }),
  )
  const { width, height } = await sharp(read.ok ? read.frames[0]?.image : undefined).metadata()
  expect([width, height]).toEqual([180, 320])
})

it.each([
  ['AAC', {}],
  ['Opus', { audioCodec: FF_ENCODER_LIBOPUS, container: 'webm' }],
  ['MP3', { audioCodec: FF_ENCODER_LIBMP3LAME, container: 'mp3' }],
] as const)('sound in %s becomes 16 kHz mono', async (_name, codec) => {
  const sound = await reader.sound(await saved(await encodeClip({ toneSeconds: 5, ...codec })), 2, patient)
  const wav = sound.ok ? sound.wav : Buffer.alloc(44)
  expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.length]).toEqual([1, 16_000, 44 + 2 * 2 * 16_000])
  const samples = Array.from({ length: 32_000 }, (_, i) => wav.readInt16LE(44 + 2 * i))
  const crossings = samples.filter((sample, i) => i > 0 && sample < 0 !== (samples[i - 1] ?? 0) < 0)
  // A tone of 440 Hz crosses zero 880 times per second.
  expect(Math.abs(crossings.length / 2 - 880)).toBeLessThan(30)
})

it('finds no sound in a silent clip', async () => {
  const path = await saved(await encodeClip({ scenes: redThenBlue }))
  expect(await reader.sound(path, 2, patient)).toEqual({ ok: false, reason: 'unreadable' })
})

it.each([
  ['a page', async () => Buffer.from('<html>not a video at all</html>')],
  ['nothing', async () => Buffer.alloc(0)],
  [
    'a playlist that names a local file',
    async () => Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n'),
  ],
  ['a concatenation', async () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['a clip cut off in its header', async () => (await encodeClip({ scenes: redThenBlue })).subarray(0, 60)],
  [
    'a codec that no phone uses',
    async () =>
      encodeClip({ scenes: [await plain('red', 1)], videoCodec: FF_ENCODER_FFV1, container: 'matroska' }),
  ],
])('%s is unreadable', async (_name, make) => {
  expect(await framesOf(await make())).toEqual({ ok: false, reason: 'unreadable' })
})

it('frames of 20 million pixels are unreadable', { tags: 'slow' }, async () => {
  const clip = { scenes: [await plain('red', 1)], width: 8_000, height: 2_500, framesPerSecond: 1 }
  expect(await framesOf(await encodeClip(clip))).toEqual({ ok: false, reason: 'unreadable' })
})

it('ends when its caller leaves', async () => {
  const path = await saved(await encodeClip({ scenes: redThenBlue }))
  expect(await reader.frames(path, options, AbortSignal.abort())).toEqual({ ok: false, reason: 'aborted' })
  expect(pool.use().processes).toBe(0)
})

/** The outcomes of damaged copies of a clip, and of the intact clip at the end. */
async function outcomesOfDamage(count: number): Promise<readonly string[]> {
  const whole = await encodeClip({ scenes: redThenBlue, toneSeconds: 2, width: 64, height: 64 })
  const outcomes: string[] = []
  for (const clip of [...mutations(whole, { seed: 7, count }), whole]) {
    const read = await framesOf(clip)
    outcomes.push(read.ok ? 'ok' : read.reason)
  }
  return outcomes
}

const damaged = expect.stringMatching(/^(?:ok|unreadable|crashed|too_large|too_slow)$/)

it('returns a value for damaged clips and keeps the server running', { tags: 'slow' }, async () => {
  expect(await outcomesOfDamage(3)).toEqual([...Array.from({ length: 3 }, () => damaged), 'ok'])
})

it('returns a value for many damaged clips', { tags: 'slow' }, async () => {
  expect(await outcomesOfDamage(12)).toEqual([...Array.from({ length: 12 }, () => damaged), 'ok'])
})

it('reports the version of FFmpeg', async () => {
  expect(await reader.version()).toMatch(/^\d+\.\d+/u)
})
