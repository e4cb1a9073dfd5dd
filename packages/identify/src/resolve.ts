import { postAddresses, streetKeyWords } from './streets/address.ts'
import { areaEvidence, type AreaEvidence, type AreaMention } from './areas/areas.ts'
import { chunkExplained } from './candidates/cued-chunks.ts'
import { decide, type Decision } from './decide.ts'
import type { Evidence, Mention, Resolution } from './evidence.ts'
import { describe } from './features/features.ts'
import { postContext, type PostContext } from './post-context.ts'
import { fuse, INDEPENDENT, type Fused } from './model/fuse.ts'
import { distanceKm } from '@antojo/domain/distance'
import type { AreaNames } from './areas/gazetteer.ts'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import { readEvidence } from './text/read.ts'
import { spanWords } from './text/spans.ts'
import { wordsAsWritten } from './text/tokens.ts'
import type { WordRank } from './text/word-ranks.ts'
import { nameKey } from '@antojo/domain/text'
import type { NameIndex } from './name-index.ts'
import { findCandidates } from './candidates/find-candidates.ts'

export interface ResolveDeps {
  readonly places: NameIndex
  readonly gazetteer: AreaNames
  readonly rank: WordRank
}

const MAX_QUERIES = 8
const MAX_MENTIONS = 20

/** Finds the places a post is about, from its texts alone. Never throws for odd texts; database failures pass through. */
export async function resolvePlaces(evidence: Evidence, deps: ResolveDeps): Promise<Resolution> {
  const { fused: scored, list, context } = await scoreEvidence(evidence, deps)
  const fused = evidence.bias === undefined ? scored : nearestFirst(scored, evidence.bias)
  const decision = decide(fused, list, context)
  return {
    ...decision,
    mentions: mentionsOf(fused, context),
    unknownNames: unknownNames(fused, context, decision),
    queries: [
      ...new Set(fused.flatMap((f) => (f.described.best === null ? [] : [f.described.best.hit.key]))),
    ].slice(0, MAX_QUERIES),
    ...cityHintOf(context),
  }
}

/** Log-odds within which nearness to the user puts one candidate before another; it never makes one likelier. */
const TIE = 0.3

function nearestFirst(fused: readonly Fused[], user: NonNullable<Evidence['bias']>): Fused[] {
  const rank = ({ logOdds, described }: Fused): number =>
    logOdds + (distanceKm(described.candidate.place, user) < user.radiusKm ? TIE : 0)
  return fused.toSorted((a, b) => rank(b) - rank(a))
}

/** The scored candidates behind a resolution, for benchmarks and calibration. */
export async function scoreEvidence(
  evidence: Evidence,
  deps: ResolveDeps,
): Promise<{ fused: Fused[]; list: boolean; context: PostContext }> {
  const { texts, spans, areaSpans } = readEvidence(evidence, deps.gazetteer)
  const hint = evidence.cityHint === undefined ? {} : { cityHint: evidence.cityHint }
  const addresses = texts.flatMap((t) =>
    t.source === 'creator' || t.source === 'transcript' ? [] : postAddresses(t),
  )
  const named = areaEvidence(texts, [...spans, ...areaSpans], {
    names: deps.gazetteer,
    rank: deps.rank,
    addresses,
    ...hint,
  })
  const areas = evidence.area === undefined ? named : withCircle(named, evidence.area)
  const words = [...new Set(spans.flatMap((span) => span.key.split(' ')))]
  const tokenCounts = await deps.places.tokenCounts(words)
  const read = postContext({ texts, spans, areas, addresses, rank: deps.rank, ...tokenCounts })
  const { candidates, unknownName } = await findCandidates(deps.places, read, spans)
  const context = { ...read, unknownName }
  const { list } = context
  const first = fuse(
    candidates.map((candidate) => describe(candidate, context)),
    list,
  )
  const further = furtherContext(first, context)
  if (further === null) return { fused: first, list, context }
  const name = nameKey(further.sure.name)
  const second = first.map(({ described: { candidate } }) =>
    describe(candidate, candidate.nameWords.join(' ') === name ? context : further.context),
  )
  return { fused: fuse(second, list), list, context: further.context }
}

/** The other places of a list are likely within this distance (kilometres) of a sure one. */
const AROUND_KM = 12

