import type { ExtractVideoResponse } from '@antojo/contract/ai'
import type { VideoRow } from '@antojo/contract/video-row'
import { distanceMetres } from '@antojo/domain/distance'
import type { MapsPlace } from '@antojo/domain/links/maps-link'
import { placeId } from '@antojo/domain/places/place-facts'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { isSameName } from '@antojo/domain/places/same-name'
import { nameKey } from '@antojo/domain/text'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { PlaceOption } from '@antojo/identify/evidence'
import type { Place } from '@antojo/places/place'
import { AppError } from '../../../core/app-error.ts'
import {
  type OpenEnd,
  postColumns,
  presentCandidate,
  presentCommon,
  presentIdentified,
  presentOpen,
  presentRow,
} from '../present.ts'
import { presentSaved, save, type SaveDeps } from './finish.ts'
import { type AddState, leaveOpen } from './keep.ts'
import type { ReadState } from './read.ts'
import { findRowOfPlace, handOver, type KnownPlace, nameRow, readRow } from './repo.ts'

/**
 * Saves a link that itself names its place, such as one of a map. The place is looked up in the index: a certain match
 * gives the row its facts, several matches become a question, and without a match the row has the name and position of
 * the link.
 */
export async function savePlaceLink(
  deps: SaveDeps,
  { kept, link, isLater, post }: AddState & Pick<ReadState, 'post'>,
  place: MapsPlace,
): Promise<ExtractVideoResponse | AppError> {
  const position = place.position ?? kept.words.near ?? null
  const named = { ...place, position, name: kept.words.restaurantName || place.name }
  const { certain, options } = matchPlaces(named, await deps.places.named(named))
  const common = presentCommon(link.url, post, null, [])
  const known = await handOverToKnown(
    deps,
    { kept, isLater, link },
    {
      id: certain && placeId(certain.place),
      name: certain?.place.name ?? named.name,
      position: certain?.place ?? position,
    },
  )
  if (known !== null) return { ...common, ok: true, accepted: true, ...presentIdentified(known, true) }
  if (certain !== null) {
    const places = [{ ...certain, hasDetails: true }]
    const answer = { kept, link, post, resolution: null, places, analysis: null, isLater }
    const saved = await save(deps, { ...answer, decision: 'confirmed', taught: [] })
    if (saved instanceof AppError) return saved
    return { ...common, ok: true, accepted: true, ...presentSaved(deps, saved, answer) }
  }
  if (options.length === 0 && named.name !== null) {
    const { name, address } = named
    const url = kept.words.placeUrl ?? link.url
    const row = await retryWhileUnavailable(() =>
      deps.database.asSystem('name a row', (tx) =>
        nameRow(tx, kept, { name, address, position, url, post: postColumns(post) }),
      ),
    )
    const video = row === null ? kept.video : presentRow(row)
    return { ...common, ok: true, accepted: true, ...presentIdentified(video, kept.wasIdentified) }
  }
  const end: OpenEnd =
    options.length > 0
      ? { state: 'question', question: options.map(presentCandidate) }
      : { state: 'unidentified', reason: 'no_restaurant_name' }
  const result = { end, post: postColumns(post), analysisId: null, triedWith: null, waitsFor: null }
  return presentOpen(common, end, await leaveOpen(deps, kept, result))
}

/**
 * A place that the person has already stays one row: it takes over what they said with this link. Null when it is new to
 * them. A link beside a video says where the video's place is, so that row stays.
 */
async function handOverToKnown(
  { database }: Pick<SaveDeps, 'database'>,
  { kept, isLater, link }: Pick<AddState, 'kept' | 'isLater' | 'link'>,
  { name, ...place }: Omit<KnownPlace, 'name'> & { readonly name: string | null },
): Promise<VideoRow | null> {
  if (name === null || kept.wasIdentified || link.platform !== 'Other') return null
  return retryWhileUnavailable(() =>
    database.asSystem('hand a place over', async (tx) => {
      const known = await findRowOfPlace(tx, kept, { ...place, name })
      if (known === null) return null
      await handOver(tx, kept, known.id)
      return presentRow(await readRow(tx, { userId: kept.userId, id: known.id }, { isLater }))
    }),
  )
}

interface Match {
  readonly certain: PlaceOption | null
  /** Places that may be meant when none is certain; at most three. */
  readonly options: readonly PlaceOption[]
}

/** The pin of a link may be in the middle of a building, or at the entrance of the market that contains the place. */
const MAX_METRES = 250

/** A record this near is at the pin. */
const AT_PIN_METRES = 60

/** Compares the place that a link describes with places of the index. */
export function matchPlaces({ name, address, position }: MapsPlace, found: readonly Place[]): Match {
  if (name === null) return { certain: null, options: [] }
  const key = nameKey(name)
  const near = found
    .map((place) => ({ place, metres: position === null ? null : distanceMetres(place, position) }))
    .filter(({ metres }) => metres === null || metres <= MAX_METRES)
  const equal = near.filter(({ place }) => nameKey(place.name) === key)
  const same = equal.length === 1 ? equal : near.filter(({ place }) => isSameName(place.name, name))
  const alike = near.filter(({ place }) => isAlike(nameKey(place.name), key))
  const option = ({ place }: { readonly place: Place }): PlaceOption => ({
    place,
    confidence: 1,
    why: [{ kind: 'name', source: 'user-hint', words: name }],
  })
  const closest = same.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0))
  const [first, second] = closest
  const isAlone =
    second === undefined || ((first?.metres ?? 0) <= AT_PIN_METRES && (second.metres ?? 0) > AT_PIN_METRES)
  const isThere = position !== null || (first !== undefined && isAtAddress(first.place, address))
  if (first && isAlone && isThere) return { certain: option(first), options: [] }
  const doubtful = [...closest, ...alike].filter((each, at, all) => all.indexOf(each) === at)
  return { certain: null, options: doubtful.slice(0, SPEC_LIMITS.maxOptions).map(option) }
}

const MIN_LETTERS = 5

/** True when the names share a long word, or differ by a few letters. */
function isAlike(a: string, b: string): boolean {
  const words = new Set(a.split(' ').filter((word) => word.length >= MIN_LETTERS))
  return (
    b.split(' ').some((word) => words.has(word)) ||
    editDistance(a, b, 3) <= Math.min(3, Math.floor(b.length / 4))
  )
}

/** True when the link's address contains the street and the city, or the postcode, of the place. */
function isAtAddress({ address, city, postcode }: Place, given: string | null): boolean {
  if (given === null) return false
  const key = ` ${nameKey(given)} `
  const has = (text: string | undefined) =>
    text !== undefined && text !== '' && key.includes(` ${nameKey(text)} `)
  return (has(address) && (city === undefined || has(city))) || (has(postcode) && has(city))
}
