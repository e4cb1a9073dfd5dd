import { isRecord } from '@antojo/domain/unknown-values'
import { fieldsOf } from '../csv.ts'
import {
  daysIn,
  type Entry,
  type FormatReader,
  joined,
  positionOf,
  type SourceFile,
  tagsOf,
  textOf,
  timeOf,
} from '../entries.ts'

/** GeoJSON: Google's "Saved Places", Mapstr, uMap with its layers, and any other. Only points are places. */
export const geojson: FormatReader = {
  format: 'map',
  files: /(?:^|\/)(?:Takeout\/[^/]*maps[^/]*\/[^/]+\.json|[^/]+\.(?:geojsonl?|umap))$/iu,
  read: (file) => {
    const root = file.json()
    const collections = collectionsIn(root)
    if (collections === null) return null
    const isOfLabels = areLabels(
      file,
      collections.flatMap(({ features }) => features),
    )
    return collections.map(({ name, features }) => ({
      kind: name === null ? 'saved' : 'collection',
      name,
      entries: features.map((feature) => entryOf(feature, isOfLabels)),
    }))
  },
}

interface Collection {
  /** Of a layer of uMap. */
  readonly name: string | null
  readonly features: readonly Feature[]
}

function collectionsIn(root: unknown): readonly Collection[] | null {
  // One in each line.
  if (Array.isArray(root) && isRecord(root[0]) && root[0]['type'] === 'Feature')
    return [{ name: null, features: root.map((feature: unknown) => (isRecord(feature) ? feature : {})) }]
  if (!isRecord(root)) return null
  if (root['type'] === 'Feature') return [{ name: null, features: [root] }]
  if (root['type'] === 'umap' && Array.isArray(root['layers']))
    return root['layers'].flatMap((layer: unknown) => collectionsIn(layer) ?? [])
  const { features } = root
  if (root['type'] !== 'FeatureCollection' || !Array.isArray(features)) return null
  const options = root['_umap_options'] ?? root['_storage']
  const known = features.map((feature: unknown) => (isRecord(feature) ? feature : {}))
  return [{ name: textOf(isRecord(options) ? options['name'] : null), features: known }]
}

type Feature = Readonly<Record<string, unknown>>

/** The names that exports use for the facts of a place, in lower case; a dotted path leads into nested objects. */
const FACTS = {
  name: ['name', 'title', 'location.name', 'location.business name', 'nombre', 'título'],
  address: ['address', 'location.address', 'dirección'],
  url: ['google_maps_url', 'google maps url', 'url', 'link'],
  time: ['date', 'published', 'created_at', 'createdat'],
  note: ['usercomment', 'note', 'notes', 'nota', 'notas', 'comment', 'description', 'descripción', 'desc'],
} as const
/** The facts that only a review of the person has. */
const REVIEW_FACTS = ['five_star_rating_published', 'star rating', 'review_text_published', 'review comment']
const LABEL_FACTS = new Set(['name', 'address'])
const LABEL_FILE = /(?:^|\/)Takeout\/|label|etiquet|[ée]tiquett|etichett|beschrift|rotulad|marcad/iu

/** Google exports the places that a person has labelled, such as their home, with a name and an address only. */
function areLabels({ name }: SourceFile, features: readonly Feature[]): boolean {
  const hasOnlyLabels = features.every(({ properties }) =>
    Object.keys(isRecord(properties) ? properties : {}).every((key) => LABEL_FACTS.has(key)),
  )
  return hasOnlyLabels && /\.json$/iu.test(name) && LABEL_FILE.test(name)
}

function entryOf({ properties, geometry }: Feature, isLabel: boolean): Entry {
  const given = isRecord(properties) ? properties : {}
  const facts = new Map(
    Object.entries(given)
      .flatMap(fieldsOf)
      .map(([key, value]) => [key.toLowerCase(), value]),
  )
  const text = (fact: keyof typeof FACTS) =>
    FACTS[fact].map((path) => textOf(facts.get(path))).find((each) => each !== null) ?? null
  const entry = { url: text('url'), title: text('name'), savedAt: timeOf(text('time')) }
  if (isLabel || REVIEW_FACTS.some((fact) => facts.has(fact))) return { ...entry, unread: 'not_saved' }
  const [position, ...otherPositions] = isRecord(geometry) ? pointsOf(geometry, 0) : [null]
  if (position === undefined) return { ...entry, unread: 'not_a_point' }
  const notes = FACTS.note.map((path) => textOf(facts.get(path)))
  const own = {
    posts: textsOf(given['videos']),
    lists: textsOf(given['lists']),
    visited: daysIn(textsOf(given['visited']).join(' ')),
  }
  const place = { name: entry.title, address: text('address'), position }
  return { ...entry, ...own, place, otherPositions, note: joined(notes), texts: tagsOf(given['tags']) }
}

/** The positions of a shape, null for a point that is none; a line or an area has no points. */
function pointsOf(shape: Feature, depth: number): readonly ReturnType<typeof positionOf>[] {
  const { type, coordinates, geometries } = shape
  const list: readonly unknown[] = Array.isArray(coordinates) ? coordinates : []
  if (type === 'Point') return [positionOf(list[1], list[0])]
  if (type === 'MultiPoint')
    return list.map((point) => (Array.isArray(point) ? positionOf(point[1], point[0]) : null))
  if (type !== 'GeometryCollection' || !Array.isArray(geometries) || depth > 0) return []
  return geometries.filter(isRecord).flatMap((inner) => pointsOf(inner, 1))
}

/** Antojo's own file has the videos and lists of a place. */
function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each: unknown) => textOf(each) ?? []) : []
}
