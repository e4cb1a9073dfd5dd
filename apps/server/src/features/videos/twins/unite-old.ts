import type { Database, Tx } from '@antojo/db/database'
import { isSamePlace } from '@antojo/domain/places/same-place'
import { recordOf } from '../add/repo.ts'
import { endPass, peopleBefore, type PlaceOfPerson, placesOf, unitePlaces } from './repo.ts'

/** Degrees of latitude; more than the distance between two records of a place. */
const NEAR_DEGREES = 0.002

/**
 * Unites, once for an installation, the places that a collection has twice, from two sources. Returns the number of
 * places that are gone. Later ones are united when they are saved.
 */
export async function uniteOldTwins(database: Database): Promise<number> {
  let gone = 0
  let people = await nextPeople(database, null)
  for (; people.length > 0; people = await nextPeople(database, people.at(-1) ?? null))
    for (const userId of people)
      gone += await database.asSystem('unite old twins', (tx) => uniteOf(tx, userId))
  await database.asSystem('end the pass over old twins', endPass)
  return gone
}

const nextPeople = (database: Database, after: string | null): Promise<readonly string[]> =>
  database.asSystem('people with old twins', (tx) => peopleBefore(tx, after))

async function uniteOf(tx: Tx, userId: string): Promise<number> {
  const kept: PlaceOfPerson[] = []
  const places = await placesOf(tx, userId)
  for (const place of places) {
    const isTwin = (known: PlaceOfPerson): boolean =>
      Math.abs(known.lat - place.lat) < NEAR_DEGREES && isSamePlace(recordOf(known), recordOf(place))
    // Places that the person chose themselves stay apart.
    const twin = place.isChosen ? undefined : kept.find(isTwin)
    if (twin === undefined) kept.push(place)
    else await unitePlaces(tx, userId, { gone: place.placeId, kept: twin.placeId })
  }
  return places.length - kept.length
}
