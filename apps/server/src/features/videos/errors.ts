import type { OembedRequiredResponse } from '@antojo/contract/ai'
import type { Link } from '@antojo/domain/links/link'
import type { OembedFailure } from '../../adapters/oembed/port.ts'
import { AppError } from '../../core/app-error.ts'
import type { SharedAnalysis } from '../analyses/service.ts'

type PostLink = Extract<Link, { kind: 'video' | 'page' }>

/** The post could not be read; answered as spec §7's 424. */
export class UnreadablePost extends AppError {
  readonly body: OembedRequiredResponse

  constructor(link: PostLink, failure: OembedFailure) {
    super(failure.code, failure.detail)
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

/** Why nothing can be said: the page led where no one may look, is no post of a known host, or its platform failed. */
export function unreadable(link: PostLink, analysis: SharedAnalysis): AppError {
  if (analysis.kind === 'read') return new AppError('internal', 'The post was read.')
  if (analysis.blocked) return new AppError(analysis.blocked, `${link.url} leads where it must not.`)
  if (link.kind === 'page') return new AppError('unsupported_host', 'This page tells nothing of a video.')
  return new UnreadablePost(link, analysis.failure)
}
