import type { WhyReason } from '@antojo/contract/ai'
import type { EvidenceSource, WhyKind } from '@antojo/domain/places/evidence-kinds'
import { m } from '@antojo/i18n/messages'

const KINDS: Readonly<Record<WhyKind, () => string>> = {
  name: m.why_name,
  'partial-name': m.why_partial_name,
  'misspelt-name': m.why_misspelt_name,
  handle: m.why_handle,
  hashtag: m.why_hashtag,
  creator: m.why_creator,
  address: m.why_address,
  street: m.why_street,
  city: m.why_city,
  neighbourhood: m.why_neighbourhood,
  region: m.why_region,
  phone: m.why_phone,
  cuisine: m.why_cuisine,
  alias: m.why_alias,
  correction: m.why_correction,
}

const SOURCES: Readonly<Record<EvidenceSource, () => string>> = {
  'location-tag': m.why_in_location_tag,
  title: m.why_in_title,
  description: m.why_in_description,
  hashtag: m.why_in_hashtag,
  creator: m.why_in_creator,
  ocr: m.why_in_ocr,
  transcript: m.why_in_transcript,
  og: m.why_in_og,
  'user-hint': m.why_in_user_hint,
  'llm-mention': m.why_in_llm_mention,
}

/** A reason to believe in a place, in the person's language: 'Ciudad “CDMX” en el título'. */
export function reasonText({ kind, words, source, second }: WhyReason): string {
  const where = second === undefined ? SOURCES[source]() : m.why_at_second({ second: Math.floor(second) })
  return m.why_reason({ kind: KINDS[kind](), words, source: where }).trim()
}
