import type { WhyReason } from '@antojo/contract/ai'
import type { EvidenceSource, WhyKind } from '@antojo/domain/places/evidence-kinds'
import { m } from '@antojo/i18n/messages'
import { texts as kinds } from '@antojo/i18n/messages/why'
import { texts as sources } from '@antojo/i18n/messages/why_in'

const KINDS: Readonly<Record<WhyKind, () => string>> = {
  ...kinds,
  'partial-name': m.why_partial_name,
  'misspelt-name': m.why_misspelt_name,
}

const SOURCES: Readonly<Record<EvidenceSource, () => string>> = {
  ...sources,
  'location-tag': m.why_in_location_tag,
  'user-hint': m.why_in_user_hint,
  'llm-mention': m.why_in_llm_mention,
}

/** A reason to believe in a place, in the person's language: 'Ciudad “CDMX” en el título'. */
export function reasonText({ kind, words, source, second }: WhyReason): string {
  const where = second === undefined ? SOURCES[source]() : m.why_at_second({ second: Math.floor(second) })
  return m.why_reason({ kind: KINDS[kind](), words, source: where }).trim()
}
