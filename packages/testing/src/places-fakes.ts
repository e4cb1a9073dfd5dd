import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { KnownPlace, PlaceSearch } from './place-search.ts'

/** A request to a fake place service. */
interface PlacesRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

/** A failure instead of the answer: a status with a body that need not be JSON, or a broken connection. */
type PlacesFailure = { readonly status: number; readonly body: string } | 'hang up'

/** A local stand-in for Photon and Places API (New), with their documented shapes. */
export interface PlacesFakes {
  readonly url: string
  /** `host:port`, for the allow list of private hosts. */
  readonly host: string
  readonly requests: readonly PlacesRequest[]
  /** Makes the next requests fail, one failure each. */
  failNext(...failures: readonly PlacesFailure[]): void
  close(): Promise<void>
}

/** Answers with the places of `search`, or else always with the same one. */
export async function startPlacesFakes({ search }: { search?: PlaceSearch } = {}): Promise<PlacesFakes> {
  const requests: PlacesRequest[] = []
  const failures: PlacesFailure[] = []
  const server = createServer((incoming, answer) => {
    void read(incoming).then((request) => {
      requests.push(request)
      const failure = failures.shift()
      if (failure === 'hang up') return incoming.socket.destroy()
      const { status, body } = failure ?? respond(request, search)
      return answer.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url: `http://${host}`,
    host,
    requests,
    failNext: (...next) => void failures.push(...next),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function read(incoming: IncomingMessage): Promise<PlacesRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks).toString('utf8')
  const url = new URL(incoming.url ?? '/', 'http://fake')
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: body === '' ? null : JSON.parse(body),
  }
}

interface Response {
  readonly status: number
  readonly body: string
}

function json(value: unknown, status = 200): Response {
  return { status, body: JSON.stringify(value) }
}

function respond(request: PlacesRequest, search?: PlaceSearch): Response {
  const { path, query, headers } = request
  if (path === '/api') return json(photonAnswer(query, search))
  if (headers['x-goog-api-key'] !== 'test-key')
    return googleError(403, 'PERMISSION_DENIED', 'The caller has no permission')
  if (path.endsWith('/media'))
    return json({ name: path, photoUri: 'https://lh3.googleusercontent.com/p/photo=w800' })
  if (headers['x-goog-fieldmask'] === undefined) {
    return googleError(
      400,
      'INVALID_ARGUMENT',
      'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters',
    )
  }
  if (path === '/v1/places:searchText') return json(googleAnswer(request.body, search))
  if (path === `/v1/places/${GOOGLE_PLACE.id}`) return json({ ...GOOGLE_PLACE, ...GOOGLE_DETAILS })
  return googleError(404, 'NOT_FOUND', 'The Place ID is no longer valid')
}

/** A google.rpc.Status in the format of the Google APIs. */
function googleError(code: number, status: string, message: string): Response {
  return json({ error: { code, message, status } }, code)
}

function hasNoResults(body: unknown): boolean {
  return JSON.stringify(body).includes('nowhere')
}

const searchTextBody = z.object({
  textQuery: z.string(),
  pageSize: z.number(),
  locationBias: z
    .object({
      circle: z.object({
        center: z.object({ latitude: z.number(), longitude: z.number() }),
        radius: z.number(),
      }),
    })
    .optional(),
})

function googleAnswer(body: unknown, search?: PlaceSearch): object {
  if (search === undefined) return hasNoResults(body) ? {} : { places: [GOOGLE_PLACE] }
  const { textQuery, pageSize, locationBias } = searchTextBody.parse(body)
  const circle = locationBias?.circle
  const bias = circle && { lat: circle.center.latitude, lng: circle.center.longitude, radius: circle.radius }
  const found = search(textQuery, { limit: pageSize, ...(bias && { bias }) })
  return found.length === 0 ? {} : { places: found.map(googlePlaceOf) }
}

function googlePlaceOf(place: KnownPlace): object {
  const parts = [
    ['locality', place.city, place.city],
    ['administrative_area_level_1', place.region, place.region],
    ['country', place.country, place.country],
  ]
  return {
    id: `ChIJ${idOf(place)}`,
    displayName: { text: place.name },
    formattedAddress: [place.address, place.city, place.region].filter(Boolean).join(', '),
    addressComponents: parts.flatMap(([type, longText, shortText]) =>
      longText === undefined ? [] : [{ longText, shortText, types: [type] }],
    ),
    location: { latitude: place.lat, longitude: place.lng },
    types: place.categories,
    ...(place.categories[0] !== undefined && { primaryType: place.categories[0] }),
    businessStatus: 'OPERATIONAL',
  }
}

/** A stable numeric id of a place. */
function idOf({ name, lat, lng }: KnownPlace): number {
  return Array.from(`${name} ${lat} ${lng}`).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 40,
    7,
  )
}

function photonFeatureOf(place: KnownPlace): object {
  const { address = '', name, city, region, country, lat, lng, categories } = place
  const housenumber = /(?<!\d)\d+\p{L}?$/u.exec(address)?.[0]
  const street =
    housenumber === undefined
      ? address
      : address.slice(0, -housenumber.length).replace(/(?<![\s,])[\s,]+$/u, '')
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      osm_type: 'N',
      osm_id: idOf(place),
      osm_key: 'amenity',
      osm_value: categories[0] ?? 'restaurant',
      type: 'house',
      name,
      ...(street !== '' && { street }),
      ...(housenumber !== undefined && { housenumber }),
      ...(city !== undefined && { city }),
      ...(region !== undefined && { state: region }),
      ...(country !== undefined && { countrycode: country }),
    },
  }
}

