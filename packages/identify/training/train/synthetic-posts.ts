import { distanceKm } from '@antojo/domain/distance'
import type { Candidate } from '../../src/candidates/candidate.ts'
import type { LabelledPost } from '../eval/posts.ts'
import type { Evidence } from '../../src/evidence.ts'
import type { TokenText } from '../../src/text/tokens.ts'

/** The words that replace a name taken out of a sentence. */
const NAMELESS = { es: 'este lugar', en: 'this place' }

/** A post without the words that name a place: the rest still describes a visit, but names nothing. */
export function nameless(texts: readonly TokenText[], { hits }: Candidate, lang: string): Evidence {
  const instead = lang.startsWith('es') ? NAMELESS.es : NAMELESS.en
  return {
    texts: texts.flatMap((text) => {
      const { source, tokens } = text
      const spans = hits.flatMap(({ span }) => (span.text === text ? [span] : []))
      if (spans.length === 0) return [{ source, text: text.text }]
      if (source === 'creator') return []
      const isNamed = (i: number): boolean => spans.some(({ first, last }) => first <= i && i <= last)
      let left = ''
      let end = 0
      tokens.forEach(({ kind, start, end: after }, i) => {
        if (!isNamed(i)) return
        left += text.text.slice(end, kind === 'word' ? start : start - 1)
        if (kind === 'word' && !(i > 0 && isNamed(i - 1))) left += instead
        end = after
      })
      return [{ source, text: left + text.text.slice(end) }]
    }),
  }
}

/** Places of one list lie within this distance (kilometres). */
const NEAR_KM = 40
const MAX_PLACES = 4

/** The ways in which lists separate one place from the next. */
const FORMS: readonly ((number: number) => string)[] = [
  (number) => `${number}. `,
  (number) => `${number}\uFE0F\u20E3 `,
  () => '• ',
  () => '',
]
const HEADS = {
  es: ['Mis favoritos de la zona', 'Ruta del finde', 'Dónde comer, guardad esto'],
  en: ['My favourites around here', 'A weekend of eating', 'Where to eat, save this'],
}

/** Posts about several places, each made of several posts of one writer about places near each other. */
export function lists(posts: readonly LabelledPost[]): LabelledPost[] {
  const left = new Set(
    posts.filter(({ kind, gold, description }) => kind === 'named' && gold.length === 1 && description),
  )
  const made: LabelledPost[] = []
  for (const first of left) {
    const chosen = [...left].filter((each) => isNear(first, each)).slice(0, MAX_PLACES)
    for (const each of chosen) left.delete(each)
    left.delete(first)
    if (chosen.length > 1) made.push(listOf(first, chosen, made.length))
  }
  return made
}

function isNear(a: LabelledPost, b: LabelledPost): boolean {
  const [one, other] = [a.gold[0], b.gold[0]]
  return (
    one !== undefined &&
    other !== undefined &&
    a.writer === b.writer &&
    a.lang === b.lang &&
    distanceKm(one, other) < NEAR_KM
  )
}

function listOf(first: LabelledPost, chosen: readonly LabelledPost[], number: number): LabelledPost {
  const form = FORMS[number % FORMS.length] ?? String
  const heads = first.lang?.startsWith('es') === true ? HEADS.es : HEADS.en
  const parts = chosen.map(
    ({ description }, i) => `${form(i + 1)}${(description ?? '').replaceAll('\n', ' ')}`,
  )
  return {
    id: `${first.id}+${chosen.length}`,
    writer: first.writer,
    isMade: true,
    lang: first.lang,
    kind: 'several',
    description: [heads[number % heads.length], ...parts].join('\n'),
    hashtags: chosen.flatMap(({ hashtags }) => hashtags ?? []),
    gold: chosen.flatMap(({ gold }) => gold),
  }
}
