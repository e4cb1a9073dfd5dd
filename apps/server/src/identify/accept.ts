import type { Evidence, PlaceOption, Resolution, WhyKind } from '@antojo/identify/evidence'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { nameKey } from '@antojo/domain/text'
import type { ExtractVideoInput } from '@antojo/contract/ai'
import type { PostEvidence } from './post-evidence.ts'

/** True when the person told something of their own; their words decide for them alone. */
export function hasHints(input: ExtractVideoInput): boolean {
  const { hints } = input
  return [input.cityHint, hints?.caption, hints?.hashtags, hints?.restaurantName, hints?.location].some(
    Boolean,
  )
}

/** The post's texts with what this person told beside; the post is null when it could not be read. */
export function evidenceFor(
  input: ExtractVideoInput,
  post: PostEvidence | null,
  radiusKm: number = SPEC_LIMITS.searchRadiusKm,
): Evidence {
  const { hints } = input
  const own = [hints?.restaurantName, hints?.location, hints?.caption, hints?.hashtags]
  const texts = own.flatMap((text) => (text ? [{ source: 'user-hint', text } as const] : []))
  const city = input.cityHint ?? hints?.location
  const { biasLat: lat, biasLng: lng } = input
  return {
    texts: [...(post?.texts ?? []), ...texts],
    ...(city ? { cityHint: city } : {}),
    ...(lat === undefined || lng === undefined ? {} : { bias: { lat, lng, radiusKm } }),
  }
}

/** After a retry an unsure answer is a question. */
export function strict(resolution: Resolution): Resolution {
  const sure = (resolution.places[0]?.confidence ?? 0) >= SPEC_LIMITS.retryConfidence
  return resolution.decision !== 'accepted' || sure
    ? resolution
    : { ...resolution, decision: 'needs_confirmation' }
}

/** Reasons that several places of one post share. */
const ofArea: readonly WhyKind[] = ['city', 'neighbourhood', 'region', 'cuisine', 'creator']

/** Several places in the order in which the post names them; a place whose words are not found comes last. */
export function inOrderOfPost(resolution: Resolution, evidence: Evidence): Resolution {
  if (resolution.places.length < 2) return resolution
  const whole = evidence.texts.map(({ text }) => ` ${nameKey(text)} `).join('')
  const firstSeen = ({ why }: PlaceOption): number => {
    const own = why.filter(({ kind }) => !ofArea.includes(kind))
    const found = own.map(({ words }) => whole.indexOf(` ${nameKey(words)} `)).filter((at) => at >= 0)
    return found.length === 0 ? whole.length : Math.min(...found)
  }
  return { ...resolution, places: resolution.places.toSorted((a, b) => firstSeen(a) - firstSeen(b)) }
}
