import type { PlaceLookup, NameHit } from '@antojo/places/lookup'
import type { Area } from '@antojo/places/place'
import type { AreaEvidence } from '@antojo/domain/identify/areas'
import { CandidateSet, type CandidateHit } from '@antojo/domain/identify/candidate'
import { inBlock } from '@antojo/domain/identify/address'
import { cuesOf } from '@antojo/domain/identify/cues'
import type { PostContext } from '@antojo/domain/identify/features'
import { nameWordBits } from '@antojo/domain/identify/features'
import type { Span } from '@antojo/domain/identify/spans'
import { distanceKm } from '@antojo/domain/identify/geo'
import { FOOD_WORDS, GLUE_WORDS, onlyGenericWords, VENUE_WORDS } from '@antojo/domain/identify/words'

/** Places a key may bring in without, and within, an area. */
const PER_KEY = 6
const PER_KEY_NEAR = 12
const MAX_AREAS = 5
/** Areas in which every key is asked again. */
const MAX_KEY_AREAS = 2
const MAX_ADDRESS_QUERIES = 4
const MAX_CUED_QUERIES = 6
const MAX_TYPO_QUERIES = 2
/** A word in so few names is asked for everywhere when the areas do not know it. */
const RARE_ANYWHERE = 8

/** The areas to search in, surest first. */
export function searchAreas(areas: AreaEvidence): Area[] {
  const found: { area: Area; weight: number }[] = []
  for (const mention of areas.mentions)
    for (const { entry, share } of mention.readings.slice(0, 3)) {
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
        f.weight > 0.1 &&
        !all
          .slice(0, i)
          .some((o) => Math.abs(o.area.lat - f.area.lat) < 0.1 && Math.abs(o.area.lng - f.area.lng) < 0.1),
    )
    .slice(0, MAX_AREAS)
    .map((f) => f.area)
}

const askable = (span: Span): boolean =>
  span.key.length >= 2 && (!onlyGenericWords(span.key) || (isFoodName(span.key) && capitalised(span)))

/** 'El Pastor', 'La Milanesa': a dish may be a name when it is written as one. */
const isFoodName = (key: string): boolean =>
  key.split(' ').some((w) => FOOD_WORDS.has(w) && !VENUE_WORDS.has(w))

const capitalised = (span: Span): boolean =>
  span.form === 'words' &&
  span.text.tokens
    .slice(span.first, span.last + 1)
    .every((t) => t.casing !== 'lower' || GLUE_WORDS.has(t.key)) &&
  span.text.tokens.some((t) => t.kind === 'word' && t.casing === 'lower')

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
    ...areas.slice(0, MAX_KEY_AREAS).map((area) => lookup.byKeys(keys, { area, limitPerKey: PER_KEY_NEAR })),
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
    const fitting =
      a?.block === true
        ? places.filter((p) => numbersOf(p.address).some((n) => inBlock(Number(n), Number(a.number))))
        : places
    if (fitting.length <= 12) for (const place of fitting) set.addAddress(place)
  })
}

const numbersOf = (address: string | undefined): string[] => address?.match(/\d{1,5}/g) ?? []

/** A span worth asking again, as a partial or a misspelt name. */
export interface Doubtful {
  readonly span: Span
  readonly words: readonly string[]
  readonly cued: boolean
}

/** Spans that the index has not explained near the post's areas, the most telling first. */
export function doubtfulSpans(
  spans: readonly Span[],
  context: PostContext,
  set: CandidateSet,
  areas: readonly Area[],
): Doubtful[] {
  const explained = explainedTokens(set, areas)
  const scored = spans
    .filter((s) => askable(s) && s.last - s.first < 4 && s.form !== 'jammed' && s.form !== 'piece')
    .map((span) => ({ span, value: doubtValue(span, context, explained) }))
    .filter((s) => s.value >= (areas.length > 0 ? 2 : 3.2))
    .toSorted((a, b) => b.value - a.value)
  const chosen: Doubtful[] = []
  for (const { span, value } of scored) {
    if (chosen.length >= MAX_CUED_QUERIES) break
    if (
      chosen.some(
        (c) =>
          c.span.key === span.key ||
          (c.span.text === span.text && c.span.first <= span.first && c.span.last >= span.last && value < 5),
      )
    )
      continue
    chosen.push({ span, words: span.key.split(' ').filter((w) => w.length > 1), cued: value >= 4 })
  }
  return chosen
}

