import type { Evidence, EvidenceText } from '@antojo/identify/evidence'
import { importPlaces } from '@antojo/places/import/run-import'
import type { PlaceRecord } from '@antojo/places/import/record'
import type { PlaceLookup } from '@antojo/places/lookup'
import { createPlaceIndex, type PlaceIndex } from '@antojo/places/place-index'
import { createTestDatabase } from '@antojo/testing/database'
import { readAreaNames } from './area-names.ts'
import { loadModel } from './load-model.ts'
import { explainPlaces } from '@antojo/identify/explain'
import { describeCandidates, resolvePlaces } from '@antojo/identify/resolve'
import { loadWordRanks } from './word-ranks.ts'

export const MADRID = { country: 'ES', city: 'Madrid', lat: 40.4168, lng: -3.7038 }
export const BUENOS_AIRES = { country: 'AR', city: 'Buenos Aires', lat: -34.6037, lng: -58.3816 }
const MEXICO_CITY = { country: 'MX', city: 'Ciudad de México', lat: 19.418, lng: -99.162 }
const SEOUL = { country: 'KR', city: '서울', lat: 37.5665, lng: 126.978 }

/** A restaurant as an import would add it, identified by name, city and address. */
export const record = (
  name: string,
  where: Partial<PlaceRecord>,
  more: Partial<PlaceRecord> = {},
): PlaceRecord => ({
  source: 'test',
  sourceId: [name, where.city, more.address].join(' '),
  name,
  lat: 0,
  lng: 0,
  otherNames: [],
  categories: ['restaurant'],
  cuisine: [],
  ...where,
  ...more,
})

/** A few places with namesakes, in four cities and more. */
export const FEW_PLACES = [
  record('Bodega Zurribarra', MADRID, {
    sourceId: '1',
    address: 'Calle de Toledo, 23',
    cuisine: ['tapas'],
    phone: '+34 910 555 012',
  }),
  record('El Trasquilón', MADRID, { address: 'Calle Mayor 80' }),
  record('Taberna Malpica Vieja', MADRID, { address: 'Cava Baja 11' }),
  record('El Trasquilón', BUENOS_AIRES, { address: 'DEFENSA 1020' }),
  record('Los Quebrachales', BUENOS_AIRES, { address: 'BOEDO AV. 733', cuisine: ['parrilla'] }),
  record('La Esquina', MADRID),
  record('La Esquina', BUENOS_AIRES),
  record('보리꽃식당', SEOUL),
  record('Quiltrana', MEXICO_CITY, { address: 'Colima 12' }),
  record('Cazuelita Brava', { ...MADRID, lat: 40.43 }, { address: 'Calle de Fuencarral, 12' }),
  record('Cazuelita Brava', { ...MADRID, lat: 40.4 }, { address: 'Calle de Embajadores, 40' }),
  record('Farolito Brujo', BUENOS_AIRES, { neighbourhood: 'Boedo', address: 'Castro 12' }),
  record(
    'Farolito Brujo',
    { ...BUENOS_AIRES, lat: -34.56 },
    { neighbourhood: 'Palermo', address: 'Cuba 34' },
  ),
  record(
    'Birriería Las 9 Esquinas',
    { country: 'MX', city: 'Guadalajara', lat: 20.6689, lng: -103.3497 },
    { address: 'Colón 384', cuisine: ['birria', 'mexican'] },
  ),
  record('Roble', MADRID),
  record('Sartén Negra', { ...MADRID, lat: 40.41 }, { address: 'Calle de Atocha, 91', cuisine: ['pizza'] }),
  record('Morunga', { ...MADRID, lat: 40.4405 }, { address: 'Calle de Ponzano 9' }),
  record('La 44', BUENOS_AIRES, { address: 'GUATEMALA 4720' }),
  record('Faro', { country: 'ES', city: 'Tolosa', lat: 43.1342, lng: -2.0772 }),
  record('Faro', { country: 'ES', city: 'Vigo', lat: 42.2314, lng: -8.7124 }),
  record('Clavijo (Hotel Alcotán)', MADRID),
  record("Frizz'n Greda", MADRID),
  record('Umbría - Obrador de Torrelaguna', MADRID),
  record('Rincón Alto', BUENOS_AIRES),
  record('Chestnut Elm', { country: 'GB', city: 'London', lat: 51.62, lng: -0.11 }, { postcode: 'N13 4TN' }),
  record('Farralito Brujolero', MADRID),
  record('La Zamarrona', MADRID),
  record('Zurita', MADRID, { address: 'Calle Zurita Malpica, 912', cuisine: ['burger'] }),
  record('Cocedero Brañas', MADRID),
  record('Cocedero Brañas', BUENOS_AIRES),
  record('Cocedero Brañas', MEXICO_CITY),
  record('Cocedero Brañas', { country: 'ES', city: 'Vigo', lat: 42.2314, lng: -8.7124 }),
  record('مطعم الزيتونة', { country: 'EG', city: 'القاهرة', lat: 30.0444, lng: 31.2357 }),
]

/**
 * The index, presented as a large one that otherwise has different names: with a small index, fewer places are accepted
 * without a question.
 */
export const asLargeIndex = <T extends PlaceLookup>(index: T): T => ({
  ...index,
  tokenCounts: async (tokens: readonly string[]) => ({
    ...(await index.tokenCounts(tokens)),
    total: Number.MAX_SAFE_INTEGER,
  }),
})

/** An index with some places, and functions that resolve posts with it. */
export async function createResolver(
  records: readonly PlaceRecord[],
  withProvider: (index: PlaceIndex) => PlaceLookup = asLargeIndex,
) {
  const database = await createTestDatabase()
  await importPlaces(
    database.pool,
    (async function* () {
      yield records
    })(),
  )
  const deps = {
    places: withProvider(createPlaceIndex(database.pool)),
    gazetteer: await readAreaNames(database.pool),
    rank: loadWordRanks(),
    model: loadModel(),
  }
  const resolve = (evidence: Evidence) => resolvePlaces(evidence, deps)
  return {
    resolve,
    /** The decision, and the names and cities of the places. */
    names: async (evidence: Evidence): Promise<string[]> => {
      const { decision, places } = await resolve(evidence)
      return [decision, ...places.map(({ place }) => `${place.name}, ${place.city}`)]
    },
    /** The page on why a post has its answer. */
    explain: (evidence: Evidence) => explainPlaces(evidence, deps),
    /** All candidates with their features. */
    describe: (evidence: Evidence) => describeCandidates(evidence, deps),
    /** The names of all places that were considered. */
    candidates: async (evidence: Evidence): Promise<string[]> => {
      const { described } = await describeCandidates(evidence, deps)
      return described.map(({ candidate }) => candidate.place.name)
    },
    close: () => database.close(),
  }
}

/** The evidence of a post with this description, and perhaps other texts. */
export const post = (description: string, more: readonly EvidenceText[] = []): Evidence => ({
  texts: [{ source: 'description', text: description }, ...more],
})
