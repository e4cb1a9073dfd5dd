import type { Answer } from '../answer.ts'

/** A place in the sandbox's version of Google's data. */
export interface GooglePlace {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly lat: number
  readonly lng: number
}

/** Two places near each other, and one across the ocean. */
export const GOOGLE_PLACES: readonly GooglePlace[] = [
  {
    id: 'sandbox-el-farolito',
    name: 'El Farolito de Prueba',
    address: 'Altata 22, Ciudad de México',
    lat: 19.4077,
    lng: -99.1709,
  },
  {
    id: 'sandbox-la-tostada',
    name: 'La Tostada de Prueba',
    address: 'Altata 30, Ciudad de México',
    lat: 19.408,
    lng: -99.1712,
  },
  {
    id: 'sandbox-casa-ensayo',
    name: 'Casa Ensayo',
    address: 'Calle de la Cruz 3, Madrid',
    lat: 40.4155,
    lng: -3.7018,
  },
]

/** `places/{id}` of Places API (New), with the requested fields as far as the sandbox has them. */
export function answerGooglePlace(id: string, fields: string | undefined): Answer {
  const known = GOOGLE_PLACES.find((place) => place.id === id)
  if (fields === undefined) return failure(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.')
  if (!known) return failure(404, 'NOT_FOUND', 'The Place ID is no longer valid.')
  const asked = new Set(fields.split(','))
  const facts = Object.entries(factsOf(known)).filter(([name]) => asked.has(name))
  return { status: 200, body: Object.fromEntries(facts) }
}

function factsOf({ id, name, address, lat, lng }: GooglePlace): object {
  return {
    id,
    displayName: { text: name, languageCode: 'es' },
    formattedAddress: address,
    location: { latitude: lat, longitude: lng },
    types: ['mexican_restaurant', 'restaurant'],
    primaryType: 'mexican_restaurant',
    businessStatus: 'OPERATIONAL',
    googleMapsUri: `https://maps.google.com/?q=${id}`,
    rating: 4.6,
    userRatingCount: 812,
  }
}

function failure(code: number, status: string, message: string): Answer {
  return { status: code, body: { error: { code, message, status } } }
}