/** Places of tokens that a near place's name accounts for. */
function explainedTokens(
  set: CandidateSet,
  areas: readonly Area[],
): ReadonlyMap<unknown, ReadonlySet<number>> {
  const explained = new Map<unknown, Set<number>>()
  for (const { place, hits } of set.list()) {
    if (areas.length > 0 && !areas.some((a) => distanceKm(place, a) * 1000 <= a.radius)) continue
    for (const { span } of hits)
      for (let i = span.first; i <= span.last; i++) {
        const known = explained.get(span.text) ?? new Set<number>()
        explained.set(span.text, known.add(i))
      }
  }
  return explained
}

function doubtValue(
  span: Span,
  context: PostContext,
  explained: ReadonlyMap<unknown, ReadonlySet<number>>,
): number {
  const known = explained.get(span.text)
  if (known !== undefined) for (let i = span.first; i <= span.last; i++) if (known.has(i)) return 0
  const words = span.key.split(' ')
  const bits = words.reduce((sum, w) => sum + nameWordBits(w, context), 0)
  if (
    bits < 9 ||
    context.areas.mentions.some(
      (m) => m.weight > 0.3 && (m.key === span.key || words.some((w) => m.key === w)),
    )
  )
    return 0
  if (span.form === 'handle') return 4
  if (span.form === 'hashtag' || span.form === 'creator') return bits > 17 ? 1.5 : 0
  const cues = cuesOf(span)
  if (cues.compared) return 0
  const ends = GLUE_WORDS.has(words[0] ?? '') || GLUE_WORDS.has(words.at(-1) ?? '') ? 0.8 : 0
  const cue =
    (cues.pin === 'direct' ? 4 : 0) +
    (cues.label ? 3 : 0) +
    (cues.quoted ? 2 : 0) +
    (cues.capitals ? 2 : 0) +
    (cues.preposition ? 1.2 : 0) +
    (cues.standalone ? 1 : 0) +
    (span.text.source === 'ocr' ? 1 : 0)
  return cue + Math.min(bits, 40) / 20 - ends
}

/** Partial names first, then, for what the author marks, a typo or two. */
export async function addDoubtful(
  lookup: PlaceLookup,
  set: CandidateSet,
  spans: readonly Doubtful[],
  options: { areas: readonly Area[]; counts: ReadonlyMap<string, number> },
): Promise<void> {
  const area = options.areas[0]
  const limits = area === undefined ? { limit: 4 } : { area, limit: 6 }
  let typos = 0
  await Promise.all(
    spans.map(async ({ span, words, cued }) => {
      const existing =
        words.length > 0 &&
        words.every((w) => (options.counts.get(w) ?? (w === span.key ? 1 : 0)) > 0 || span.form !== 'words')
      const near = existing ? await lookup.byTokens(words, limits) : []
      const rarest = Math.min(...words.map((w) => options.counts.get(w) ?? Number.POSITIVE_INFINITY))
      const partial =
        near.length > 0 || area === undefined || rarest > RARE_ANYWHERE
          ? near
          : await lookup.byTokens(words, { limit: 4 })
      for (const hit of partial) set.addHit(hit.place, toHit(hit, span, 'tokens'))
      if (partial.length > 0 || span.key.length < 5 || !cued || typos >= MAX_TYPO_QUERIES) return
      typos++
      for (const hit of await lookup.byTypo(span.key, limits)) set.addHit(hit.place, toHit(hit, span, 'typo'))
    }),
  )
}

/** A word in more names than this helps little to find one. */
const RARE_WORD = 500
const RARE_FOOD_WORD = 100
const MAX_RARE_WORDS = 60
const MAX_NAMES_READ = 4000
const MAX_NEAR = 80

