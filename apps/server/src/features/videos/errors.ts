import type { OembedRequiredResponse } from '@antojo/contract/ai'
import type { OembedFailure } from '../../adapters/oembed/port.ts'
import { AppError } from '../../core/app-error.ts'
import type { PostLink } from '../../identify/evidence/find-link.ts'
import type { SharedAnalysis } from '../analyses/service.ts'

type UnreadAnalysis = Extract<SharedAnalysis, { kind: 'unread' }>

/** The post could not be read. The answer is the 424 of spec §7. */
export class UnreadablePost extends AppError {
  readonly body: OembedRequiredResponse
  readonly analysisId: string

  constructor(link: PostLink, failure: OembedFailure, analysisId: string) {
    super(failure.code, failure.detail)
    this.analysisId = analysisId
    this.body = {
      ok: false,
      accepted: false,
      oembed_required: true,
      error: failure.code,
      detail: failure.detail,
      platform: link.platform,
      status: failure.status,
      originalVideoUrl: link.url,
    }
  }
}

/**
 * The error for a post that was not read, because its URL is forbidden, its host is unknown, or its platform failed.
 */
export function unreadable(link: PostLink, analysis: UnreadAnalysis): AppError {
  if (analysis.blocked) return new AppError(analysis.blocked, `${link.url} leads to a forbidden address.`)
  if (link.kind === 'page')
    return new AppError('unsupported_host', 'This page has no information about a video.')
  return new UnreadablePost(link, analysis.failure, analysis.id)
}
