import type { Cues } from '../text/cues.ts'
import type { EvidenceSource } from '../evidence.ts'

/**
 * How strongly the words and marks around a span indicate that it names a place; 0 for a place that is only compared
 * with.
 */
export function cueStrength(cues: Cues, source: EvidenceSource): number {
  if (cues.compared) return 0
  return (
    (cues.pin === 'direct' ? 4 : 0) +
    (cues.label ? 3 : 0) +
    (cues.quoted ? 2 : 0) +
    (cues.capitals ? 2 : 0) +
    (cues.preposition ? 1 : 0) +
    (cues.standalone ? 0.7 : 0) +
    (source === 'ocr' ? 1 : 0) +
    (source === 'location-tag' ? 4 : 0)
  )
}
