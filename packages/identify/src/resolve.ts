import type { Point } from '@antojo/domain/distance'
import { areaEvidence, type AreaEvidence } from './areas/areas.ts'
import type { AreaNames } from './areas/gazetteer.ts'
import { chunkExplained } from './candidates/cued-chunks.ts'
import { findCandidates, type FoundCandidates } from './candidates/find-candidates.ts'
import { decide, nearestFirst, type Decision, type LikelyPlace } from './decide.ts'
import type { Evidence, Mention, Resolution } from './evidence.ts'
import { describe, type Described } from './features/features.ts'
import type { ProviderQuery } from './candidates/provider-queries.ts'
import { competitorOf } from './model/competitor.ts'
import { surelyNamedAreas } from './meant-areas.ts'
import { nameCounts, withKnownNames } from './model/known-names.ts'
import { judge, type Model } from './model/model.ts'
import { postWords } from './model/words.ts'
import type { NameIndex } from './name-index.ts'
import { postContext, type PostContext } from './post-context.ts'
import { postAddresses } from './streets/address.ts'
import { plusCodes, pointOf } from './streets/plus-codes.ts'
import { readEvidence } from './text/read.ts'
import { spanWords, type Span } from './text/spans.ts'
import { wordsAsWritten, type TokenText } from './text/tokens.ts'
import type { WordRank } from './text/word-ranks.ts'

/** The dependencies of the look-up of candidates. */
export interface ResolveDeps {
  readonly places: NameIndex
  readonly gazetteer: AreaNames
  readonly rank: WordRank
}

/** The part of the model that is needed before candidates are judged. */
export type LookupDeps = ResolveDeps & { readonly model: Pick<Model, 'names' | 'nameOdds'> }

const MAX_QUERIES = 8
const MAX_MENTIONS = 20

/**
 * Finds the places that a post is about, from its texts alone. Never throws for odd texts; database errors pass
 * through.
 */
export async function resolvePlaces(
  evidence: Evidence,
  deps: ResolveDeps & { readonly model: Model },
): Promise<Resolution> {
  const read = await readTexts(evidence, deps)
  let found = await findCandidates(read.places, read.context, read.spans)
  let answer = answerTo(found, read.context, { evidence, model: deps.model })
  const query = async (queries: readonly ProviderQuery[]): Promise<void> => {
    if (queries.length === 0 || !isOpen(answer)) return
    found = await found.afterQueries(queries)
    if (!found.isChanged) return
    answer = answerTo(found, read.context, { evidence, model: deps.model })
  }
  if (isOpen(answer)) {
    const { first, further, max } = found.queries()
    await query(first)
    const unplaced = found.unanswered.flatMap((each) =>
      each.unplaced === undefined ? [] : [{ ...each, text: each.unplaced }],
    )
    await query([...unplaced, ...further].slice(0, max - first.length))
  }
  return resolutionOf(answer)
}

interface Answer {
  readonly likely: readonly LikelyPlace[]
  readonly isList: boolean
  readonly decision: Decision
  readonly context: PostContext
}

/** The answer according to the candidates found so far. */
function answerTo(
  found: FoundCandidates,
  read: PostContext,
  { evidence, model }: { evidence: Evidence; model: Model },
): Answer {
  const context = { ...read, unknownName: found.unknownName, localNames: found.localNames }
  const described = found.candidates.map((candidate) => describe(candidate, context))
  const { places, isList } = judged(model, described, context)
  const likely = evidence.bias === undefined ? places : nearestFirst(places, evidence.bias)
  return { likely, isList, decision: decide({ likely, isList }, context), context }
}

/** True unless the places are decided; a list is also open while it has a name that no place explains. */
function isOpen({ decision, isList, context }: Answer): boolean {
  return decision.decision !== 'accepted' || ((isList || context.list) && context.unknownName)
}

