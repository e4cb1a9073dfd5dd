import type { PostAddress } from './streets/address.ts'
import { plusCodes, type PlusCode } from './streets/plus-codes.ts'
import { namedStreets, type NamedStreet } from './streets/named-streets.ts'
import { nameKey } from '@antojo/domain/text'
import type { AreaEvidence } from './areas/areas.ts'
import { cueReader, type Cues } from './text/cues.ts'
import { nameScorer } from './candidates/name-cues.ts'
import type { LinearModel } from './model/linear.ts'
import { cuedChunks, type CuedChunk } from './candidates/cued-chunks.ts'
import { cuisinesOfTexts, type CuisineWord } from './features/cuisine-evidence.ts'
import { listShape, postKind, type PostKind } from './features/post-kind.ts'
import type { NameCounts } from './model/known-names.ts'
import { memoized } from './text/memoized.ts'
import type { Span } from './text/spans.ts'
import { splitJoined } from './text/split-joined.ts'
import type { TokenText } from './text/tokens.ts'
import type { WordRank } from './text/word-ranks.ts'
import { isAboutEating } from './text/words.ts'

/** The facts about the whole post that the scoring needs. */
export interface PostContext {
  readonly texts: readonly TokenText[]
  readonly areas: AreaEvidence
  readonly rank: WordRank
  /** The number of names in the index that contain a word. */
  readonly counts: ReadonlyMap<string, number>
  /** How common words are in the names of a large index. */
  readonly names: NameCounts
  /** Cuisines that the post mentions, with the words that indicate them. */
  readonly cuisines: ReadonlyMap<string, CuisineWord>
  /** The words about food and eating outside hashtags, each with its position. */
  readonly eating: readonly { readonly text: TokenText; readonly at: number }[]
  /** The number of hashtags, and of those about food and eating. */
  readonly tags: { readonly all: number; readonly eating: number }
  readonly addresses: readonly PostAddress[]
  readonly plusCodes: readonly PlusCode[]
  readonly streets: readonly NamedStreet[]
  /** n-grams of the post, for looking a city or region up. */
  readonly phrases: ReadonlyMap<string, Span>
  /** Every word of the post. */
  readonly said: ReadonlySet<string>
  readonly digits: string
  readonly kind: PostKind
  readonly chunks: readonly CuedChunk[]
  /** True when several places are expected. */
  readonly list: boolean
  /** True when something is marked as a name that no place of the index explains; known once all look-ups are done. */
  readonly unknownName: boolean
  /**
   * The number of names that the index has in the areas of the post; null when the post names no area. Known once all
   * look-ups are done.
   */
  readonly localNames: number | null
  /** Memoized `nameKey`. */
  readonly keyOf: (text: string) => string
  /** The cues of a span, memoized. */
  readonly cues: (span: Span) => Cues
  /** The log-odds that words of the post are the name of its place, memoized. */
  readonly nameOdds: (span: Span) => number
}

function eatingWords(text: TokenText): { text: TokenText; at: number }[] {
  if (text.source === 'creator' || text.source === 'hashtag') return []
  return text.tokens.flatMap(({ kind, key }, at) =>
    kind === 'word' && isAboutEating(key) ? [{ text, at }] : [],
  )
}

function tagsOf(texts: readonly TokenText[], rank: WordRank): PostContext['tags'] {
  const tags = texts.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'hashtag'))
  const written = new Set(tags.map(({ text }) => text))
  const isEating = (tag: string): boolean =>
    splitJoined(tag, rank, isAboutEating).split(' ').some(isAboutEating)
  return { all: written.size, eating: [...written].filter(isEating).length }
}

/** The `listShape` from which several places are expected. */
const LIST = 0.5

/** Computes everything that the scoring needs from the post itself. */
export function postContext(options: {
  texts: readonly TokenText[]
  spans: readonly Span[]
  areas: AreaEvidence
  addresses: readonly PostAddress[]
  rank: WordRank
  counts: ReadonlyMap<string, number>
  names: NameCounts
  nameModel: LinearModel
}): PostContext {
  const phrases = new Map<string, Span>()
  for (const span of options.spans) if (!phrases.has(span.key)) phrases.set(span.key, span)
  const { nameModel, ...known } = options
  const context = {
    ...known,
    phrases,
    cuisines: cuisinesOfTexts(options.texts),
    eating: options.texts.flatMap(eatingWords),
    tags: tagsOf(options.texts, options.rank),
    streets: options.texts.flatMap((t) =>
      t.source === 'creator' || t.source === 'transcript' ? [] : namedStreets(t, options.rank),
    ),
    plusCodes: options.texts.flatMap(plusCodes),
    kind: postKind(options.texts),
    chunks: cuedChunks(options.texts, options.areas),
    list: listShape(options.texts) >= LIST,
    unknownName: false,
    localNames: null,
    said: new Set(options.texts.flatMap(({ wordKeys }) => wordKeys)),
    keyOf: memoized(nameKey),
    cues: cueReader(),
    digits: options.texts.map((t) => t.text.replace(/[\s().-]/g, '')).join(' '),
  }
  return { ...context, nameOdds: nameScorer(context, nameModel) }
}
