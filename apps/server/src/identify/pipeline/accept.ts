import type { Evidence, PlaceOption, Resolution, WhyKind } from '@antojo/identify/evidence'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { nameKey } from '@antojo/domain/text'
import type { ExtractVideoInput } from '@antojo/contract/ai'
import type { PersonWords } from '../evidence/person-words.ts'
import type { PostEvidence } from '../evidence/post-evidence.ts'

/** The circle around the person. */
type Bias = NonNullable<Evidence['bias']>

/** The post's texts and the person's own words; the post is null when it could not be read. */
export function evidenceFor(words: PersonWords, post: PostEvidence | null, bias?: Bias): Evidence {
  const { restaurantName, location, caption, hashtags, seen, around } = words
  const own = [restaurantName, location, caption, hashtags, seen, around]
  const texts = own.flatMap((text) => (text ? [{ source: 'user-hint', text } as const] : []))
  const city = words.cityHint ?? location
  return {
    texts: [...(post?.texts ?? []), ...texts],
    ...(city ? { cityHint: city } : {}),
    ...(bias ? { bias } : {}),
  }
}

/** The person's position in a request, with their search radius. */
export function biasOf(
  { biasLat: lat, biasLng: lng }: ExtractVideoInput,
  radiusKm: number = SPEC_LIMITS.searchRadiusKm,
): Bias | undefined {
  return lat === undefined || lng === undefined ? undefined : { lat, lng, radiusKm }
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
