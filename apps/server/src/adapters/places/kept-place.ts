import type { PlaceOption, Resolution, WhyKind } from '@antojo/identify/evidence'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'

/**
 * Only the id of a Google place may be stored (Google Maps Platform terms, outside the EEA). Such places are stored
 * under the words of the post, and their facts are requested again when somebody views them. Other sources are open
 * data.
 */
const ID_ONLY_SOURCES: ReadonlySet<string> = new Set(['google'])

export function isKeptById({ source }: Pick<PlaceFacts, 'source'>): boolean {
  return ID_ONLY_SOURCES.has(source)
}

/** True for a Google place read from the store, which has only its id. */
export function isWithoutFacts({ lat, lng }: Pick<PlaceFacts, 'lat' | 'lng'>): boolean {
  return !Number.isFinite(lat) || !Number.isFinite(lng)
}

export function optionsOf({ places }: Resolution): PlaceOption[] {
  return places.flatMap((place) => [place, ...place.alternatives])
}

/** The option as it may be stored. `otherWords` name a place whose reasons contain no words. */
export function keptOption<Option extends PlaceOption>(option: Option, otherWords: string): Option {
  if (!isKeptById(option.place)) return option
  const { source, sourceId } = option.place
  const name = wordsFor(option) ?? otherWords
  // As JSON, the position is null.
  const place = { source, sourceId, name, lat: Number.NaN, lng: Number.NaN, categories: [], cuisine: [] }
  return { ...option, place }
}

/** The resolution as it may be stored. */
export function keptResolution(resolution: Resolution): Resolution {
  const words = wordsOfPost(resolution)
  const places = resolution.places.map((place) => ({
    ...keptOption(place, words),
    alternatives: place.alternatives.map((option) => keptOption(option, words)),
  }))
  return { ...resolution, places }
}

/** Words of the post that may stand for a place that none of its words name. */
export function wordsOfPost(resolution: Resolution | null): string {
  const { mentions = [], unknownNames = [], queries = [] } = resolution ?? {}
  const named = mentions.find(({ kind }) => kind === 'name' || kind === 'handle' || kind === 'hashtag')
  return named?.text ?? unknownNames[0] ?? queries[0] ?? 'Restaurante'
}

/** Reasons whose words are a name, the most exact first. */
const NAMING: readonly WhyKind[] = [
  'correction',
  'name',
  'alias',
  'misspelt-name',
  'partial-name',
  'handle',
  'hashtag',
]

function wordsFor({ why }: PlaceOption): string | undefined {
  const reasons = NAMING.flatMap((kind) => why.filter((reason) => reason.kind === kind))
  return reasons.find(({ words }) => words.trim() !== '')?.words.trim()
}
