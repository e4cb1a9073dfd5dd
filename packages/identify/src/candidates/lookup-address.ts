import { inBlock } from '../streets/address.ts'
import type { CandidateSet } from './candidate.ts'
import type { PostContext } from '../post-context.ts'
import { nameWordBits } from '../text/word-ranks.ts'
import { distanceKm } from '@antojo/domain/distance'
import type { Span } from '../text/spans.ts'
import { nameKey } from '@antojo/domain/text'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import type { Area, NameIndex } from '../name-index.ts'
import { bestSpan, spansByWord } from './lookup-partial.ts'

const MAX_ADDRESSES = 4
/** More places than this at one address do not help to tell which is meant. */
const MAX_AT_ADDRESS = 12
/** Up to this many places at such an address in the whole index are candidates even outside the areas of the post. */
const MAX_ANYWHERE = 3

/** Adds the places at the addresses that the post gives, within its areas when it names any. */
export async function addByAddress(
  lookup: NameIndex,
  set: CandidateSet,
  context: PostContext,
  { areas, spans }: { areas: readonly Area[]; spans: readonly Span[] },
): Promise<void> {
  if (context.addresses.length === 0) return
  const byWord = spansByWord(spans)
  const surest = context.addresses.toSorted((a, b) => Number(b.sure) - Number(a.sure)).slice(0, MAX_ADDRESSES)
  await Promise.all(
    surest.map(async ({ street, number, block }) => {
      const area = areas[0]
      if (block && area === undefined) return
      const found = await lookup.byAddress(
        block && area !== undefined ? { street, area } : { street, number },
      )
      const inArea = (place: PlaceFacts): boolean =>
        areas.length === 0 || areas.some((a) => distanceKm(place, a) * 1000 <= a.radius)
      const fitting = found.filter(
        (place) =>
          !block || (place.address?.match(/\d{1,5}/g) ?? []).some((n) => inBlock(Number(n), Number(number))),
      )
      const near = fitting.length <= MAX_ANYWHERE ? fitting : fitting.filter(inArea)
      if (near.length <= MAX_AT_ADDRESS) for (const place of near) set.addAddress(place)
      // Outside the areas of the post, an address counts only together with the place's name.
      if (fitting.length <= MAX_AT_ADDRESS)
        for (const place of fitting) addNamed(set, place, { spans: byWord, context })
    }),
  )
}

/** Bits from which a word confirms the place at an address that the post gives. */
const DISTINCTIVE_BITS = 8

/** Adds a place at an address of the post when the post also has distinctive words of its name, however few. */
function addNamed(
  set: CandidateSet,
  place: PlaceFacts,
  { spans, context }: { spans: ReadonlyMap<string, readonly Span[]>; context: PostContext },
): void {
  const key = nameKey(place.name)
  const distinctive = key.split(' ').filter((word) => nameWordBits(word, context) >= DISTINCTIVE_BITS)
  const span = bestSpan(distinctive, spans, context)
  if (span === null) return
  set.addAddress(place)
  set.addHit(place, {
    span,
    key,
    kind: 'name',
    keyCount: 1,
    similarity: 1,
    match: 'tokens',
    edits: 0,
    inserted: 0,
  })
}
