import type { EvidenceText } from '@antojo/identify/evidence'

export interface LlmNone {
  readonly kind: 'none'
  readonly reason: 'switched_off' | 'used_up' | 'timeout' | 'broken'
}

type MentionsOutcome =
  | { readonly kind: 'found'; readonly mentions: readonly EvidenceText[] }
  | { readonly kind: 'none'; readonly reason: 'no_mention' }
  | LlmNone

type QueriesOutcome =
  | { readonly kind: 'found'; readonly queries: readonly string[]; readonly cityHint: string | null }
  | LlmNone

/** A language model only proposes words of the post that may name a place; it never decides. It bounds its own time. */
export interface LlmPort {
  readonly available: boolean
  mentions(texts: readonly EvidenceText[], signal?: AbortSignal): Promise<MentionsOutcome>
  queries(texts: readonly EvidenceText[], signal?: AbortSignal): Promise<QueriesOutcome>
}
