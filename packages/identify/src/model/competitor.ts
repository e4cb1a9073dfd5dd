import { nameKey } from '@antojo/domain/text'
import { placeId } from '@antojo/domain/places/place-facts'
import { confidenceCap } from '@antojo/domain/places/spec-limits'
import { featureAt } from '../features/evidence-table.ts'
import type { Described } from '../features/features.ts'
import type { TokenText } from '../text/tokens.ts'
import type { Competitor } from './rivals.ts'

/** Six digits, as in the model's file. Most values are whole and need no rounding, which is slow. */
const sixDigits = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(6)))

/** The facts with which a described candidate competes. */
export function competitorOf({ candidate, best, x }: Described, texts: readonly TokenText[]): Competitor {
  const { place } = candidate
  const span = best?.hit.span
  const anchored = best !== null || (x[featureAt('number')] ?? 0) > 0
  return {
    id: placeId(place),
    name: nameKey(place.name),
    lat: place.lat,
    lng: place.lng,
    x: x.map(sixDigits),
    cap: confidenceCap({ anchored, types: place.categories }),
    claim:
      span === undefined
        ? null
        : {
            text: texts.indexOf(span.text),
            first: span.first,
            last: span.last,
            joined: span.key.replaceAll(' ', ''),
          },
  }
}
