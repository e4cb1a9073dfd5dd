import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReleaseServer, startReleaseServer, writeRelease } from './release-server.ts'
import { placesOf } from './stand-in-places.ts'
import type { StandInPlace } from './write-places.ts'

const GUADALAJARA = { lat: 20.6702, lng: -103.3488, locality: 'Guadalajara', country: 'MX' }

/** Places with real names, in cities that the built-in list of places does not cover. */
const NAMED: readonly StandInPlace[] = [
  named('La Chata de Juárez', { lat: 20.6721, lng: -103.3499, locality: 'Guadalajara', country: 'MX' }),
  named('El Compadre Nacho', {
    lat: 20.6686,
    lng: -103.3506,
    locality: 'Guadalajara',
    country: 'MX',
  }),
  named('El Pilón Dorado', GUADALAJARA),
  named('Karne Garibaldi', GUADALAJARA),
  named('Los Faroles', GUADALAJARA),
  named('Whitelock’s Ale House', { lat: 53.7968, lng: -1.5418, locality: 'Leeds', country: 'GB' }),
]

/** What the next release says of some of the places: a `null` is gone without a word. */
const CHANGED: Readonly<Record<string, Partial<StandInPlace> | null>> = {
  'La Chata de Juárez': { status: 'permanently_closed' },
  'El Compadre Nacho': { lat: 20.6716, lng: -103.3476 },
  'El Pilón Dorado': { name: 'La Pila Dorada' },
  'Karne Garibaldi': null,
  'Los Faroles': { id: 'Los-Faroles-again' },
}
const OPENED = named('Tortas Toño', GUADALAJARA)

/** The releases after the first, by month: November changes some places, December is as October was. */
export interface CityRelease extends ReleaseServer {
  publishNovember(): Promise<void>
  publishDecember(): Promise<void>
  /** A release with hardly a place. */
  publishBroken(): Promise<void>
}

/** A server with one small release for some cities; closing it removes its files. */
export async function startCityRelease(): Promise<CityRelease> {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-release-'))
  const october = [
    ...placesOf({ name: 'Guadalajara', country: 'MX', lat: 20.66, lng: -103.35, places: 1200 }),
    ...placesOf({ name: 'Leeds', country: 'GB', lat: 53.8, lng: -1.55, places: 800 }),
    ...NAMED,
  ]
  const server = await startReleaseServer()
  const publish = async (id: string, places: readonly StandInPlace[]): Promise<void> =>
    server.publish(id, await writeRelease(join(dir, id), places, { files: 2, rowGroupSize: 500 }))
  await publish('2026-10-21.0', october)
  return {
    ...server,
    publishNovember: () => publish('2026-11-18.0', [...october.flatMap(inNovember), OPENED]),
    publishDecember: () => publish('2026-12-16.0', october),
    publishBroken: () => publish('2026-11-19.0', NAMED),
    close: async () => {
      await server.close()
      await rm(dir, { recursive: true })
    },
  }
}

function inNovember(place: StandInPlace): readonly StandInPlace[] {
  const changed = CHANGED[place.name]
  return changed === null ? [] : [{ ...place, ...changed }]
}

function named(
  name: string,
  place: Pick<StandInPlace, 'lat' | 'lng' | 'locality' | 'country'>,
): StandInPlace {
  return {
    id: name.replaceAll(' ', '-'),
    name,
    kind: 'restaurant',
    street: 'Calle Donato Guerra 160',
    ...place,
  }
}