/** The radius in metres that a zoom of Photon's bias stands for. */
const radiusOf = (zoom: number): number => 20_000 / 2 ** (zoom - 12)

function photonAnswer(query: URLSearchParams, search?: PlaceSearch): object {
  if (search !== undefined) {
    const at = query.has('lat') && { lat: Number(query.get('lat')), lng: Number(query.get('lon')) }
    const bias = at && { ...at, radius: radiusOf(Number(query.get('zoom') ?? 16)) }
    const found = search(query.get('q') ?? '', {
      limit: Number(query.get('limit') ?? 15),
      ...(bias && { bias }),
    })
    return { type: 'FeatureCollection', features: found.map(photonFeatureOf) }
  }
  if (query.get('q')?.includes('nowhere') === true) return { type: 'FeatureCollection', features: [] }
  return { type: 'FeatureCollection', features: [PHOTON_PLACE, { type: 'Feature', properties: {} }] }
}

const PHOTON_PLACE = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-99.1709, 19.4077] },
  properties: {
    osm_type: 'N',
    osm_id: 4312,
    osm_key: 'amenity',
    osm_value: 'restaurant',
    type: 'house',
    name: 'La Prueba de Fuego',
    street: 'Altata',
    housenumber: '22',
    district: 'Condesa',
    city: 'Ciudad de México',
    state: 'Ciudad de México',
    postcode: '06170',
    country: 'México',
    countrycode: 'MX',
  },
}

const GOOGLE_PLACE = {
  id: 'ChIJtest_place-1',
  displayName: { text: 'La Prueba de Fuego', languageCode: 'es' },
  formattedAddress: 'Altata 22, Hipódromo Condesa, 06170 Ciudad de México, CDMX, México',
  addressComponents: [
    { longText: '22', shortText: '22', types: ['street_number'] },
    { longText: 'Ciudad de México', shortText: 'CDMX', types: ['locality', 'political'] },
    { longText: 'México', shortText: 'MX', types: ['country', 'political'] },
  ],
  location: { latitude: 19.4077, longitude: -99.1709 },
  types: ['mexican_restaurant', 'restaurant', 'food'],
  primaryType: 'mexican_restaurant',
  businessStatus: 'OPERATIONAL',
  googleMapsUri: 'https://maps.google.com/?cid=1',
}

const HOURS = {
  openNow: true,
  periods: [
    { open: { day: 1, hour: 13, minute: 0 }, close: { day: 2, hour: 1, minute: 30 } },
    { open: { day: 0, hour: 9, minute: 0 }, close: { day: 0, hour: 18, minute: 0 } },
  ],
  weekdayDescriptions: ['lunes: 13:00–1:30', 'domingo: 9:00–18:00'],
}

const GOOGLE_DETAILS = {
  nationalPhoneNumber: '55 1234 5678',
  websiteUri: 'https://example.com/',
  rating: 4.6,
  userRatingCount: 812,
  priceLevel: 'PRICE_LEVEL_MODERATE',
  regularOpeningHours: HOURS,
  currentOpeningHours: HOURS,
  photos: [
    {
      name: 'places/ChIJtest_place-1/photos/AXCi2Q',
      widthPx: 4032,
      heightPx: 3024,
      authorAttributions: [{ displayName: 'Ana', uri: '//maps.google.com/maps/contrib/1' }],
    },
  ],
  reviews: [
    {
      rating: 5,
      text: { text: 'Los mejores tacos de la colonia', languageCode: 'es' },
      relativePublishTimeDescription: 'hace un mes',
      publishTime: '2026-10-01T12:00:00Z',
      authorAttribution: { displayName: 'Luis', uri: 'https://maps.google.com/contrib/2' },
    },
  ],
}
