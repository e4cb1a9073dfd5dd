import type { PlaceLookup, NameHit } from '@antojo/places/lookup'
import type { Area } from '@antojo/places/place'
import type { AreaEvidence } from '@antojo/domain/identify/areas'
import { CandidateSet, type CandidateHit } from '@antojo/domain/identify/candidate'
import { cuesOf } from '@antojo/domain/identify/cues'
import type { PostContext } from '@antojo/domain/identify/features'
import { nameWordBits } from '@antojo/domain/identify/features'
import type { Span } from '@antojo/domain/identify/spans'
import { onlyGenericWords } from '@antojo/domain/identify/words'

/** Places a key may bring in without, and within, an area. */
const PER_KEY = 6
const PER_KEY_NEAR = 12
const MAX_AREAS = 2
const MAX_ADDRESS_QUERIES = 4
const MAX_CUED_QUERIES = 5

/** The areas to search in, surest first. */
export function searchAreas(areas: AreaEvidence): Area[] {
  const found: { area: Area; weight: number }[] = []
  for (const mention of areas.mentions)
    for (const { entry, share } of mention.readings.slice(0, 2)) {
      if (entry.kind === 'country' || entry.kind === 'region') continue
      found.push({
        area: { lat: entry.lat, lng: entry.lng, radius: Math.max(5, entry.radiusKm * 1.5) * 1000 },
        weight: mention.weight * share,
      })
    }
  return found
    .toSorted((a, b) => b.weight - a.weight)
    .filter(
      (f, i, all) =>
        f.weight > 0.15 &&
        !all
          .slice(0, i)
          .some((o) => Math.abs(o.area.lat - f.area.lat) < 0.1 && Math.abs(o.area.lng - f.area.lng) < 0.1),
    )
    .slice(0, MAX_AREAS)
    .map((f) => f.area)
}

const askable = (span: Span): boolean => span.key.length >= 2 && !onlyGenericWords(span.key)

/** Asks the index for every name the evidence may hold: one batch, plus one for each area. */
export async function candidatesByName(
  lookup: PlaceLookup,
  spans: readonly Span[],
  areas: readonly Area[],
): Promise<CandidateSet> {
  const byKey = new Map<string, Span[]>()
  for (const span of spans) {
    if (!askable(span)) continue
    const known = byKey.get(span.key)
    if (known === undefined) byKey.set(span.key, [span])
    else known.push(span)
  }
  const keys = [...byKey.keys()]
  const batches = await Promise.all([
    lookup.byKeys(keys, { limitPerKey: PER_KEY }),
    ...areas.map((area) => lookup.byKeys(keys, { area, limitPerKey: PER_KEY_NEAR })),
  ])
  const set = new CandidateSet()
  const seen = new Set<string>()
  for (const hit of batches.flat()) {
    const id = `${hit.place.source}:${hit.place.sourceId}|${hit.key}`
    if (seen.has(id)) continue
    seen.add(id)
    const jam = hit.key.replaceAll(' ', '')
    const found = new Set([...(byKey.get(hit.key) ?? []), ...(byKey.get(jam) ?? [])])
    for (const span of found) set.addHit(hit.place, toHit(hit, span, 'exact'))
  }
  return set
}

const toHit = (hit: NameHit, span: Span, match: CandidateHit['match']): CandidateHit => ({
  span,
  key: hit.key,
  kind: hit.kind,
  keyCount: hit.keyCount,
  similarity: hit.similarity,
  match,
})

/** Adds the places at the addresses the post gives. */
export async function addByAddress(
  lookup: PlaceLookup,
  set: CandidateSet,
  context: PostContext,
  areas: readonly Area[],
): Promise<void> {
  const queries = context.addresses.slice(0, MAX_ADDRESS_QUERIES).flatMap((a) => {
    const query = a.block ? { street: a.street } : { street: a.street, number: a.number }
    return areas.length === 0 ? [{ a, query }] : areas.map((area) => ({ a, query: { ...query, area } }))
  })
  const results = await Promise.all(queries.map(({ query }) => lookup.byAddress(query)))
  results.forEach((places, i) => {
    const a = queries[i]?.a
    const inBlock =
      a?.block === true
        ? places.filter((p) =>
            numbersOf(p.address).some(
              (n) => n.length === a.number.length && n.slice(0, -2) === a.number.slice(0, -2),
            ),
          )
        : places
    if (inBlock.length <= 12) for (const place of inBlock) set.addAddress(place)
  })
}

const numbersOf = (address: string | undefined): string[] => address?.match(/\d{1,5}/g) ?? []

/** Spans the author marks as a name and the index has not explained: asked again as partial and misspelt names. */
export function unexplainedSpans(
  spans: readonly Span[],
  context: PostContext,
  known: ReadonlySet<Span>,
): Span[] {
  const scored = spans
    .filter((s) => (s.form === 'words' || s.form === 'repaired') && askable(s) && s.last - s.first < 4)
    .map((span) => ({ span, value: cueValue(span, context, known) }))
    .filter((s) => s.value >= 3)
    .toSorted((a, b) => b.value - a.value)
  const chosen: Span[] = []
  for (const { span } of scored) {
    if (chosen.length >= MAX_CUED_QUERIES) break
    if (!chosen.some((c) => c.text === span.text && c.first <= span.first && c.last >= span.last))
      chosen.push(span)
  }
  return chosen
}

function cueValue(span: Span, context: PostContext, known: ReadonlySet<Span>): number {
  if (known.has(span)) return 0
  const bits = span.key.split(' ').reduce((sum, w) => sum + nameWordBits(w, context), 0)
  if (bits < 12 || context.areas.mentions.some((m) => m.key === span.key)) return 0
  const cues = cuesOf(span)
  const cue =
    (cues.pin === 'direct' ? 4 : 0) +
    (cues.label ? 3 : 0) +
    (cues.quoted ? 2 : 0) +
    (cues.capitals ? 2 : 0) +
    (cues.preposition ? 1.5 : 0) +
    (cues.standalone ? 1 : 0)
  return cue === 0 || cues.compared ? 0 : cue + Math.min(bits, 40) / 20
}

/** Partial names first, then a typo or two. */
export async function addUnexplained(
  lookup: PlaceLookup,
  set: CandidateSet,
  spans: readonly Span[],
  areas: readonly Area[],
): Promise<void> {
  const area = areas[0]
  await Promise.all(
    spans.map(async (span) => {
      const tokens = span.key.split(' ').filter((w) => w.length > 1)
      const options = area === undefined ? { limit: 4 } : { area, limit: 6 }
      const partial = tokens.length > 0 ? await lookup.byTokens(tokens, options) : []
      for (const hit of partial) set.addHit(hit.place, toHit(hit, span, 'tokens'))
      if (partial.length > 0 || span.key.length < 5) return
      for (const hit of await lookup.byTypo(span.key, options))
        set.addHit(hit.place, toHit(hit, span, 'typo'))
    }),
  )
}
