import type { EvidenceText } from '@antojo/identify/evidence'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import type { CoverPort } from '../../adapters/media/cover.ts'
import type { Frame, MediaFile, MediaOutcome, MediaPort } from '../../adapters/media/port.ts'
import type { OcrPort } from '../../adapters/ocr/port.ts'
import type { Spoken } from '../../adapters/pages/vtt.ts'
import type { SpeechPort } from '../../adapters/speech/port.ts'
import type { SpeechHints } from '../../adapters/speech/speech-client.ts'
import { timeouts } from './timeouts.ts'
import type { PostEvidence } from './post-evidence.ts'
import type { PostRef } from './fetch-post.ts'
import type { StepRecorder } from './step-recorder.ts'

export interface MediaDeps {
  readonly media: MediaPort
  readonly ocr: OcrPort
  readonly speech: SpeechPort
}

export interface SeenAndHeard {
  readonly texts: readonly EvidenceText[]
  readonly transcript: PostEvidence['transcript']
}

const nothing: SeenAndHeard = { texts: [], transcript: null }

/** Fetches and reads subtitles; empty when there are none. */
export type SubtitlePort = (url: string, signal: AbortSignal) => Promise<readonly Spoken[]>

/** The URLs of a post's media; null when its page names none. */
export interface PostMedia {
  readonly videoUrl: string | null
  readonly coverUrl: string | null
  readonly subtitlesUrl: string | null
  /** True when its subtitles have been read, so that speech recognition is not needed. */
  readonly isHeard: boolean
  readonly hints?: SpeechHints
}

/** Fetches the cover and the video in parallel, and reads text and speech in them, each within its time limit. */
export async function readPostMedia(
  deps: MediaDeps & { readonly cover: CoverPort; readonly subtitles: SubtitlePort },
  ref: PostRef & PostMedia,
  steps: StepRecorder,
  signal: AbortSignal,
): Promise<SeenAndHeard> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeouts.media)])
  const [fetched, cover, spoken] = await Promise.all([
    deps.media.fetch(ref.videoUrl, limited),
    ref.coverUrl === null ? null : deps.cover(ref.coverUrl, limited),
    ref.subtitlesUrl === null || ref.isHeard ? [] : deps.subtitles(ref.subtitlesUrl, limited),
  ])
  const isHeard = ref.isHeard || spoken.length > 0
  const heard = spoken.map(({ second, text }) => ({ source: 'transcript', text, second }) as const)
  const { hints = {} } = ref
  const seen = await readPictures(deps, { fetched, cover }, { steps, signal, isHeard, hints })
  return { ...seen, texts: [...heard, ...seen.texts] }
}

/** Reads the video, or only the cover when there is no video. */
async function readPictures(
  deps: MediaDeps,
  { fetched, cover }: { readonly fetched: MediaOutcome; readonly cover: Frame | null },
  reading: Reading,
): Promise<SeenAndHeard> {
  const { steps, signal } = reading
  if (fetched.kind === 'found') return readMedia(deps, fetched.file, { ...reading, cover })
  steps.skip('transcribe', fetched.reason)
  if (cover === null) {
    steps.skip('ocr', fetched.reason)
    return nothing
  }
  const end = steps.start('ocr')
  return { texts: await readFrames(deps, [cover], end, signal), transcript: null }
}

interface Reading {
  readonly steps: StepRecorder
  readonly signal: AbortSignal
  /** A picture to read before the frames of the file. */
  readonly cover?: Frame | null
  readonly isHeard?: boolean
  readonly hints?: SpeechHints
}

/** Reads the text and speech in a clip or picture, and disposes of it. */
export async function readMedia(
  deps: MediaDeps,
  file: MediaFile,
  { steps, signal, cover = null, isHeard = false, hints = {} }: Reading,
): Promise<SeenAndHeard> {
  try {
    const [heard, seen] = await Promise.all([
      isHeard ? nothing : listen(deps, file, { steps, signal, hints }),
      look(deps, file, { steps, signal, cover }),
    ])
    return { texts: [...heard.texts, ...seen], transcript: heard.transcript }
  } finally {
    await file.dispose()
  }
}

async function listen(
  { speech }: MediaDeps,
  file: MediaFile,
  { steps, signal, hints }: Reading,
): Promise<SeenAndHeard> {
  if (!speech.available) {
    steps.skip('transcribe', 'switched_off')
    return nothing
  }
  const end = steps.start('transcribe')
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeouts.transcribe)])
  const options = { maxSeconds: SPEC_LIMITS.transcriptionSeconds, ...hints }
  const heard = await speech.transcribe(file, options, limited)
  if (heard.kind === 'none') {
    end({
      state: heard.reason === 'broken' || heard.reason === 'timeout' ? 'failed' : 'done',
      reason: heard.reason,
    })
    return nothing
  }
  end({ state: 'done', found: heard.text })
  const segments = heard.segments ?? [{ second: 0, text: heard.text }]
  return {
    texts: segments.map(({ second, text }) => ({ source: 'transcript', text, second })),
    transcript: { text: heard.text, service: heard.service },
  }
}

async function look(
  deps: MediaDeps,
  file: MediaFile,
  { steps, signal, cover = null }: Reading,
): Promise<EvidenceText[]> {
  const end = steps.start('ocr')
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeouts.frames)])
  const frames = await deps.media.frames(file, limited)
  const pictures = [...(cover ? [cover] : []), ...(frames.kind === 'found' ? frames.frames : [])]
  if (frames.kind === 'none' && cover === null) {
    end({ state: frames.reason === 'switched_off' ? 'skipped' : 'failed', reason: frames.reason })
    return []
  }
  return readFrames(deps, pictures, end, signal)
}

async function readFrames(
  { ocr }: Pick<MediaDeps, 'ocr'>,
  frames: readonly Frame[],
  end: ReturnType<StepRecorder['start']>,
  signal: AbortSignal,
): Promise<EvidenceText[]> {
  const read = await ocr.read(frames, AbortSignal.any([signal, AbortSignal.timeout(timeouts.ocr)]))
  if (read.kind === 'none') {
    const state = { switched_off: 'skipped', no_text: 'done', timeout: 'failed', broken: 'failed' } as const
    end({ state: state[read.reason], reason: read.reason })
    return []
  }
  end({ state: 'done', found: read.lines[0]?.text ?? '' })
  return read.lines.map(({ text, second }) => ({ source: 'ocr', text, second }))
}
