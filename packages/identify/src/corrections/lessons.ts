import { distanceKm } from '@antojo/domain/distance'
import { MAX_OPTIONS } from '../decide.ts'
import type { EvidenceText, PlaceOption, Resolution, ResolvedPlace, WhyKind } from '../evidence.ts'
import { placeId, type PlaceFacts } from '@antojo/domain/places/place-facts'
import { STOP_WORDS } from '../text/words.ts'
import { nameKey } from '@antojo/domain/text'
import { findName, type Occurrence } from './find-name.ts'

/** A lesson: in posts of one creator, this name means that place. */
export interface Lesson {
  /** The name as a post wrote it. */
  readonly name: string
  readonly placeId: string
  /** The answers that people corrected with it, and the kinds of reasons that had located each. */
  readonly rejected: readonly { readonly placeId: string; readonly locatedBy: readonly string[] }[]
}

export interface LessonWithPlace extends Lesson {
  readonly place: PlaceFacts
}

/** A person taught this with another post of the creator. */
const LEARNED_CONFIDENCE = 0.95

/** Below this confidence, a place is unlikely to be meant. */
const UNLIKELY = 0.1

const NAME_KINDS: ReadonlySet<WhyKind> = new Set([
  'name',
  'partial-name',
  'misspelt-name',
  'handle',
  'hashtag',
  'creator',
  'alias',
  'correction',
])

/** The most kilometres between two places that one reason can locate. */
const PRECISION_KM: Readonly<Partial<Record<WhyKind, number>>> = {
  address: 0.2,
  phone: 0.2,
  street: 1,
  neighbourhood: 3,
  city: 30,
  region: 300,
}

const MAX_NAME = 120

/** The letters and digits of a name, equal for 'El Califa', '#elcalifa' and '@el.califa'. */
export function lessonKey(name: string): string {
  return nameKey(name).replaceAll(' ', '')
}

function isCapital(word: string | undefined): boolean {
  return word !== undefined && /^[\p{Lu}\p{N}]/u.test(word)
}

/** The lessons of a person who chose these places for a post that had this answer. */
export function lessonsOf(answer: Resolution, chosen: readonly PlaceFacts[]): Lesson[] {
  const ids = chosen.map(placeId)
  const [first] = answer.places
  const rejected = first && !ids.includes(placeId(first.place)) ? [first] : []
  const lessons = ids.flatMap((id): Lesson[] => {
    if (answer.decision === 'accepted' && answer.places.some(({ place }) => placeId(place) === id)) return []
    const offered = optionsOf(answer).find(({ place }) => placeId(place) === id)
    const name = offered ? nameOf(offered)?.words : ids.length === 1 ? misreadName(answer) : undefined
    if (name === undefined || name.length > MAX_NAME || !/\p{L}/u.test(lessonKey(name))) return []
    return [
      {
        name,
        placeId: id,
        rejected: rejected.map((option) => ({
          placeId: placeId(option.place),
          locatedBy: option.why.flatMap(({ kind }) => (kind in PRECISION_KM ? [kind] : [])),
        })),
      },
    ]
  })
  // When two branches were chosen for one name, the name means neither alone.
  return lessons.filter(({ name }) => lessons.filter((other) => isSameName(name, other.name)).length === 1)
}

/**
 * The name of a place that was not among the answers: the words that led to the wrong answer, or words marked as a
 * place that no answer explained. A handle beside a name is often that of a friend.
 */
function misreadName({ decision, places, unknownNames = [] }: Resolution): string | undefined {
  const answered = places[0] && nameOf(places[0])?.words
  const written = unknownNames.find((name) => !name.startsWith('@'))
  const unknown = written === undefined ? undefined : leadingName(written)
  const [handle, another] = unknownNames
  const last = another === undefined ? handle : undefined
  return decision === 'accepted' ? (answered ?? unknown ?? last) : (unknown ?? answered ?? last)
}

