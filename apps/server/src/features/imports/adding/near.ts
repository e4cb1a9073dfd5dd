import { distanceKm } from '@antojo/domain/distance'
import type { MapsPlace } from '@antojo/domain/links/maps-link'
import { isSameName } from '@antojo/domain/places/same-name'
import { nameKey } from '@antojo/domain/text'
import type { Places } from '../../places/service.ts'

type Position = NonNullable<MapsPlace['position']>

export interface PlaceInList {
  readonly position: number
  readonly place: MapsPlace
  readonly parts: readonly number[]
}

/** Places of one list are mostly in one city. */
const SAME_CITY_KM = 30
/** A city needs this many other places of the list, counted by their shares. */
const MIN_SUPPORT = 2
/** A city needs this many times the support of any other in which the name occurs. */
const MIN_LEAD = 3

/** Positions by the entry's number in its import. */
export type Positions = ReadonlyMap<number, Position>

interface Possibilities extends PlaceInList {
  /** Where the entry may be: the positions of the places of its name. */
  readonly possible: readonly Position[]
}

/**
 * The positions of those places of lists that have a name only: where the other places of their list are, if exactly one
 * place of the name is there, or where the only place of the name is, if the person has it. Google's lists have no positions.
 */
export async function positionsByLists(
  places: Pick<Places, 'named'>,
  listed: readonly PlaceInList[],
  isOwn: (place: MapsPlace) => boolean,
): Promise<Positions> {
  const isOpen = ({ place }: PlaceInList): boolean => place.position === null && place.name !== null
  if (!listed.some(isOpen)) return new Map()
  const all: Possibilities[] = []
  for (const each of listed) all.push({ ...each, possible: await possibilities(places, each.place) })
  const found = new Map<number, Position>()
  for (const each of all) {
    const at = isOpen(each) ? positionOf(each, all, isOwn) : null
    if (at !== null) found.set(each.position, at)
  }
  return found
}

async function possibilities(
  { named }: Pick<Places, 'named'>,
  place: MapsPlace,
): Promise<readonly Position[]> {
  if (place.position !== null) return [place.position]
  const own = place.name
  if (own === null) return []
  const alike = (await named(place)).filter(({ name }) => isSameName(name, own))
  // "La Carlota" is not "La Tía Carlota" where both exist.
  const equal = alike.filter(({ name }) => nameKey(name) === nameKey(own))
  return (equal.length > 0 ? equal : alike).map(({ lat, lng }) => ({ lat, lng }))
}

function positionOf(
  entry: Possibilities,
  all: readonly Possibilities[],
  isOwn: (place: MapsPlace) => boolean,
): Position | null {
  const others = all.filter(
    ({ position, parts }) => position !== entry.position && parts.some((part) => entry.parts.includes(part)),
  )
  const supported = entry.possible
    .map((at) => ({ at, support: supportAt(at, others) }))
    .toSorted((a, b) => b.support - a.support)
  const [best, ...rest] = supported
  if (best === undefined) return null
  const { place } = entry
  // Two of a name in one file are two places.
  const isOnly = rest.length === 0 && all.filter((each) => each.place.name === place.name).length === 1
  if (best.support < MIN_SUPPORT && !(isOnly && isOwn({ ...place, position: best.at }))) return null
  return rest.every(({ support }) => support * MIN_LEAD <= best.support) ? best.at : null
}

/** The number of other entries near a position; one that may be in several cities counts by its share. */
function supportAt(at: Position, others: readonly Possibilities[]): number {
  return others.reduce((sum, { possible }) => {
    const near = possible.filter((each) => distanceKm(each, at) <= SAME_CITY_KM)
    return sum + near.length / Math.max(1, possible.length)
  }, 0)
}
