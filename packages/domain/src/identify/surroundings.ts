import { nameKey } from '../text.ts'
import type { Candidate } from './candidate.ts'
import { chunkExplained, type CuedChunk } from './cued-chunks.ts'
import type { PostContext } from './post-context.ts'
import type { ScoredHit } from './scored-hit.ts'
import type { Span } from './spans.ts'
import { FOOD_WORDS, GLUE_WORDS, VENUE_WORDS } from './words.ts'

/** Words for kinds of places, or dishes that are not written as a name. */
export const isGeneric = ({ hit, cues }: ScoredHit): boolean =>
  hit.span.key
    .split(' ')
    .every(
      (w) => GLUE_WORDS.has(w) || VENUE_WORDS.has(w) || (FOOD_WORDS.has(w) && !cues.capitals && !cues.label),
    )

/** 1 when telling words with capitals stand right beside the span: the name in the post is longer than the hit. */
export function extendsBeyond(best: ScoredHit, context: PostContext): number {
  const { tokens } = best.hit.span.text
  if (best.hit.span.form === 'handle' || best.hit.span.form === 'hashtag' || best.hit.span.form === 'creator')
    return 0
  const before = tokens[best.hit.span.first]?.gap === 'space' ? tokens[best.hit.span.first - 1] : undefined
  const next = tokens[best.hit.span.last + 1]
  const after = next?.gap === 'space' ? next : undefined
  const beside = (token: typeof before): number => {
    if (
      token === undefined ||
      token.kind !== 'word' ||
      GLUE_WORDS.has(token.key) ||
      VENUE_WORDS.has(token.key) ||
      /^\d/.test(token.key)
    )
      return 0
    if (
      context.phrases.get(token.key) !== undefined &&
      context.areas.mentions.some((m) => m.weight > 0.5 && m.key.split(' ').includes(token.key))
    )
      return 0
    if (token.casing === 'lower' || token.casing === 'none') return 0
    return best.cues.capitals || token.casing === 'title' ? 1 : 0
  }
  return Math.max(beside(before), beside(after))
}

const STREET_CUE =
  /(?:^|[^\p{L}])(?:calle|c\/|av\.?|avda\.?|avenida|plaza|pza\.?|paseo|camino|ctra\.?|carretera|barrio|ruta|esquina|metro|estaci[oó]n|parque|museo|teatro|zoo|puente|r[uú]a|entre)\s+(?:(?:de|del|la|el|los|las)\s+)*$/iu
const STREET_AFTER =
  /^\s+(?:street|st|road|rd|avenue|ave|lane|ln|square|sq|park|station|bridge|market|hill|museum|church|kalea|plaza)\b/iu

/** Words after 'calle' or before 'Street', or a partial name that is but the place's own street. */
export function namesStreet(best: ScoredHit, candidate: Candidate): boolean {
  const { span } = best.hit
  const first = span.text.tokens[span.first]
  const last = span.text.tokens[span.last]
  if (first === undefined || last === undefined || best.hit.match === 'typo') return false
  const before = span.text.text.slice(Math.max(0, first.start - 30), first.start)
  if (span.form === 'words' && best.coverage < 0.95 && STREET_CUE.test(before)) return true
  if (span.form === 'words' && STREET_AFTER.test(span.text.text.slice(last.end, last.end + 14))) return true
  const street = candidate.place.address === undefined ? [] : nameKey(candidate.place.address).split(' ')
  return best.coverage < 0.75 && span.key.split(' ').every((w) => street.includes(w))
}

/** How surely the hit's words are but the name of an area. */
export function areaNameWeight(best: ScoredHit, context: PostContext): number {
  const { span } = best.hit
  if (span.form === 'handle') return 0
  return context.areas.mentions.reduce(
    (max, m) =>
      m.key === span.key || m.key.replaceAll(' ', '') === span.key ? Math.max(max, m.weight) : max,
    0,
  )
}

/** True when the hit's words are part of an address the post gives. */
export function insideAddress(span: Span, context: PostContext): boolean {
  const words = span.key.split(' ')
  return context.addresses.some(
    (a) => a.text === span.text && a.sure && words.every((w) => nameKey(a.words).split(' ').includes(w)),
  )
}

/** A pin line, a label or a handle that names something else than this place speaks against it. */
export function unexplained(
  candidate: Candidate,
  context: PostContext,
): Record<'unexplainedPin' | 'unexplainedLabel' | 'unexplainedHandle', number> {
  const open = context.chunks.filter((chunk) => !chunkExplained(chunk, candidate))
  const has = (kind: CuedChunk['kind']): number => (open.some((chunk) => chunk.kind === kind) ? 1 : 0)
  return { unexplainedPin: has('pin'), unexplainedLabel: has('label'), unexplainedHandle: has('handle') }
}