/** 'Fonda Margarita' of 'Fonda Margarita desde las cinco'; all words when the first has no capital. */
function leadingName(words: string): string {
  const all = words.split(/\s+/u)
  if (!isCapital(all[0])) return words
  const end = all.findIndex((word, index) => {
    const next = all.slice(index).find((each) => !STOP_WORDS.has(nameKey(each)))
    return !isCapital(word) && !(STOP_WORDS.has(nameKey(word)) && isCapital(next))
  })
  return all.slice(0, end < 0 ? all.length : end).join(' ')
}

/**
 * Applies lessons about a creator's names to the answer for a post. Of two lessons for the same words, the earlier in
 * the list applies. A lesson replaces only the places that its words named. The result is accepted when the answer was,
 * or when nothing else in the post is likely to be meant. It is a question when the post names another place too.
 * Nothing changes when the post locates the place elsewhere.
 */
export function withLessons(
  answer: Resolution,
  lessons: readonly LessonWithPlace[],
  texts: readonly EvidenceText[],
): Resolution {
  const captions = texts.filter(({ source }) => source !== 'creator')
  const areas = answer.mentions.filter(({ kind }) => kind === 'city' || kind === 'neighbourhood')
  const areaWords = new Set(areas.flatMap(({ key }) => key.split(' ')))
  const found = lessons.flatMap((lesson): FoundLesson[] => {
    const occurrences = findName(lesson.name, captions, areaWords)
    const isMarked = (answer.unknownNames ?? []).some((name) => isPartOfOther(name, lesson.name))
    const isNamed =
      occurrences.length > 0 ||
      optionsOf(answer).some((option) => isSameName(nameOf(option)?.words, lesson.name))
    return isNamed ? [{ ...lesson, occurrences, isMarked }] : []
  })
  if (found.length === 0) return answer
  return answer.decision === 'accepted' ? correctAnswer(answer, found) : correctQuestion(answer, found)
}

interface FoundLesson extends LessonWithPlace {
  readonly occurrences: readonly Occurrence[]
  /** True when the post marks it as a name and no place of the index explains it. */
  readonly isMarked: boolean
}

function correctAnswer(answer: Resolution, found: readonly FoundLesson[]): Resolution {
  const places = answer.places.map((wrong): ResolvedPlace => {
    const lesson = lessonFor(wrong, found)
    if (!lesson || isPlaceOf(lesson, wrong)) return wrong
    return {
      ...learnedOption(lesson, wrong),
      alternatives: unlikely([optionOf(wrong), ...wrong.alternatives], lesson),
    }
  })
  const [only, another] = places
  if (only === undefined || another !== undefined || only !== answer.places[0])
    return { ...answer, places: distinctPlaces(places) }
  // When the post has both names, a person has said that the other one is meant.
  const meant = found.find(
    (lesson) =>
      !explains(lesson, only) && lesson.rejected.some((rejected) => rejected.placeId === placeId(only.place)),
  )
  return meant && !isPlaceOf(meant, only)
    ? question(answer, [learnedOption(meant, only, only.confidence), optionOf(only), ...only.alternatives])
    : answer
}

function correctQuestion(answer: Resolution, found: readonly FoundLesson[]): Resolution {
  if (answer.reason === 'not_a_restaurant_post') return answer
  const options = optionsOf(answer).map((option) => ({ option, lesson: lessonFor(option, found) }))
  const used = [
    ...new Set(found.filter((each) => each.isMarked || options.some(({ lesson }) => lesson === each))),
  ]
  const others = options.filter(({ option }) => !used.some((lesson) => isPlaceOf(lesson, option)))
  const rest = others.flatMap(({ option, lesson }) => (lesson ? [] : [option]))
  const [only] = used
  if (only === undefined) return answer
  const isSure =
    used.every((lesson) => lesson.placeId === only.placeId) &&
    rest.every(({ confidence }) => confidence < UNLIKELY) &&
    (answer.unknownNames ?? []).every((name) => used.some((lesson) => isPartOfOther(name, lesson.name))) &&
    (only.occurrences.length === 0 || only.occurrences.some(({ continues }) => !continues))
  if (isSure) {
    const place = { ...learnedOption(only), alternatives: unlikely(rest, only) }
    return { ...answer, decision: 'accepted', places: [place] }
  }
  const asked = used.map((lesson) =>
    learnedOption(lesson, undefined, answer.places[0]?.confidence ?? UNLIKELY),
  )
  return question(answer, [...asked, ...rest])
}

