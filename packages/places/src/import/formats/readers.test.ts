import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DENUE } from './denue.ts'
import { osmPbf } from './osm-pbf.fixture.ts'
import { parseCsvMapping, readCsv } from './read-csv.ts'
import { readGeojson } from './read-geojson.ts'
import { readJsonl } from './read-jsonl.ts'
import { readOsmPbf } from './read-osm-pbf.ts'
import { readOverpass } from './read-overpass.ts'
import { readParquet } from './read-parquet.ts'
import { isRecord, type PlaceRecord, type ReadRow } from '../record.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'antojo-readers-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

async function rowsOf(groups: AsyncIterable<ReadRow[]>): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  for await (const group of groups) rows.push(...group)
  return rows
}

/** The records of a file; null for a skipped row. */
async function all(groups: AsyncIterable<ReadRow[]>): Promise<(PlaceRecord | null)[]> {
  return (await rowsOf(groups)).map((row) => (isRecord(row) ? row : null))
}

const feature = (properties: object, geometry: object, id?: string) => ({
  type: 'Feature',
  id,
  properties,
  geometry,
})

const overtureRow = (id: string, primary: string, confidence: number, status: string) => ({
  id,
  bbox: { xmin: -99.2, xmax: -99.1, ymin: 19.4, ymax: 19.5 },
  names: { primary: `Place ${id}` },
  categories: { primary, alternate: ['bar'] },
  confidence,
  websites: ['https://example.com'],
  socials: ['https://www.facebook.com/1', 'https://www.instagram.com/place.a'],
  phones: ['+52 55'],
  addresses: [
    {
      freeform: 'Altata 22',
      locality: 'Ciudad de México',
      postcode: '06170',
      region: 'CMX',
      country: 'MX',
    },
  ],
  operating_status: status,
})

const TAGS = {
  name: 'Taquería La Brasa',
  'name:en': 'The Ember',
  amenity: 'restaurant',
  cuisine: 'tacos;mexican',
  'addr:street': 'Avenida Juárez',
  'addr:housenumber': '12',
  'addr:city': 'Puebla',
  'contact:instagram': 'https://www.instagram.com/labrasa.mx/?hl=es',
  opening_hours: 'Mo-Su 13:00-23:00',
}

const TAGS_AS_RECORD = {
  source: 'osm',
  name: 'Taquería La Brasa',
  otherNames: ['The Ember'],
  address: 'Avenida Juárez 12',
  city: 'Puebla',
  categories: ['restaurant'],
  cuisine: ['tacos', 'mexican'],
  instagram: 'labrasa.mx',
  openingHours: 'Mo-Su 13:00-23:00',
}

test('JSON Lines, packed: a line without a place counts as null', async () => {
  const lines = [
    '{"source":"test","source_id":"1","name":" Casa  Pepe ","lat":40.4,"lng":-3.7,"country":"es","cuisine":["tapas"]}',
    '{"source":"test","source_id":"2","name":"","lat":40.4,"lng":-3.7}',
    '{"source":"test","source_id":"3","name":"Nowhere","lat":0,"lng":0}',
    'not json',
    '',
    '{"source":"test","source_id":4,"name":"서울곱창","lat":"35.1","lng":"126.7"}',
  ]
  const records = await all(readJsonl(await file('a.jsonl.gz', gzipSync(lines.join('\n')))))
  expect(records.map((record) => record?.name ?? null)).toEqual(['Casa  Pepe', null, null, null, '서울곱창'])
  expect(records[0]).toMatchObject({ source: 'test', sourceId: '1', country: 'ES', cuisine: ['tapas'] })
  expect(records[4]).toMatchObject({ sourceId: '4', lat: 35.1 })
})

