import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FetchFailureReason, GuardedFetch } from '../http/guarded-fetch.ts'
import { distinctFrames } from './distinct-frames.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import type {
  Frame,
  FramesOutcome,
  MediaFile,
  MediaNone,
  MediaOutcome,
  MediaPort,
  MediaRequest,
} from './port.ts'
import { makeTempFolder } from './temp-folders.ts'
import { createTurns } from './turns.ts'

const FETCH_TIMEOUT_MS = 20_000
const MOST_BYTES = 80 * 1024 * 1024
const MOST_SECONDS = 90
const MOST_FRAMES = 40
/** Each is held in memory while it comes and takes a core while it is read. */
const CLIPS_AT_ONCE = 8
const FRAME_WIDTH = 720

const reasons: Readonly<Record<FetchFailureReason, MediaNone['reason']>> = {
  bad_url: 'broken',
  private_address: 'blocked',
  redirect_loop: 'broken',
  timeout: 'timeout',
  too_large: 'too_large',
  network: 'broken',
  overloaded: 'timeout',
}

/** Gets the clip at the address that the post's page names and takes it apart with ffmpeg. */
export function createClipMedia(fetch: GuardedFetch, ffmpeg: Ffmpeg): MediaPort {
  const takeTurn = createTurns(CLIPS_AT_ONCE)
  return {
    fetch: async (request, signal) => {
      const endTurn = request.videoUrl === undefined ? () => undefined : await takeTurn(signal)
      if (endTurn === null) return { kind: 'none', reason: 'timeout' }
      const fetched = await fetchClip(fetch, request, signal).catch((error: unknown) => {
        endTurn()
        throw error
      })
      if (fetched.kind === 'found') return { kind: 'found', file: endingTurn(fetched.file, endTurn) }
      endTurn()
      return fetched
    },
    frames: async (file, signal) => await takeFrames(ffmpeg, file, signal),
  }
}

/** Bytes that a person uploaded, or that were fetched, as a file for as long as it is needed. */
export async function keepMedia(bytes: Uint8Array): Promise<MediaFile> {
  const folder = await makeTempFolder('media')
  const file = path.join(folder, randomUUID())
  await writeFile(file, bytes)
  return {
    path: file,
    seconds: null,
    dispose: async () => await rm(folder, { recursive: true, force: true }),
  }
}

function endingTurn(file: MediaFile, endTurn: () => void): MediaFile {
  return { ...file, dispose: async () => await file.dispose().finally(endTurn) }
}

async function fetchClip(
  fetch: GuardedFetch,
  request: MediaRequest,
  signal: AbortSignal,
): Promise<MediaOutcome> {
  if (request.videoUrl === undefined) return { kind: 'none', reason: 'no_media' }
  const answer = await fetch({
    url: request.videoUrl,
    timeoutMs: FETCH_TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    signal,
  })
  if (!answer.ok) return { kind: 'none', reason: reasons[answer.reason] }
  if (answer.status !== 200) return { kind: 'none', reason: answer.status === 403 ? 'blocked' : 'no_media' }
  if (!/^(video|application\/octet-stream)/.test(answer.headers.get('content-type') ?? 'video'))
    return { kind: 'none', reason: 'no_media' }
  return { kind: 'found', file: await keepMedia(answer.body) }
}

async function takeFrames(ffmpeg: Ffmpeg, file: MediaFile, signal: AbortSignal): Promise<FramesOutcome> {
  const folder = await makeTempFolder('frames')
  try {
    const filter = `fps=1,scale='min(${FRAME_WIDTH},iw)':-2`
    const output = [
      '-an',
      '-t',
      String(MOST_SECONDS),
      '-vf',
      filter,
      '-q:v',
      '3',
      path.join(folder, '%05d.jpg'),
    ]
    await ffmpeg(file.path, output, signal)
    const frames = await distinctFrames(await readFrames(folder))
    if (frames.length > 0) return { kind: 'found', frames: thinned(frames) }
    return { kind: 'none', reason: signal.aborted ? 'timeout' : 'broken' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One frame a second: the number in the file's name tells its second. A last frame cut short is left out. */
async function readFrames(folder: string): Promise<Frame[]> {
  const frames: Frame[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const image = await readFile(path.join(folder, name))
    const isWhole = image.length > 2 && image.at(-2) === 0xff && image.at(-1) === 0xd9
    if (isWhole) frames.push({ second: Number.parseInt(name, 10) - 1, image })
  }
  return frames
}

/** At most 40, spread evenly: the time of a whole analysis is bounded. */
function thinned(frames: readonly Frame[]): readonly Frame[] {
  if (frames.length <= MOST_FRAMES) return frames
  return Array.from(
    { length: MOST_FRAMES },
    (_, i) => frames[Math.floor((i * frames.length) / MOST_FRAMES)],
  ).filter((frame) => frame !== undefined)
}
