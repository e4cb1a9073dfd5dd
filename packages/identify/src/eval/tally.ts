import type { PlaceOption, Resolution } from '../evidence.ts'
import { isGold, type LabelledPost } from './posts.ts'

export interface Outcome {
  readonly post: LabelledPost
  readonly resolution: Resolution
  readonly ms: number
  /** Decision with the right places taken out of the index; absent for posts without any. */
  readonly removed?: Resolution['decision']
}

export interface Tally {
  posts: number
  accepted: number
  acceptedRight: number
  offered: number
  asked: number
  goldPlaces: number
  goldFound: number
  placesAccepted: number
  placesRight: number
  removedTested: number
  removedAccepted: number
  removedAsked: number
}

const empty = (): Tally => ({
  posts: 0,
  accepted: 0,
  acceptedRight: 0,
  offered: 0,
  asked: 0,
  goldPlaces: 0,
  goldFound: 0,
  placesAccepted: 0,
  placesRight: 0,
  removedTested: 0,
  removedAccepted: 0,
  removedAsked: 0,
})

const OPTIONS = 3

/** The options of a result: each place with its alternatives, three for a question. */
export const optionsOf = ({ decision, places }: Resolution): PlaceOption[] =>
  decision === 'weak_data' ? [] : places.flatMap((place) => [place, ...place.alternatives].slice(0, OPTIONS))

export const isRight = ({ place }: PlaceOption, post: LabelledPost): boolean =>
  post.gold.some((gold) => isGold(place, gold))

/** Counts outcomes by group. */
export function tallyBy(
  outcomes: readonly Outcome[],
  group: (outcome: Outcome) => string,
): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const outcome of outcomes) {
    const name = group(outcome)
    const tally = tallies.get(name) ?? empty()
    tallies.set(name, tally)
    count(tally, outcome)
  }
  return tallies
}

function count(tally: Tally, { post, resolution, removed }: Outcome): void {
  const options = optionsOf(resolution)
  const accepted = resolution.decision === 'accepted'
  tally.posts++
  if (accepted) {
    tally.accepted++
    tally.placesAccepted += resolution.places.length
    tally.placesRight += resolution.places.filter((place) => isRight(place, post)).length
    if (resolution.places.every((place) => isRight(place, post))) tally.acceptedRight++
  }
  if (resolution.decision === 'needs_confirmation') tally.asked++
  if (options.some((option) => isRight(option, post))) tally.offered++
  const found = accepted ? resolution.places : options
  tally.goldPlaces += post.gold.length
  tally.goldFound += post.gold.filter((gold) => found.some(({ place }) => isGold(place, gold))).length
  if (removed === undefined) return
  tally.removedTested++
  if (removed === 'accepted') tally.removedAccepted++
  if (removed === 'needs_confirmation') tally.removedAsked++
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`

/** A Markdown table of tallies. */
export function tallyTable(title: string, tallies: ReadonlyMap<string, Tally>): string {
  const head = [
    title,
    'posts',
    'accepted and right',
    'right among those offered',
    'precision of accepted',
    'accepted',
    'asked',
    'places found',
    'right one removed: accepted',
    'asked',
  ]
  const rows = [...tallies]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, t]) => [
      name,
      String(t.posts),
      percent(t.acceptedRight, t.posts),
      percent(t.offered, t.posts),
      percent(t.placesRight, t.placesAccepted),
      percent(t.accepted, t.posts),
      percent(t.asked, t.posts),
      t.goldPlaces === 0 ? '–' : `${t.goldFound} of ${t.goldPlaces}`,
      t.removedTested === 0 ? '–' : `${t.removedAccepted} of ${t.removedTested}`,
      t.removedTested === 0 ? '–' : String(t.removedAsked),
    ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
