import type { EvidenceText } from '@antojo/identify/evidence'

type MentionsOutcome =
  | { readonly kind: 'found'; readonly mentions: readonly EvidenceText[] }
  | {
      readonly kind: 'none'
      readonly reason: 'switched_off' | 'used_up' | 'no_mention' | 'timeout' | 'broken'
    }

type QueriesOutcome =
  | { readonly kind: 'found'; readonly queries: readonly string[]; readonly cityHint: string | null }
  | { readonly kind: 'none'; readonly reason: 'switched_off' | 'used_up' | 'timeout' | 'broken' }

/** A language model only proposes words of the post that may name a place; it never decides. */
export interface LlmPort {
  readonly available: boolean
  mentions(texts: readonly EvidenceText[], signal: AbortSignal): Promise<MentionsOutcome>
  queries(texts: readonly EvidenceText[], signal: AbortSignal): Promise<QueriesOutcome>
}
