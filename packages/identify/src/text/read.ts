import type { Evidence, EvidenceText } from '../evidence.ts'
import type { AreaNames } from '../areas/gazetteer.ts'
import { handleKeys, joinedAreaKeys } from './handles.ts'
import { repairedWords } from './ocr-repair.ts'
import { spansOf, type Span } from './spans.ts'
import { tokenize, type TokenText } from './tokens.ts'
import { nameKey } from '@antojo/domain/text'

/** The evidence, cut into tokens, and every span that may be a name. */
export interface Reading {
  readonly texts: readonly TokenText[]
  readonly spans: readonly Span[]
  /** Spans of hashtags and handles that may hold an area's name. */
  readonly areaSpans: readonly Span[]
}

/** A caption has at most a few thousand characters; the rest of a longer text is cut off. */
const MAX_TEXT = 8000

/** Reads all texts of the evidence. A title that only repeats the beginning of the description is left out. */
export function readEvidence(evidence: Evidence, names: AreaNames): Reading {
  const texts = distinctTexts(evidence.texts).map((t) => tokenize({ ...t, text: t.text.slice(0, MAX_TEXT) }))
  const spans = texts.flatMap((text) => [
    ...(text.source === 'creator' ? [] : spansOf(text)),
    ...markedSpans(text, names),
    ...(text.source === 'ocr' ? repairedSpans(text) : []),
  ])
  return { texts, spans, areaSpans: texts.flatMap(areaSpans) }
}

/**
 * Leaves out a title that only repeats the beginning of the description, and hashtags that another text has already.
 */
function distinctTexts(texts: readonly EvidenceText[]): EvidenceText[] {
  const rest = texts.filter((t) => t.text.trim() !== '')
  const others = rest.filter((t) => t.source !== 'hashtag')
  const tagged = new Set(others.flatMap((t) => t.text.match(/#[\p{L}\p{N}_]+/gu) ?? []).map(nameKey))
  return rest.flatMap((t) => {
    if (t.source === 'hashtag') {
      const fresh = t.text.split(/\s+/).filter((tag) => !tagged.has(nameKey(tag)))
      return fresh.length === 0 ? [] : [{ ...t, text: fresh.join(' ') }]
    }
    const repeated =
      t.source === 'title' &&
      others.some((o) => o.source === 'description' && nameKey(o.text).startsWith(nameKey(t.text)))
    return repeated ? [] : [t]
  })
}

const areaFinder =
  (names: AreaNames) =>
  (key: string): boolean => {
    if (key.length < 4) return false
    const found = names.find([key]).get(key)
    return found !== undefined && found.some((e) => e.kind !== 'city' || e.population >= 30_000)
  }

function markedSpans(text: TokenText, names: AreaNames): Span[] {
  const isArea = areaFinder(names)
  const spans: Span[] = []
  text.tokens.forEach((token, index) => {
    if (token.kind === 'word') return
    for (const key of handleKeys(token.text, isArea))
      spans.push({ text, first: index, last: index, key, form: token.kind })
  })
  if (text.source === 'creator' && text.tokens.length > 0) {
    const last = text.tokens.length - 1
    for (const key of handleKeys(text.text, isArea))
      spans.push({ text, first: 0, last, key, form: 'creator' })
  }
  return spans
}

function areaSpans(text: TokenText): Span[] {
  const spans: Span[] = []
  text.tokens.forEach((token, index) => {
    if (token.kind === 'word') return
    for (const key of joinedAreaKeys(token.text))
      spans.push({ text, first: index, last: index, key, form: token.kind })
  })
  if (text.source === 'creator')
    for (const key of joinedAreaKeys(text.text))
      spans.push({ text, first: 0, last: text.tokens.length - 1, key, form: 'creator' })
  return spans
}

const MAX_REPAIRED = 400

function repairedSpans(text: TokenText): Span[] {
  const variants = text.tokens.map((t) => (t.kind === 'word' ? [t.key, ...repairedWords(t.text)] : [t.key]))
  const spans: Span[] = []
  for (let first = 0; first < text.tokens.length; first++) {
    let keys = ['']
    for (let last = first; last < Math.min(text.tokens.length, first + 5); last++) {
      if (last > first && text.tokens[last]?.gap === 'hard') break
      const options = variants[last] ?? []
      keys = keys.flatMap((k) => options.map((o) => (k === '' ? o : `${k} ${o}`))).slice(0, 8)
      for (const key of keys.slice(1)) {
        spans.push({ text, first, last, key, form: 'repaired' })
        if (last > first) spans.push({ text, first, last, key: key.replaceAll(' ', ''), form: 'repaired' })
      }
      if (spans.length > MAX_REPAIRED) return spans
    }
  }
  return spans
}
