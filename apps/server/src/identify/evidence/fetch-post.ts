import type { Platform } from '@antojo/domain/platforms/platform'
import type { OembedFailure, OembedProvider } from '../../adapters/oembed/port.ts'
import type { PageReader } from '../../adapters/pages/page-reader.ts'
import { timeouts } from './timeouts.ts'
import { mergePost, type PostEvidence, hasText } from './post-evidence.ts'

export interface PostRef {
  readonly platform: Platform
  readonly url: string
}

/** `blocked` means that the page redirects to a forbidden address. */
export type FetchedPost =
  | { readonly ok: true; readonly post: PostEvidence }
  | {
      readonly ok: false
      readonly failure: OembedFailure
      readonly blocked: 'private_address' | 'redirect_loop' | null
    }

/**
 * Fetches a post's own words from oEmbed and the page in parallel. When oEmbed fails, a page with any text is enough;
 * when neither has text, the platform's failure is the answer.
 */
export async function fetchPost(
  deps: { oembed: OembedProvider; pages: PageReader },
  ref: PostRef,
  signal: AbortSignal,
): Promise<FetchedPost> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeouts.post)])
  const [oembed, read] = await Promise.all([deps.oembed(ref, limited), deps.pages(ref, limited)])
  const page = read.kind === 'found' ? read.page : null
  const post = mergePost(oembed.ok ? oembed.oembed : null, page)
  if (oembed.ok || hasText(post)) return { ok: true, post }
  const reason = read.kind === 'none' ? read.reason : ''
  const blocked = reason === 'private_address' || reason === 'redirect_loop' ? reason : null
  return { ok: false, failure: oembed, blocked }
}
