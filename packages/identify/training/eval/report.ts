import { editDistance } from '@antojo/domain/spelling/edit-distance'
import { isNearer } from '../../src/areas/geo.ts'
import { choose, isAskedInList, isSureInList, MAX_OPTIONS, type Choice } from '../../src/decide.ts'
import type { Judgement } from '../train/train-model.ts'

/** The decision about a post, and which of its places are right. */
interface Outcome extends Judgement {
  readonly choice: Choice
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

const goldAt = ({ judged }: Judgement, i: number): number => judged[i]?.gold ?? -1
const isRight = (outcome: Outcome, i: number): boolean => goldAt(outcome, i) >= 0
const isAccepted = ({ choice }: Outcome): boolean => choice.decision === 'accepted'

/** Accepted, with every place of the answer right. */
const isAcceptedRight = (outcome: Outcome): boolean =>
  isAccepted(outcome) && outcome.choice.places.every((i) => isRight(outcome, i))

/** A right place is accepted or among the options, of which there are at most three. */
const isOffered = (outcome: Outcome): boolean =>
  [...outcome.choice.places, ...outcome.choice.alternatives].some((i) => isRight(outcome, i))

function placesFound(outcome: Outcome): number {
  const { places, alternatives, decision } = outcome.choice
  const shown = decision === 'accepted' ? places : [...places, ...alternatives]
  return new Set(shown.map((i) => goldAt(outcome, i)).filter((gold) => gold >= 0)).size
}

const count = (outcomes: readonly Outcome[], test: (outcome: Outcome) => boolean): number =>
  outcomes.filter(test).length
const sum = (outcomes: readonly Outcome[], value: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + value(outcome), 0)

function outcomesOf(judgements: readonly Judgement[], isImport = false): Outcome[] {
  return judgements.map((each) => {
    const choice = choose(each.judged, each.isList)
    return { ...each, choice: isImport ? choiceInSavedList(choice, each) : choice }
  })
}

function choiceInSavedList(choice: Choice, { judged }: Judgement): Choice {
  const at = (numbers: readonly number[]) => numbers.flatMap((i) => judged[i] ?? [])
  const places = choice.places.filter((i) => choice.decision === 'accepted' && at([i]).every(isSureInList))
  if (places.length > 0) return { ...choice, places }
  return isAskedInList(at(choice.places), at(choice.alternatives))
    ? { ...choice, decision: 'needs_confirmation' }
    : { decision: 'weak_data', places: [], alternatives: [] }
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const HEAD = [
  'posts',
  'accepted and right',
  'right among three',
  'precision of accepted places',
  'accepted',
  'asked',
  'places found',
]

function figures(outcomes: readonly Outcome[]): string[] {
  const accepted = outcomes.filter(isAccepted)
  const all = outcomes.length
  return [
    String(all),
    percent(count(outcomes, isAcceptedRight), all),
    percent(count(outcomes, isOffered), all),
    percent(
      sum(accepted, (each) => each.choice.places.filter((i) => isRight(each, i)).length),
      sum(accepted, ({ choice }) => choice.places.length),
    ),
    percent(accepted.length, all),
    percent(count(outcomes, isAsked), all),
    percent(
      sum(outcomes, placesFound),
      sum(outcomes, ({ post }) => post.places),
    ),
  ]
}

/** A row of figures for each group, and one for all. */
export function figuresBy(judgements: readonly Judgement[], groupOf: (each: Judgement) => string): string {
  const outcomes = outcomesOf(judgements)
  const groups = [...Map.groupBy(outcomes, groupOf)].toSorted(([a], [b]) => a.localeCompare(b))
  return table(
    ['', ...HEAD],
    [...groups, ['all', outcomes] as const].map(([name, own]) => [name, ...figures(own)]),
  )
}

/**
 * The share of posts that are accepted although their right places are in no index, with and without answers that are
 * other records of these places.
 */
export function removedAccepted(judgements: readonly Judgement[]): string {
  const outcomes = outcomesOf(judgements)
  const accepted = outcomes.filter(isAccepted)
  const wrong = accepted.filter((each) => !each.choice.places.every((i) => isOtherRecord(each, i)))
  return `${percent(accepted.length, outcomes.length)}, without other records of the right place ${percent(wrong.length, outcomes.length)}`
}

/** The distance in kilometres within which a place of nearly the same name is another record of the right one. */
const RECORD_KM = 0.3
/** The fewest letters of a distinctive word, and the most in which two records of one name may differ. */
const MIN_DISTINCTIVE_LETTERS = 4
const MAX_EDITS = 2

/** True for a place with nearly the right place's name, or at its address with a word of its name. */
function isOtherRecord({ post, judged }: Outcome, i: number): boolean {
  const place = judged[i]?.competitor
  const plain = post.posed.find(({ form }) => form === 'plain')
  const rights = plain?.competitors.filter((_, at) => (plain.gold[at] ?? -1) >= 0) ?? []
  return (
    place !== undefined &&
    rights.some((right) => isNearer(place, right, RECORD_KM) && isLike(place.name, right.name))
  )
}

function isLike(a: string, b: string): boolean {
  const words = new Set(b.split(' '))
  return (
    a.split(' ').some((word) => word.length >= MIN_DISTINCTIVE_LETTERS && words.has(word)) ||
    editDistance(a.replaceAll(' ', ''), b.replaceAll(' ', ''), MAX_EDITS) <= MAX_EDITS
  )
}

/** The share of posts that are accepted with an index that seldom has their places, and how many of these are wrong. */
export function acceptedLine(judgements: readonly Judgement[]): string {
  const outcomes = outcomesOf(judgements)
  const known = outcomes.filter(({ posed }) => posed.gold.some((gold) => gold >= 0))
  const accepted = outcomes.filter(isAccepted)
  const wrong = accepted.filter(
    (each) => !isAcceptedRight(each) && !each.choice.places.every((i) => isOtherRecord(each, i)),
  )
  return [
    `${outcomes.length} posts, the right place known of ${known.length}`,
    `accepted ${accepted.length}, of these wrong ${wrong.length}`,
    `accepted and right of the known ${percent(count(known, isAcceptedRight), known.length)}`,
  ].join('; ')
}

/** For each post about a place, people save this many about nothing. */
const NOTHING_PER_PLACE = 20

/** The wrong rows and the questions of 1,000 posts in the mix of life, by the posts about nothing and by the others. */
export function mixTable(judgements: readonly Judgement[]): string {
  const groups: readonly (readonly [string, (writer: string) => boolean])[] = [
    ['every post about nothing', (writer) => !writer.startsWith('traps')],
    ['those of w21, a writer of such posts alone', (writer) => writer === 'w21'],
    ['names made of ordinary words', (writer) => writer.startsWith('traps')],
  ]
  const rows = groups.flatMap(([name, isOwn]) =>
    [false, true].map((isImport) => {
      const outcomes = outcomesOf(judgements, isImport)
      const nothing = outcomes.filter(({ post }) => post.kind === 'none' && isOwn(post.writer))
      const others = outcomes.filter(({ post }) => post.kind !== 'none')
      const wrong = perThousand(nothing, others, (all) => sum(all, wrongRows))
      const asked = perThousand(nothing, others, (all) => count(all, isAsked))
      return [
        isImport ? `${name}, as in a saved list` : name,
        String(nothing.length),
        percent(sum(nothing, wrongRows), nothing.length),
        percent(count(nothing, isAsked), nothing.length),
        wrong,
        asked,
      ]
    }),
  )
  return table(
    ['', 'posts about nothing', 'wrong rows', 'asked', 'wrong rows in 1,000', 'asked in 1,000'],
    rows,
  )
}

const isAsked = ({ choice }: Outcome): boolean => choice.decision === 'needs_confirmation'
const wrongRows = (outcome: Outcome): number =>
  isAccepted(outcome) ? outcome.choice.places.filter((i) => !isRight(outcome, i)).length : 0

/** A number of 1,000 posts in the mix of life. */
function perThousand(
  nothing: readonly Outcome[],
  others: readonly Outcome[],
  of: (outcomes: readonly Outcome[]) => number,
): string {
  const share = (outcomes: readonly Outcome[]): number => of(outcomes) / Math.max(1, outcomes.length)
  const mean = (NOTHING_PER_PLACE * share(nothing) + share(others)) / (NOTHING_PER_PLACE + 1)
  return (1000 * mean).toFixed(1)
}

/** The main figures in one line. */
export function summary(judgements: readonly Judgement[]): string {
  const plain = outcomesOf(judgements.filter(({ posed }) => posed.form === 'plain'))
  const removed = outcomesOf(judgements.filter(({ posed }) => posed.form === 'removed'))
  const named = plain.filter(({ post }) => post.kind === 'named')
  const none = plain.filter(({ post }) => post.kind === 'none')
  const accepted = plain.filter(isAccepted)
  const right = sum(accepted, (each) => each.choice.places.filter((i) => isRight(each, i)).length)
  return [
    `named accepted and right ${percent(count(named, isAcceptedRight), named.length)}`,
    `among ${MAX_OPTIONS} ${percent(count(named, isOffered), named.length)}`,
    `precision ${percent(
      right,
      sum(accepted, ({ choice }) => choice.places.length),
    )}`,
    `none accepted ${percent(count(none, isAccepted), none.length)}`,
    `removed accepted ${percent(count(removed, isAccepted), removed.length)}`,
  ].join(', ')
}

const BINS = 10

/** First answers by confidence, with the share that is right. */
export function calibrationTable(judgements: readonly Judgement[]): string {
  const firsts = judgements.flatMap(({ judged }) => judged.slice(0, 1))
  const rows = Array.from({ length: BINS }, (_, bin) => {
    const own = firsts.filter(({ p }) => Math.min(BINS - 1, Math.floor(p * BINS)) === bin)
    const mean = own.reduce((total, { p }) => total + p, 0) / own.length
    const right = own.filter(({ gold }) => gold >= 0).length / own.length
    return own.length === 0
      ? []
      : [[`${bin / BINS}–${(bin + 1) / BINS}`, String(own.length), mean.toFixed(2), right.toFixed(2)]]
  }).flat()
  return table(['confidence', 'answers', 'mean confidence', 'right'], rows)
}

/** The median and high quantiles of times in milliseconds. */
export function timeLine(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const quantile = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
  return `milliseconds a post: median ${quantile(0.5)}, p90 ${quantile(0.9)}, p99 ${quantile(0.99)}`
}