function resolutionOf({ likely, decision, context }: Answer): Resolution {
  const keys = likely.flatMap(({ described: { best } }) => (best === null ? [] : [best.hit.key]))
  const point = codePoint(context.texts)
  return {
    ...decision,
    mentions: mentionsOf(likely, context),
    unknownNames: unknownNames(likely, context, decision),
    queries: [...new Set(keys)].slice(0, MAX_QUERIES),
    ...cityHintOf(context),
    areas: surelyNamedAreas(context),
    ...(point && { point }),
  }
}

/** The candidates by how likely each is. */
export function judged(
  model: Model,
  described: readonly Described[],
  { texts }: PostContext,
): { places: LikelyPlace[]; isList: boolean } {
  const byCompetitor = new Map(described.map((each) => [competitorOf(each, texts), each]))
  const { judged: all, isList } = judge(model, [...byCompetitor.keys()], postWords(texts))
  const places = all.flatMap(({ competitor, ...likelihood }) => {
    const own = byCompetitor.get(competitor)
    return own === undefined ? [] : [{ described: own, ...likelihood }]
  })
  return { places, isList }
}

/** The candidates of a post in the index, each described by its features, and what is known of the post. */
export async function describeCandidates(
  evidence: Evidence,
  deps: LookupDeps,
): Promise<{ described: Described[]; context: PostContext }> {
  const read = await readTexts(evidence, deps)
  const { candidates, unknownName, localNames } = await findCandidates(read.places, read.context, read.spans)
  const context = { ...read.context, unknownName, localNames }
  return { described: candidates.map((candidate) => describe(candidate, context)), context }
}

/** The evidence of the texts before any place is looked up: spans, areas, addresses, and how common the words are. */
export async function readTexts(
  evidence: Evidence,
  deps: LookupDeps,
): Promise<{ places: NameIndex; spans: readonly Span[]; context: PostContext }> {
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
  const circle = evidence.area ?? (named.mentions.length === 0 ? codeCircle(texts) : undefined)
  const areas = circle === undefined ? named : withCircle(named, circle)
  const words = [...new Set(spans.flatMap((span) => span.key.split(' ')))]
  const tokenCounts = await deps.places.tokenCounts(words)
  const names = nameCounts(deps.model.names, tokenCounts)
  return {
    places: withKnownNames(deps.places, deps.model.names),
    spans,
    context: postContext({
      texts,
      spans,
      areas,
      addresses,
      rank: deps.rank,
      counts: tokenCounts.counts,
      names,
      nameModel: deps.model.nameOdds,
    }),
  }
}

/** Kilometres around a plus code in which the names of places are looked up. */
const AROUND_CODE_KM = 1

/** The point of the first whole plus code. */
const codePoint = (texts: readonly TokenText[]): Point | undefined =>
  texts.flatMap(plusCodes).flatMap((code) => pointOf(code) ?? [])[0]

/** The surroundings of that point, for a post that names no area. */
function codeCircle(texts: readonly TokenText[]): Evidence['area'] {
  const point = codePoint(texts)
  return point && { ...point, radiusKm: AROUND_CODE_KM }
}

/** A circle that the user drew weighs as much as a city that they name. */
function withCircle(areas: AreaEvidence, area: NonNullable<Evidence['area']>): AreaEvidence {
  const entry = { ...area, name: '', kind: 'city' as const, country: '', population: 0, weak: false }
  const own = { words: '', key: '', source: 'user-hint' as const, weight: 1, readings: [{ entry, share: 1 }] }
  return { ...areas, mentions: [own, ...areas.mentions] }
}

function unknownNames(likely: readonly LikelyPlace[], context: PostContext, { places }: Decision): string[] {
  const offered = new Set(places.flatMap((place) => [place, ...place.alternatives]).map(({ place }) => place))
  const candidates = likely
    .map(({ described }) => described.candidate)
    .filter(({ place }) => offered.has(place))
  const chunks = context.chunks.filter((c) => !candidates.some((candidate) => chunkExplained(c, candidate)))
  return [...new Set(chunks.map(({ text, first, last }) => wordsAsWritten(text, first, last)))]
}

function mentionsOf(likely: readonly LikelyPlace[], context: PostContext): Mention[] {
  const names = likely.flatMap(({ described: { best }, p }): Mention[] => {
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
        confidence: p,
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
