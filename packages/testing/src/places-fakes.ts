import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'

/** A request to a fake place service. */
interface PlacesRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

/** A failure in place of the answer: a status with a body that need not be JSON, or a broken connection. */
type PlacesFailure = { readonly status: number; readonly body: string } | 'hang up'

/** A local stand-in for Photon and Places API (New), with their documented shapes. */
export interface PlacesFakes {
  readonly url: string
  /** `host:port`, for the list of private hosts that are allowed. */
  readonly host: string
  readonly requests: readonly PlacesRequest[]
  /** Makes the next requests fail, one failure each. */
  failNext(...failures: readonly PlacesFailure[]): void
  close(): Promise<void>
}

export async function startPlacesFakes(): Promise<PlacesFakes> {
  const requests: PlacesRequest[] = []
  const failures: PlacesFailure[] = []
  const server = createServer((incoming, answer) => {
    void read(incoming).then((request) => {
      requests.push(request)
      const failure = failures.shift()
      if (failure === 'hang up') return incoming.socket.destroy()
      const { status, body } = failure ?? respond(request)
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

function respond(request: PlacesRequest): Response {
  const { path, query, headers } = request
  if (path === '/api') return json(photonAnswer(query))
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
  if (path === '/v1/places:searchText')
    return json(hasNoResults(request.body) ? {} : { places: [GOOGLE_PLACE] })
  if (path === `/v1/places/${GOOGLE_PLACE.id}`) return json({ ...GOOGLE_PLACE, ...GOOGLE_DETAILS })
  return googleError(404, 'NOT_FOUND', 'The Place ID is no longer valid')
}

/** google.rpc.Status as the Google APIs send it. */
function googleError(code: number, status: string, message: string): Response {
  return json({ error: { code, message, status } }, code)
}

function hasNoResults(body: unknown): boolean {
  return JSON.stringify(body).includes('nowhere')
}

function photonAnswer(query: URLSearchParams): object {
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
