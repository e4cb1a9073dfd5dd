import { keptResolution } from '../../adapters/places/kept-place.ts'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Evidence, EvidenceText, Resolution } from '@antojo/identify/evidence'
import type { LlmPort } from '../../adapters/llm/port.ts'
import type { CoverPort } from '../../adapters/media/cover.ts'
import type { OembedFailure, OembedProvider } from '../../adapters/oembed/port.ts'
import type { PageReader } from '../../adapters/pages/page-reader.ts'
import { timeouts } from '../evidence/timeouts.ts'
import { readPostMedia, type MediaDeps, type SubtitlePort } from '../evidence/read-media.ts'
import type { PostEvidence } from '../evidence/post-evidence.ts'
import { type PostRef, fetchPost } from '../evidence/fetch-post.ts'
import { speechHints } from '../evidence/speech-hints.ts'
import { createStepRecorder, type Progress, type StepRecorder } from '../evidence/step-recorder.ts'

export interface PipelineDeps extends MediaDeps {
  readonly oembed: OembedProvider
  readonly pages: PageReader
  readonly cover: CoverPort
  readonly subtitles: SubtitlePort
  readonly llm: LlmPort
  readonly resolve: (evidence: Evidence) => Promise<Resolution>
}

/** The result of analysing a post, which is shared by everybody who pastes it. */
export type Analysis =
  | {
      readonly kind: 'read'
      readonly post: PostEvidence
      readonly resolution: Resolution
      readonly steps: readonly StepEvent[]
    }
  | {
      readonly kind: 'unread'
      readonly failure: OembedFailure
      readonly blocked: 'private_address' | 'redirect_loop' | null
      readonly steps: readonly StepEvent[]
    }

/**
 * Takes a post from its link to a decision. The cheap steps come first: when the post's words alone decide, no video is
 * watched or listened to. Every step has a time limit, and so has the whole.
 */
export async function analysePost(deps: PipelineDeps, ref: PostRef, progress: Progress): Promise<Analysis> {
  const signal = AbortSignal.timeout(timeouts.total)
  const steps = createStepRecorder(progress)
  const endRead = steps.start('oembed')
  const read = await fetchPost(deps, ref, signal)
  if (!read.ok) {
    endRead({ state: 'failed', reason: read.failure.code })
    return { kind: 'unread', failure: read.failure, blocked: read.blocked, steps: steps.steps }
  }
  endRead({ state: 'done', ...(read.post.title === null ? {} : { found: read.post.title }) })
  const fromWords = await deps.resolve({ texts: read.post.texts })
  if (fromWords.decision === 'accepted') {
    steps.skip('transcribe')
    steps.skip('ocr')
    steps.start('extract')(told(fromWords))
    return { kind: 'read', post: read.post, resolution: fromWords, steps: steps.steps }
  }
  const { videoUrl, thumbnail: coverUrl, subtitlesUrl, texts } = read.post
  const isHeard = texts.some(({ source }) => source === 'transcript')
  const hints = speechHints(texts, fromWords)
  const shown = { ...ref, videoUrl, coverUrl, subtitlesUrl, isHeard, hints }
  const seen = await readPostMedia(deps, shown, steps, signal)
  const post = { ...read.post, texts: [...read.post.texts, ...seen.texts], transcript: seen.transcript }
  const resolution = await extract(deps, post, seen.texts.length > 0 ? null : fromWords, { steps, signal })
  return { kind: 'read', post, resolution, steps: steps.steps }
}

/**
 * Resolves all texts. When the rules alone are uncertain, adds words that the language model proposes, if there is one.
 */
async function extract(
  deps: PipelineDeps,
  post: PostEvidence,
  known: Resolution | null,
  { steps, signal }: { steps: StepRecorder; signal: AbortSignal },
): Promise<Resolution> {
  const end = steps.start('extract')
  let resolution = known ?? (await deps.resolve({ texts: post.texts }))
  if (resolution.decision !== 'accepted' && deps.llm.available) {
    const proposed = await deps.llm.mentions(post.texts, signal)
    const mentions: readonly EvidenceText[] = proposed.kind === 'found' ? proposed.mentions : []
    if (mentions.length > 0) resolution = await deps.resolve({ texts: [...post.texts, ...mentions] })
  }
  end(told(resolution))
  return resolution
}

function told(resolution: Resolution): { state: 'done'; found?: string } {
  // Steps are stored, so they contain only names that may be kept.
  const name = keptResolution(resolution).places[0]?.place.name
  return name === undefined ? { state: 'done' } : { state: 'done', found: name }
}
