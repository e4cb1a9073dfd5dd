import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReleaseServer, startReleaseServer, writeRelease } from './release-server.ts'
import { placesOf } from './stand-in-places.ts'
import type { StandInPlace } from './write-places.ts'

/** Places with real names, in cities that the built-in list of places does not cover. */
const NAMED: readonly StandInPlace[] = [
  named('La Chata de Juárez', { lat: 20.6721, lng: -103.3499, locality: 'Guadalajara', country: 'MX' }),
  named('El Compadre Nacho', {
    lat: 20.6686,
    lng: -103.3506,
    locality: 'Guadalajara',
    country: 'MX',
  }),
  named('Whitelock’s Ale House', { lat: 53.7968, lng: -1.5418, locality: 'Leeds', country: 'GB' }),
]

/** A server with one small release for some cities; closing it removes its files. */
export async function startCityRelease(): Promise<ReleaseServer> {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-release-'))
  const places = [
    ...placesOf({ name: 'Guadalajara', country: 'MX', lat: 20.66, lng: -103.35, places: 1200 }),
    ...placesOf({ name: 'Leeds', country: 'GB', lat: 53.8, lng: -1.55, places: 800 }),
    ...NAMED,
  ]
  const server = await startReleaseServer()
  await server.publish(
    '2026-10-21.0',
    await writeRelease(join(dir, 'release'), places, { files: 2, rowGroupSize: 500 }),
  )
  return {
    ...server,
    close: async () => {
      await server.close()
      await rm(dir, { recursive: true })
    },
  }
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
