import type { EvidenceText, Resolution } from '@antojo/identify/evidence'
import { nameKey } from '@antojo/domain/text'
import type { SpeechHints } from '../../adapters/speech/speech-client.ts'

const SPANISH = new Set(
  'el los las una uno que con por para del muy pero como esta este donde aquí y en'.split(' '),
)
const ENGLISH = new Set(
  'the and with this that for you are was from best very have but where here of in is'.split(' '),
)
const MIN_WORDS = 5
/** The largest share of words in the other language. */
const MAX_OTHER_SHARE = 0.2

/** Hints for speech recognition: the post's language, and names from its texts and the index. */
export function speechHints(texts: readonly EvidenceText[], resolution: Resolution): SpeechHints {
  const language = languageOf(texts)
  const named = resolution.mentions
    .filter(({ kind }) => kind === 'name')
    .toSorted((a, b) => b.confidence - a.confidence)
  const near = resolution.places.flatMap(({ place, alternatives }) => [
    place.name,
    ...alternatives.map((option) => option.place.name),
  ])
  const city = resolution.cityHint === undefined ? [] : [resolution.cityHint]
  const names = [...near, ...named.map(({ text }) => text), ...city]
  return { ...(language === null ? {} : { language }), ...(names.length === 0 ? {} : { names }) }
}

/** Null unless the language is clear, because a wrong language makes a transcription worse than no hint. */
function languageOf(texts: readonly EvidenceText[]): 'es' | 'en' | null {
  const words = texts.flatMap(({ text }) => nameKey(text).split(' '))
  const spanish = words.filter((word) => SPANISH.has(word)).length
  const english = words.filter((word) => ENGLISH.has(word)).length
  if (spanish >= MIN_WORDS && english <= spanish * MAX_OTHER_SHARE) return 'es'
  return english >= MIN_WORDS && spanish <= english * MAX_OTHER_SHARE ? 'en' : null
}
