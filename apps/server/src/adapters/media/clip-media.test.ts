import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createClipMedia, keepMedia } from './clip-media.ts'
import { carriedFfmpeg, createFfmpeg } from './ffmpeg.ts'
import { extractSound } from './sound.ts'

const run = promisify(execFile)
const binary = carriedFfmpeg()
if (binary === null) throw new Error('ffmpeg is carried by npm on this system')
const ffmpeg = createFfmpeg(binary)
const media = createClipMedia(async () => ({ ok: false, reason: 'network', detail: '' }), ffmpeg)
const folder = await mkdtemp(path.join(tmpdir(), 'antojo-clips-'))
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const patient = new AbortController().signal

/** A clip from ffmpeg's own test sources, as bytes. */
async function clip(name: string, ...args: string[]): Promise<Buffer> {
  const file = path.join(folder, name)
  await run(binary ?? '', ['-nostdin', '-loglevel', 'error', ...args, file])
  return await readFile(file)
}

test('a still of four seconds gives one frame, two scenes give two', async () => {
  const still = await keepMedia(
    await clip('still.mp4', '-f', 'lavfi', '-i', 'color=red:s=320x568:d=4', '-pix_fmt', 'yuv420p'),
  )
  const scenes = 'color=red:s=320x568:d=3[a];color=blue:s=320x568:d=3[b];[a][b]concat'
  const two = await keepMedia(await clip('two.mp4', '-f', 'lavfi', '-i', scenes, '-pix_fmt', 'yuv420p'))
  const frames = await media.frames(two, patient)
  expect(await media.frames(still, patient)).toMatchObject({ kind: 'found', frames: [{ second: 0 }] })
  expect(frames.kind === 'found' && frames.frames.map((frame) => frame.second)).toEqual([0, 3])
  await still.dispose()
  await two.dispose()
  await expect(readFile(still.path)).rejects.toThrow('ENOENT')
})

test('a long clip costs its first 90 seconds', async () => {
  const source = 'testsrc=s=64x64:r=2:d=36000'
  const long = await keepMedia(
    await clip('long.mp4', '-f', 'lavfi', '-i', source, '-c:v', 'mpeg4', '-t', '2000'),
  )
  const frames = await media.frames(long, AbortSignal.timeout(20_000))
  expect(frames.kind === 'found' && frames.frames.length).toBe(40)
  expect(frames.kind === 'found' && frames.frames.every((frame) => frame.second < 90)).toBe(true)
  await long.dispose()
}, 30_000)

test('sound becomes 16 kHz mono; a silent picture has none', async () => {
  const spoken = await keepMedia(
    await clip('tone.mp4', '-f', 'lavfi', '-i', 'sine=d=5', '-c:a', 'aac', '-strict', '-2'),
  )
  const silent = await keepMedia(
    await clip('silent.mp4', '-f', 'lavfi', '-i', 'color=red:d=1', '-pix_fmt', 'yuv420p'),
  )
  const wav = await extractSound(ffmpeg, spoken, 2, patient)
  expect(wav?.readUInt32LE(24)).toBe(16_000)
  expect(wav?.readUInt16LE(22)).toBe(1)
  expect((wav?.length ?? 0) / 32_000).toBeCloseTo(2, 0)
  expect(await extractSound(ffmpeg, silent, 2, patient)).toBeNull()
  await spoken.dispose()
  await silent.dispose()
})

test.each([
  ['no clip at all', async () => Buffer.from('<html>not a video</html>')],
  [
    'a playlist that names a local file',
    async () => Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n'),
  ],
  [
    'a concatenation that names a local file',
    async () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  ],
  [
    'a clip cut off in its header',
    async () =>
      (await clip('cut.mp4', '-y', '-f', 'lavfi', '-i', 'testsrc=d=2', '-pix_fmt', 'yuv420p')).subarray(
        0,
        900,
      ),
  ],
  [
    'a frame of 20,000 pixels',
    async () =>
      await clip(
        'huge.avi',
        '-y',
        '-f',
        'lavfi',
        '-i',
        'color=red:s=20000x2000:d=0.1:r=10',
        '-c:v',
        'mjpeg',
        '-pix_fmt',
        'yuvj420p',
      ),
  ],
])(
  '%s ends in a reason',
  async (_, make) => {
    const file = await keepMedia(await make())
    expect(await media.frames(file, AbortSignal.timeout(10_000))).toEqual({ kind: 'none', reason: 'broken' })
    await file.dispose()
  },
  20_000,
)

test('a spent time budget is told as such', async () => {
  const file = await keepMedia(
    await clip('late.mp4', '-f', 'lavfi', '-i', 'testsrc=d=2', '-pix_fmt', 'yuv420p'),
  )
  expect(await media.frames(file, AbortSignal.abort())).toEqual({ kind: 'none', reason: 'timeout' })
  await file.dispose()
})