test('a row that is skipped says why, and a row without an id gets one of its name and point', async () => {
  const point = { type: 'Point', coordinates: [-3.7, 40.4] }
  const shop = (properties: object, geometry: object | null = point) => ({
    type: 'Feature',
    geometry,
    properties,
  })
  const features = [
    shop({ amenity: 'bar', name: 'Sin id' }),
    shop({ amenity: 'bar' }),
    shop({ amenity: 'bench', name: 'Banco' }),
    shop({ name: 'Nada' }, { type: 'Point', coordinates: [] }),
    shop({ name: 'Nulo' }, null),
  ]
  const geojson = await file('no-ids.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
  const jsonl = await file('no-ids.jsonl', '{"name":"Casa Pepe","lat":40.4,"lng":-3.7}\nnot json\n[]\n')
  const elements = [
    { type: 'node', id: 1, lat: 40.4, lon: -3.7, tags: { amenity: 'bank' } },
    { type: 'node' },
  ]
  const overpass = await file('banks.json', JSON.stringify({ elements }))
  const outcomes = async (groups: AsyncIterable<ReadRow[]>) =>
    (await rowsOf(groups)).map((row) => (isRecord(row) ? row.sourceId : row.skipped))
  expect(await outcomes(readGeojson(geojson, undefined, 'own'))).toEqual([
    'Sin id@40.4,-3.7',
    'no_name',
    'not_food',
    'no_point',
    'malformed',
  ])
  expect(await outcomes(readJsonl(jsonl))).toEqual(['Casa Pepe@40.4,-3.7', 'malformed', 'malformed'])
  expect(await outcomes(readOverpass(overpass, 'osm'))).toEqual(['not_food', 'malformed'])
})

test('GeoJSON: OpenStreetMap tags, own fields, areas by their middle, no benches', async () => {
  const square = [
    [
      [-98.2, 19.04],
      [-98.19, 19.04],
      [-98.19, 19.05],
      [-98.2, 19.05],
      [-98.2, 19.04],
    ],
  ]
  const collection = {
    type: 'FeatureCollection',
    features: [
      feature(TAGS, { type: 'Point', coordinates: [-98.2, 19.04] }, 'node/1'),
      feature({ ...TAGS, '@id': 'way/2' }, { type: 'Polygon', coordinates: square }),
      feature({ amenity: 'bench', name: 'Bench' }, { type: 'Point', coordinates: [1, 1] }, 'node/3'),
      feature({ source_id: '9', name: 'Own', city: 'Lima' }, { type: 'Point', coordinates: [-77, -12, 100] }),
      feature({ ...TAGS, name: 'node 2445329625' }, { type: 'Point', coordinates: [1, 1] }, 'node/4'),
      feature(
        {
          amenity: 'marketplace',
          name: '남대문시장',
          'name:en': 'Namdaemun Market',
          'name:ja': '南大門市場',
        },
        { type: 'Point', coordinates: [127, 37.5] },
        'node/5',
      ),
      feature({ name: 'No point' }, { type: 'Point', coordinates: [] }),
    ],
  }
  const records = await all(readGeojson(await file('a.geojson', JSON.stringify(collection)), 'osm', 'a'))
  expect(records[0]).toMatchObject({ ...TAGS_AS_RECORD, sourceId: 'node/1', lat: 19.04, lng: -98.2 })
  expect(records[1]).toMatchObject({ sourceId: 'way/2', lat: 19.045, lng: -98.195 })
  expect(records[2]).toBeNull()
  expect(records[3]).toMatchObject({ source: 'osm', sourceId: '9', city: 'Lima', lat: -12 })
  expect(records[4]).toBeNull()
  expect(records[5]).toMatchObject({ otherNames: ['Namdaemun Market', '南大門市場'] })
  expect(records[6]).toBeNull()
})

test("GeoJSON: Overture's columns, and a register's with the file's name as the source", async () => {
  const { id, bbox: _, ...columns } = overtureRow('a', 'taco_restaurant', 0.9, 'open')
  const point = { type: 'Point', coordinates: [-3.7, 40.4] }
  const features = [
    feature(columns, point, id),
    feature({ ...columns, categories: { primary: 'bank' } }, point, 'b'),
    feature({ nombre: 'Casa Pepe', Dirección: 'Calle Mayor 1', municipio: 'Madrid', x: 440_000 }, point),
  ]
  const path = await file('bares.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
  const [overture, bank, pepe] = await all(readGeojson(path, undefined, 'bares'))
  expect(overture).toMatchObject({ source: 'overture', sourceId: 'a', name: 'Place a', address: 'Altata 22' })
  expect(bank).toBeNull()
  expect(pepe).toMatchObject({ source: 'bares', sourceId: 'Casa Pepe@40.4,-3.7', address: 'Calle Mayor 1' })
  expect(pepe).toMatchObject({ name: 'Casa Pepe', city: 'Madrid', lat: 40.4, lng: -3.7 })
})

test('Overpass: nodes, ways with a centre or bounds; others are left out', async () => {
  const answer = {
    version: 0.6,
    osm3s: { copyright: 'OpenStreetMap' },
    elements: [
      { type: 'node', id: 1, lat: 19.04, lon: -98.2, tags: TAGS },
      { type: 'way', id: 2, center: { lat: 19.05, lon: -98.21 }, nodes: [1, 2], tags: TAGS },
      { type: 'way', id: 3, bounds: { minlat: 1, maxlat: 3, minlon: 5, maxlon: 7 }, tags: TAGS },
      { type: 'node', id: 4, lat: 1, lon: 1 },
      { type: 'area', id: 5 },
    ],
  }
  const records = await all(readOverpass(await file('a.json', JSON.stringify(answer)), 'osm'))
  expect(records.map((record) => record && [record.sourceId, record.lat, record.lng])).toEqual([
    ['node/1', 19.04, -98.2],
    ['way/2', 19.05, -98.21],
    ['way/3', 2, 6],
    null,
    null,
  ])
})

test('OpenStreetMap PBF: nodes, and buildings and relations of them by the corners that come before', async () => {
  const extract = osmPbf([
    { type: 'node', id: 10, lat: 19.04, lng: -98.2 },
    { type: 'node', id: 11, lat: 19.06, lng: -98.18 },
    { type: 'node', id: 12, lat: 19.0421, lng: -98.2103, tags: TAGS },
    { type: 'node', id: 13, lat: 19, lng: -98, tags: { amenity: 'bank', name: 'Bank' } },
    { type: 'way', id: 7, refs: [10, 11, 10], tags: { amenity: 'cafe', name: 'Café Sur' } },
    { type: 'way', id: 8, refs: [10, 11], tags: { highway: 'residential', name: 'Street' } },
    { type: 'way', id: 9, refs: [11, 12], tags: {} },
    { type: 'relation', id: 7, ways: [8, 9], tags: { amenity: 'restaurant', name: 'Patio' } },
    { type: 'relation', id: 8, ways: [99], tags: { amenity: 'restaurant', name: 'Nowhere' } },
  ])
  const records = await all(readOsmPbf(await file('a.osm.pbf', extract), 'osm'))
  expect(records.map((record) => record?.sourceId)).toEqual(['node/12', 'way/7', 'relation/7', undefined])
  expect(records[0]).toMatchObject(TAGS_AS_RECORD)
  expect(records[2]).toMatchObject({ name: 'Patio', lat: expect.closeTo(19.05, 6) })
  expect(records[0]?.lat).toBeCloseTo(19.0421, 6)
  expect(records[1]).toMatchObject({ sourceId: 'way/7', name: 'Café Sur' })
  expect(records[1]?.lat).toBeCloseTo(19.05, 6)
})

test('CSV: usual column names, semicolons, Latin-1, decimal commas', async () => {
  const csv =
    'Código;Nombre;Dirección;Municipio;Latitud;Longitud;Teléfono\n17;"Mesón ""El Ñandú""";Calle Mayor, 3;Ávila;40,65;-4,7;920 000 000\n;Sin id;;;1;2;\n'
  const records = await all(readCsv(await file('a.csv', Buffer.from(csv, 'latin1')), 'avila'))
  expect(records[0]).toMatchObject({
    source: 'avila',
    sourceId: '17',
    name: 'Mesón "El Ñandú"',
    address: 'Calle Mayor, 3',
    city: 'Ávila',
    lat: 40.65,
    lng: -4.7,
    phone: '920 000 000',
  })
  expect(records[1]).toMatchObject({ sourceId: 'Sin id@1,2' })
})

test('CSV with a mapping: columns joined, constants, UTF-8 with a byte order mark', async () => {
  const mapping = parseCsvMapping('name=rotulo,lat=a,lng=b,address=via+num,country==ES')
  const path = await file('b.csv', '\uFEFFrotulo,via,num,a,b\nLa Peña,Calle Sol,4,40.1,-3.1\n')
  expect(await all(readCsv(path, 'x', { ...(mapping && { mapping }) }))).toMatchObject([
    { name: 'La Peña', address: 'Calle Sol 4', country: 'ES', lat: 40.1 },
  ])
  expect(parseCsvMapping('name=rotulo,colour=blue')).toBeNull()
})

test("DENUE: the food rows of INEGI's file", async () => {
  const columns =
    'id,clee,nom_estab,raz_social,codigo_act,nombre_act,per_ocu,tipo_vial,nom_vial,numero_ext,letra_ext,nomb_asent,cod_postal,entidad,municipio,localidad,telefono,www,latitud,longitud'
  const taqueria =
    '6391027,09015722514,TAQUERIA EL PASTOR FELIZ,,722514,Restaurantes con servicio de preparación de tacos y tortas,0 a 5 personas,AVENIDA,INSURGENTES,12,B,ROMA NORTE,06700,CIUDAD DE MÉXICO,Cuauhtémoc,Cuauhtémoc,5555555555,,19.41,-99.16'
  const buffet = '2,x,LA CASA DE TOÑO,,722516,Autoservicio,,CALLE,UNO,1,,,,,,,,,19.4,-99.1'
  const pizzeria = '3,x,PIZZA Y MÁS,,722517,Pizzas y hamburguesas,,CALLE,UNO,1,,,,,,,,,19.4,-99.1'
  const shop = '1,x,FERRETERIA,,467111,Ferreterías,,CALLE,UNO,1,,,,,,,,,19.4,-99.1'
  const path = await file(
    'denue.csv',
    Buffer.from([columns, taqueria, buffet, pizzeria, shop].join('\n'), 'latin1'),
  )
  expect(await all(readCsv(path, 'denue', DENUE))).toMatchObject([
    {
      sourceId: '6391027',
      name: 'Taqueria el Pastor Feliz',
      address: 'Avenida Insurgentes 12 B',
      region: 'Ciudad de México',
      city: 'Cuauhtémoc',
      neighbourhood: 'Roma Norte',
      country: 'MX',
      categories: ['restaurant'],
      cuisine: ['mexican', 'tacos', 'sandwich'],
    },
    { name: 'La Casa de Toño', categories: ['restaurant'], cuisine: [] },
    { name: 'Pizza y Más', categories: ['fast_food'], cuisine: ['pizza', 'burger', 'hot_dog', 'chicken'] },
  ])
})

test('Overture: open places to eat with enough confidence', async () => {
  const rows = [
    overtureRow('a', 'taco_restaurant', 0.9, 'open'),
    overtureRow('b', 'taco_restaurant', 0.2, 'open'),
    overtureRow('c', 'taco_restaurant', 0.9, 'permanently_closed'),
    { ...overtureRow('d', 'bank', 0.9, 'open'), categories: { primary: 'bank', alternate: [] } },
  ]
  const columns = Object.keys(overtureRow('a', '', 1, ''))
  const columnData = columns.map((name) => ({
    name,
    data: rows.map((row) => Object.entries(row).find(([key]) => key === name)?.[1]),
  }))
  const path = await file('overture.parquet', new Uint8Array(parquetWriteBuffer({ columnData })))
  const records = await all(readParquet(path))
  expect(records).toHaveLength(1)
  expect(records[0]).toMatchObject({
    source: 'overture',
    sourceId: 'a',
    name: 'Place a',
    address: 'Altata 22',
    country: 'MX',
    categories: ['taco_restaurant', 'bar'],
    instagram: 'place.a',
  })
  expect(records[0]?.lat).toBeCloseTo(19.45)
})

test('Overture: kinds of releases up to mid-2025', async () => {
  const kinds = [
    'gastropub',
    'speakeasy',
    'doner_kebab',
    'empanadas',
    'soul_food',
    'beer_garden',
    'hardware_store',
  ]
  const rows = kinds.map((kind) => ({
    ...overtureRow(kind, kind, 0.9, 'open'),
    categories: { primary: kind, alternate: [] },
  }))
  const columnData = ['id', 'bbox', 'names', 'categories', 'confidence', 'addresses'].map((name) => ({
    name,
    data: rows.map((row) => Object.entries(row).find(([key]) => key === name)?.[1]),
  }))
  const path = await file('overture-2025.parquet', new Uint8Array(parquetWriteBuffer({ columnData })))
  const records = await all(readParquet(path))
  expect(records.map((record) => record?.sourceId)).toEqual(kinds.slice(0, -1))
})

test('Foursquare: open places to eat', async () => {
  const columnData = [
    { name: 'fsq_place_id', data: ['a', 'b', 'c', 'd'] },
    { name: 'name', data: ['Tacos Uno', 'Closed', 'Bank', 'Twin'] },
    { name: 'latitude', data: [19.4, 19.4, 19.4, 19.4] },
    { name: 'longitude', data: [-99.1, -99.1, -99.1, -99.1] },
    { name: 'address', data: ['Altata 22', null, null, null], type: 'STRING' as const },
    { name: 'locality', data: ['Ciudad de México', 'x', 'x', 'x'] },
    { name: 'country', data: ['MX', 'MX', 'MX', 'MX'] },
    { name: 'date_closed', data: [null, '2020-01-01', null, null], type: 'STRING' as const },
    { name: 'instagram', data: ['tacosuno', null, null, null], type: 'STRING' as const },
    { name: 'unresolved_flags', data: [['address'], null, null, ['duplicate']] },
    {
      name: 'fsq_category_labels',
      data: [
        ['Dining and Drinking > Restaurant > Taco Restaurant'],
        ['Dining and Drinking > Bar'],
        ['Business and Professional Services > Bank'],
        ['Dining and Drinking > Bar'],
      ],
    },
  ]
  const path = await file('fsq.parquet', new Uint8Array(parquetWriteBuffer({ columnData })))
  expect(await all(readParquet(path))).toMatchObject([
    {
      source: 'foursquare',
      sourceId: 'a',
      name: 'Tacos Uno',
      city: 'Ciudad de México',
      categories: ['taco_restaurant'],
      instagram: 'tacosuno',
    },
  ])
})

test('another Parquet file is refused by name', async () => {
  const path = await file(
    'x.parquet',
    new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'x', data: [1] }] })),
  )
  await expect(all(readParquet(path))).rejects.toThrow('neither of Overture Places nor of Foursquare')
})
