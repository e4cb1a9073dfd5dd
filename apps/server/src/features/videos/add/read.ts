import type { Evidence } from '@antojo/identify/evidence'
import type { AppError } from '../../../core/app-error.ts'
import { type PostEvidence, postOfFile, withTextsOfFile } from '../../../identify/evidence/post-evidence.ts'
import type { Progress } from '../../../identify/evidence/step-recorder.ts'
import { evidenceFor, type PersonWords } from '../../../identify/evidence/person-words.ts'
import type { Analyses, SharedAnalysis } from '../../analyses/service.ts'
import { unreadable } from '../errors.ts'
import type { AddState } from './keep.ts'

export interface ReadDeps {
  readonly analyses: Pick<Analyses, 'of'>
}

/** Everything that is known about a post. */
export interface PostFacts {
  /** Null when the post was not read, because the person's file says enough. */
  readonly analysis: SharedAnalysis | null
  /** Null when the post could not be read and there are only the person's words. */
  readonly post: PostEvidence | null
  readonly evidence: Evidence
  /** When the reading began: places fetched later were not considered for the answer. */
  readonly since: Date
}

/** A post with everything that is known about it and about the person's request. */
export type ReadState = AddState & PostFacts

/** The shared analysis of the post, together with the person's own words. */
export async function readPost(
  { analyses }: ReadDeps,
  state: AddState,
  progress: Progress,
): Promise<ReadState | AppError> {
  const { kept, link, rereads, bias } = state
  const since = new Date()
  const analysis = await analyses.of(link, progress, { force: rereads })
  const post = withTextsOfFile(analysis.kind === 'read' ? analysis.post : null, kept.words.texts)
  const evidence = evidenceFor(kept.words, post, bias)
  if (analysis.kind === 'unread' && evidence.texts.length === 0) return unreadable(link, analysis)
  return { ...state, analysis, post, evidence, since }
}

/** The post as the person's file describes it, without asking its platform; null when the file says nothing about it. */
export function readFile(words: PersonWords, bias: Evidence['bias']): PostFacts | null {
  const post = postOfFile(words.texts)
  return post && { analysis: null, post, evidence: evidenceFor(words, post, bias), since: new Date() }
}
