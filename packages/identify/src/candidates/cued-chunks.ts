import type { AreaEvidence } from '../areas/areas.ts'
import type { Candidate } from './candidate.ts'
import { matchStreet } from '../streets/address.ts'
import type { Token, TokenText } from '../text/tokens.ts'
import { FOOD_WORDS, STOP_WORDS, LANDMARK_WORDS, VENUE_WORDS } from '../text/words.ts'

/** Words that the author marks as the place: after a pin or a label, or as a handle. */
export interface CuedChunk {
  readonly kind: 'pin' | 'label' | 'handle'
  readonly text: TokenText
  readonly first: number
  readonly last: number
}

const PIN = /📍\uFE0F?|📌\uFE0F?(?!\s*(?:gu[aá]rda|save|s[ií]gue|follow|comparte|share|anota|dale))/giu
const LABEL =
  /(?:^|[\s\p{P}\p{S}])(?:lugar|sitio|d[oó]nde|restaurante?|local|bar|pub|bodega|spot|place|where|location|ubicaci[oó]n|venue|nombre)(?:\s+del? \p{L}+)?\s*:\s*|(?:se llama(?:ba)?|it'?s called|place called|sitio llamado|lugar llamado)\s+/giu

const distinctive = (token: Token, areaWords: ReadonlySet<string>): boolean =>
  !STOP_WORDS.has(token.key) &&
  !VENUE_WORDS.has(token.key) &&
  !FOOD_WORDS.has(token.key) &&
  !LANDMARK_WORDS.has(token.key) &&
  !/^\d/.test(token.key) &&
  token.key.length > 2 &&
  !areaWords.has(token.key)

/** Chunks that a cue of the author marks, with at least one distinctive word that does not name an area. */
export function cuedChunks(texts: readonly TokenText[], areas: AreaEvidence): CuedChunk[] {
  const areaWords = new Set(areas.mentions.filter((m) => m.weight > 0.25).flatMap((m) => m.key.split(' ')))
  const chunks: CuedChunk[] = []
  for (const text of texts) {
    if (text.source === 'creator' || text.source === 'transcript') continue
    for (const [kind, pattern] of [
      ['pin', PIN],
      ['label', LABEL],
    ] as const)
      for (const match of text.text.matchAll(pattern)) {
        const chunk = chunkFrom(text, match.index + match[0].length)
        if (
          chunk !== null &&
          text.tokens.slice(chunk.first, chunk.last + 1).some((t) => distinctive(t, areaWords))
        )
          chunks.push({ kind, ...chunk })
      }
    text.tokens.forEach((token, index) => {
      if (token.kind === 'handle' && isOther(token, texts))
        chunks.push({ kind: 'handle', text, first: index, last: index })
    })
  }
  return chunks
}

/** The handle of the post's own account does not name the place. */
const isOther = (token: Token, texts: readonly TokenText[]): boolean =>
  !texts.some(
    (t) =>
      t.source === 'creator' &&
      t.tokens
        .map((k) => k.key)
        .join('')
        .replaceAll(' ', '') === token.key,
  )

function chunkFrom(text: TokenText, offset: number): { text: TokenText; first: number; last: number } | null {
  const first = text.tokens.findIndex((t) => t.start >= offset)
  if (first < 0) return null
  const opening = text.tokens[first]
  if (
    opening === undefined ||
    opening.start - offset > 6 ||
    text.text.slice(offset, opening.start).includes('\n')
  )
    return null
  let last = first
  while (last + 1 < text.tokens.length && last - first < 7 && text.tokens[last + 1]?.gap === 'space') last++
  return { text, first, last }
}

/** A place explains a chunk that contains its name or street. */
export function chunkExplained(chunk: CuedChunk, candidate: Candidate): boolean {
  if (
    candidate.hits.some(
      (h) => h.span.text === chunk.text && h.span.first <= chunk.last && h.span.last >= chunk.first,
    )
  )
    return true
  const words = chunk.text.tokens.slice(chunk.first, chunk.last + 1).map((t) => t.key)
  const joined = words.join('').replaceAll(' ', '')
  if (candidate.nameWords.some((w) => w.length > 3 && words.includes(w))) return true
  if (joined === candidate.nameWords.join('')) return true
  if (candidate.street === null) return false
  const found = matchStreet(candidate.street, chunk.text)
  return found.match !== 'none' && found.at >= chunk.first && found.at <= chunk.last + 2
}