/**
 * The context for further places once one is sure: its address and handle are spoken for, and the other places of a list are
 * likely around it. Null when nothing changes.
 */
function furtherContext(
  fused: readonly Fused[],
  context: PostContext,
): { sure: PlaceFacts; context: PostContext } | null {
  const best = fused[0]
  if (best === undefined || best.logOdds < INDEPENDENT) return null
  const { candidate } = best.described
  const sure = candidate.place
  const street = new Set([...streetKeyWords(sure.address ?? ''), ...streetKeyWords(sure.name)])
  const addresses =
    (best.described.x.number ?? 0) > 0
      ? context.addresses.filter((a) => !streetKeyWords(a.street).some((word) => street.has(word)))
      : context.addresses
  const chunks = context.chunks.filter((c) => c.kind !== 'handle' || !chunkExplained(c, candidate))
  const spokenFor = addresses.length < context.addresses.length || chunks.length < context.chunks.length
  if (!context.list && !spokenFor) return null
  const mentions = context.list ? [...context.areas.mentions, around(sure)] : context.areas.mentions
  return { sure, context: { ...context, addresses, chunks, areas: { ...context.areas, mentions } } }
}

const around = ({ lat, lng, name }: PlaceFacts): AreaMention =>
  circle({ lat, lng, radiusKm: AROUND_KM }, { name, source: 'description', weight: 0.8 })

/** What the user named as a circle weighs as much as a city they name. */
function withCircle(areas: AreaEvidence, area: NonNullable<Evidence['area']>): AreaEvidence {
  const own = circle(area, { name: '', source: 'user-hint', weight: 1 })
  return { ...areas, mentions: [own, ...areas.mentions] }
}

function circle(
  area: { lat: number; lng: number; radiusKm: number },
  { name, source, weight }: { name: string; source: AreaMention['source']; weight: number },
): AreaMention {
  const { lat, lng, radiusKm } = area
  const entry = { name, kind: 'city' as const, country: '', lat, lng, radiusKm, population: 0, weak: false }
  return { words: name, key: '', source, weight, readings: [{ entry, share: 1 }] }
}

function unknownNames(fused: readonly Fused[], context: PostContext, { places }: Decision): string[] {
  const offered = new Set(places.flatMap((place) => [place, ...place.alternatives]).map(({ place }) => place))
  const candidates = fused
    .map(({ described }) => described.candidate)
    .filter(({ place }) => offered.has(place))
  const chunks = context.chunks.filter((c) => !candidates.some((candidate) => chunkExplained(c, candidate)))
  return [...new Set(chunks.map(({ text, first, last }) => wordsAsWritten(text, first, last)))]
}

function mentionsOf(fused: readonly Fused[], context: PostContext): Mention[] {
  const names = fused.flatMap((f): Mention[] => {
    const best = f.described.best
    if (best === null) return []
    const { span } = best.hit
    const second = span.text.second
    const kind = span.form === 'handle' || span.form === 'hashtag' ? span.form : 'name'
    return [
      {
        kind,
        text: spanWords(span),
        key: best.hit.key,
        source: span.text.source,
        confidence: f.p,
        ...(second === undefined ? {} : { second }),
      },
    ]
  })
  const areas = context.areas.mentions
    .filter(({ words }) => words !== '')
    .map((m): Mention => ({
      kind: m.readings[0]?.entry.kind === 'neighbourhood' ? 'neighbourhood' : 'city',
      text: m.words,
      key: m.key,
      source: m.source,
      confidence: m.weight,
      ...(m.second === undefined ? {} : { second: m.second }),
    }))
  const addresses = context.addresses.map((a): Mention => ({
    kind: 'address',
    text: a.words,
    key: `${a.street} ${a.number}`,
    source: a.text.source,
    confidence: 0.5,
  }))
  const seen = new Set<string>()
  return [...names, ...addresses, ...areas]
    .filter((m) => !seen.has(`${m.kind}${m.key}`) && seen.add(`${m.kind}${m.key}`))
    .slice(0, MAX_MENTIONS)
}

function cityHintOf(context: PostContext): { cityHint?: string } {
  const best = context.areas.mentions.toSorted((a, b) => b.weight - a.weight)[0]?.readings[0]?.entry
  return best === undefined || best.name === '' ? {} : { cityHint: best.name }
}
