import {
  type AreasResponse,
  type FoundCity,
  knownArea,
  type KnownArea as PresentedArea,
} from '@antojo/contract/places'
import { type KnownArea, listAreas } from '@antojo/places/areas'
import { forgetArea } from '@antojo/places/forget-places'
import { cityAt, createCityCompletion } from '@antojo/places/gazetteer/complete-city'
import type { Gazetteer } from '@antojo/places/gazetteer/gazetteer'
import { middleOf } from '@antojo/places/geo'
import { listSources } from '@antojo/places/sources'
import { areaAround, bucketRest, cancelArea } from '@antojo/places/wanted-areas'
import type { Database } from '@antojo/db/database'
import { AppError } from '../../core/app-error.ts'
import type { User } from '../../core/request-scope.ts'
import { accountOf, type Admin } from '../admin/service.ts'
import type { Areas } from './service.ts'

const MAX_CITIES = 8

/** Cities that people choose themselves. */
export type CityChoice = ReturnType<typeof createCityChoice>

export interface CityChoiceDeps {
  readonly database: Database
  readonly areas: Pick<Areas, 'request' | 'requestUpdate' | 'isOnDemand'>
  readonly admin: Pick<Admin, 'administers'>
  readonly gazetteer: () => Promise<Gazetteer>
}

export function createCityChoice({ database, areas, admin, gazetteer }: CityChoiceDeps) {
  const { pool } = database
  const complete = createCityCompletion(gazetteer)
  const administers = (user: User): Promise<boolean> => admin.administers(accountOf(user))
  return {
    list: async (user: User): Promise<AreasResponse> => {
      const [sources, known, rest, mayRemove] = await Promise.all([
        listSources(pool),
        listAreas(pool),
        bucketRest(pool),
        administers(user),
      ])
      return {
        places: sources.reduce((sum, { places }) => sum + places, 0),
        areas: known.map(presentArea),
        mayAdd: areas.isOnDemand || mayRemove,
        mayRemove,
        bucketRest: rest && { reason: rest.reason, until: rest.until.toISOString() },
      }
    },
    /** Completes the name of a city that a person is typing. */
    search: async (typed: string): Promise<FoundCity[]> => {
      const [cities, { subdivisions }] = await Promise.all([complete(typed, MAX_CITIES), gazetteer()])
      return cities.map(({ name, country, subdivision = '', lat, lng, population }) => ({
        name,
        country,
        region: subdivisions.nameOf(subdivision) ?? null,
        lat,
        lng,
        population,
      }))
    },
    add: async (user: User, wanted: Omit<FoundCity, 'population' | 'region'>): Promise<PresentedArea> => {
      if (!areas.isOnDemand && !(await administers(user)))
        throw new AppError('forbidden', 'On this installation, administrators add cities.')
      const city = cityAt(wanted, await gazetteer())
      if (city === null) throw new AppError('bad_request', 'No such city.')
      const known = await areaAround(pool, city)
      return presentArea(known !== null && known.state !== 'failed' ? known : await areas.request(city))
    },
    /** Brings a fetched area to the newest release. For administrators only. */
    update: async (user: User, id: string): Promise<PresentedArea> => {
      if (!(await administers(user))) throw new AppError('forbidden', 'For administrators only.')
      const area = await areas.requestUpdate(id)
      if (area === null) throw new AppError('not_found', 'No such area, or it is being updated.')
      return presentArea(area)
    },
    /** Cancels a fetch, or removes the places of a fetched area. For administrators only. */
    remove: async (user: User, id: string) => {
      if (!(await administers(user))) throw new AppError('forbidden', 'For administrators only.')
      const area = (await listAreas(pool)).find((each) => each.id === id)
      if (area?.state === 'done') await forgetArea(pool, area)
      else await cancelArea(pool, id)
    },
  }
}

/** The area, without what a client need not know. */
const presentArea = (area: KnownArea): PresentedArea => knownArea.parse({ ...area, ...middleOf(area) })