/** Adds places of the areas whose name shares a rare word with the post: partial names, in any word order of ours. */
export async function addPartial(
  lookup: PlaceLookup,
  set: CandidateSet,
  spans: readonly Span[],
  options: { areas: readonly Area[]; context: PostContext },
): Promise<void> {
  const { areas, context } = options
  const byWord = new Map<string, Span[]>()
  for (const span of spans) {
    if (span.form === 'piece') continue
    for (const word of span.key.split(' ')) {
      const known = byWord.get(word)
      if (known === undefined) byWord.set(word, [span])
      else known.push(span)
    }
  }
  const words = rareWords([...byWord.keys()], context)
  const misspelt = misspeltWords(spans, context)
  const similar =
    misspelt.length > 0 && areas.length > 0
      ? await lookup.similarWords(misspelt)
      : new Map<string, readonly string[]>()
  const asked = [...words, ...[...similar.values()].flat()]
  const known = explainedWords(set)
  const unique = words
    .filter(
      (w) =>
        (context.counts.get(w) ?? 0) <= UNIQUE_WORD &&
        w.length >= 5 &&
        !known.has(w) &&
        context.rank(w) === undefined,
    )
    .slice(0, MAX_UNIQUE)
  const found = await Promise.all([
    ...areas.map((area) => lookup.byAnyToken(asked, { area, limit: MAX_NEAR })),
    ...unique.map((word) => lookup.byTokens([word], { limit: 3 })),
  ])
  for (const hit of found.flat()) {
    const name = hit.key.split(' ')
    const span = bestSpan(name, byWord, context)
    if (span !== null) set.addHit(hit.place, toHit(hit, span, 'tokens'))
    for (const [word, corrections] of similar) {
      const meant = corrections.find((c) => name.includes(c))
      const around = meant === undefined ? null : bestSpan([...name, word], byWord, context)
      if (meant !== undefined && around !== null && around.key.split(' ').includes(word))
        set.addHit(hit.place, {
          ...toHit(hit, around, 'typo'),
          key: around.key
            .split(' ')
            .map((w) => (w === word ? meant : w))
            .join(' '),
          similarity: 1 - 1 / word.length,
        })
    }
  }
}

/** A word in so few names is asked for wherever the place may be. */
const UNIQUE_WORD = 3
const MAX_UNIQUE = 4

const explainedWords = (set: CandidateSet): ReadonlySet<string> =>
  new Set(set.list().flatMap((c) => c.hits.flatMap((h) => h.key.split(' '))))

const MAX_MISSPELT = 3

/** Words no list and no name holds, that stand where a name would. */
function misspeltWords(spans: readonly Span[], context: PostContext): string[] {
  const areaWords = new Set(
    context.areas.mentions.filter((m) => m.weight > 0.4).flatMap((m) => m.key.split(' ')),
  )
  const valued = new Map<string, number>()
  for (const span of spans) {
    if (span.form !== 'words' || span.first !== span.last || span.key.length < 5 || /\d/.test(span.key))
      continue
    if (
      (context.counts.get(span.key) ?? 0) > 0 ||
      context.rank(span.key) !== undefined ||
      areaWords.has(span.key) ||
      onlyGenericWords(span.key)
    )
      continue
    const cues = cuesOf(span)
    const cue =
      (cues.pin !== 'none' ? 3 : 0) +
      (cues.label ? 3 : 0) +
      (cues.capitals ? 2 : 0) +
      (cues.preposition ? 1.5 : 0) +
      (cues.quoted ? 2 : 0) +
      (span.text.source === 'ocr' ? 1 : 0)
    if (cue > 0 && !cues.compared) valued.set(span.key, Math.max(valued.get(span.key) ?? 0, cue))
  }
  return [...valued]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_MISSPELT)
    .map(([word]) => word)
}

function rareWords(words: readonly string[], context: PostContext): string[] {
  const areaWords = new Set(
    context.areas.mentions.filter((m) => m.weight > 0.4).flatMap((m) => m.key.split(' ')),
  )
  const rare = words
    .map((word) => ({ word, count: context.counts.get(word) ?? 0 }))
    .filter(
      ({ word, count }) =>
        count > 0 &&
        count <= RARE_WORD &&
        word.length > 2 &&
        !areaWords.has(word) &&
        !GLUE_WORDS.has(word) &&
        !VENUE_WORDS.has(word) &&
        (!FOOD_WORDS.has(word) || count <= RARE_FOOD_WORD) &&
        (context.rank(word) ?? 9999) > 400,
    )
    .toSorted((a, b) => a.count - b.count)
    .slice(0, MAX_RARE_WORDS)
  let read = 0
  return rare.filter(({ count }) => (read += count) <= MAX_NAMES_READ).map(({ word }) => word)
}

/** The span that covers most of a name. */
function bestSpan(
  name: readonly string[],
  byWord: ReadonlyMap<string, readonly Span[]>,
  context: PostContext,
): Span | null {
  let best: Span | null = null
  let most = 0
  for (const word of name)
    for (const span of byWord.get(word) ?? []) {
      const words = span.key.split(' ')
      if (!words.every((w) => name.includes(w))) continue
      const bits = words.reduce((sum, w) => sum + nameWordBits(w, context), 0)
      if (bits > most) {
        most = bits
        best = span
      }
    }
  return best
}