/** The options that remain beside a learned place. */
function unlikely(options: readonly PlaceOption[], lesson: Lesson): PlaceOption[] {
  return options
    .filter((option) => !isPlaceOf(lesson, option))
    .slice(0, MAX_OPTIONS - 1)
    .map((option) => ({ ...option, confidence: Math.min(option.confidence, 1 - LEARNED_CONFIDENCE) }))
}

function question(answer: Resolution, options: readonly PlaceOption[]): Resolution {
  const [first, ...others] = distinctPlaces(options).slice(0, MAX_OPTIONS)
  const places = first ? [{ ...first, alternatives: others }] : []
  return { ...answer, decision: 'needs_confirmation', places }
}

/** The lesson whose words led to the option, unless the post locates the option elsewhere. */
function lessonFor(option: PlaceOption, found: readonly FoundLesson[]): FoundLesson | undefined {
  return found.find((lesson) => explains(lesson, option) && !isElsewhere(lesson, option))
}

/** True when the option was found by the lesson's name, or by a part of it while the post has the whole name. */
function explains({ name, occurrences }: FoundLesson, option: PlaceOption): boolean {
  const words = nameOf(option)?.words
  return isSameName(words, name) || (occurrences.length > 0 && isPart(words, name))
}

/**
 * True when the reasons that locate the option exclude the lesson's place. A person who rejected this very option knew
 * where the post located it, so only other locations count.
 */
function isElsewhere({ place, rejected }: LessonWithPlace, option: PlaceOption): boolean {
  const known = rejected.find((each) => each.placeId === placeId(option.place))?.locatedBy ?? []
  const km = distanceKm(place, option.place)
  return option.why.some(({ kind }) => !known.includes(kind) && km > (PRECISION_KM[kind] ?? Infinity))
}

function learnedOption(
  lesson: FoundLesson,
  wrong?: PlaceOption,
  confidence: number = LEARNED_CONFIDENCE,
): PlaceOption {
  const {
    words = lesson.name,
    source = 'description',
    second,
  } = (wrong && nameOf(wrong)) ?? lesson.occurrences[0] ?? {}
  const why = { kind: 'correction', words, source, ...(second === undefined ? {} : { second }) } as const
  return { place: lesson.place, confidence, why: [why] }
}

function optionsOf({ places }: Resolution): PlaceOption[] {
  return distinctPlaces(places.flatMap((place) => [optionOf(place), ...place.alternatives]))
}

function optionOf({ place, confidence, why }: ResolvedPlace): PlaceOption {
  return { place, confidence, why }
}

function distinctPlaces<T extends PlaceOption>(options: readonly T[]): T[] {
  const seen = new Set<string>()
  return options.filter(({ place }) => !seen.has(placeId(place)) && seen.add(placeId(place)))
}

function isPlaceOf(lesson: Lesson, option: PlaceOption): boolean {
  return lesson.placeId === placeId(option.place)
}

/** The words by which the post names the place. */
function nameOf({ why }: PlaceOption) {
  return why.find(({ kind }) => NAME_KINDS.has(kind))
}

function isSameName(one: string | undefined, other: string): boolean {
  return one !== undefined && lessonKey(one) === lessonKey(other)
}

function isPart(words: string | undefined, name: string): boolean {
  return words !== undefined && ` ${nameKey(name)} `.includes(` ${nameKey(words)} `)
}

function isPartOfOther(one: string, other: string): boolean {
  return isSameName(one, other) || isPart(one, other) || isPart(other, one)
}
