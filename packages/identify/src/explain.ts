import { sigmoid } from './model/linear.ts'
import { COSTS } from './costs.ts'
import { ACCEPT_CONFIDENCE, ACCEPT_DOUBTED, askConfidence, decide } from './decide.ts'
import type { Evidence } from './evidence.ts'
import { FEATURES, meaningOf } from './features/evidence-table.ts'
import type { Described } from './features/features.ts'
import { competitorOf } from './model/competitor.ts'
import { logOddsOf, type Model, rivalsOf } from './model/model.ts'
import type { Rival } from './model/claims.ts'
import { RIVAL_FEATURES, RIVAL_NAMES } from './model/rivals.ts'
import { postWords } from './model/words.ts'
import type { PostContext } from './post-context.ts'
import { describeCandidates, judged, type ResolveDeps } from './resolve.ts'

const MAX_CANDIDATES = 5
const MAX_FEATURES = 12
const MAX_TEXT_LENGTH = 300
/** Log-odds below which a feature is not worth a line. */
const MIN_EFFECT = 0.05

/**
 * A page that tells why a post has its answer: the words that were read, the areas, the candidates in the index with what
 * each feature adds to their log-odds, and the decision with its costs. Places of a provider are not looked up.
 */
export async function explainPlaces(
  evidence: Evidence,
  deps: ResolveDeps & { readonly model: Model },
): Promise<string> {
  const { described, context } = await describeCandidates(evidence, deps)
  const answer = judged(deps.model, described, context)
  const { decision, reason } = decide({ likely: answer.places, isList: answer.isList }, context)
  const rivals = rivalsIn(deps.model, described, context)
  const candidates = answer.places.slice(0, MAX_CANDIDATES).flatMap(({ described: each, p, isDoubted }) => {
    const { place } = each.candidate
    const rival = rivals.get(each)
    const head = `${percent(p)}  ${[place.name, place.address, place.city].filter(Boolean).join(', ')}`
    return [
      isDoubted ? `${head} (the post says something against it)` : head,
      ...(rival ? effects(deps.model, rival.x) : []),
      '',
    ]
  })
  return [
    'Words',
    ...evidence.texts.map(({ source, text }) => `  ${source}: ${text.slice(0, MAX_TEXT_LENGTH)}`),
    '',
    'Areas',
    ...context.areas.mentions.map(
      ({ weight, words, readings: [first] }) =>
        `  ${percent(weight)}  "${words}"${first ? `: ${first.entry.name}, ${first.entry.country}` : ''}`,
    ),
    '',
    `Candidates: ${described.length} in the index. Each line: what a feature adds to the log-odds, its value, its meaning.`,
    ...candidates,
    `Decision: ${reason === undefined ? decision : `${decision}, ${reason}`}${answer.isList ? ', several places' : ''}`,
    `  Accepted from ${percent(ACCEPT_CONFIDENCE)} (${percent(ACCEPT_DOUBTED)} against the post), asked about from ${percent(askConfidence('marked'))}`,
    `  together (${percent(askConfidence('located'))} without a mark, ${percent(askConfidence('bare'))} with nothing but a name),`,
    `  by the costs: ${Object.entries(COSTS)
      .map(([name, cost]) => `${name} ${cost}`)
      .join(', ')}.`,
  ].join('\n')
}

function rivalsIn(
  model: Model,
  described: readonly Described[],
  { texts }: PostContext,
): ReadonlyMap<Described, Rival> {
  const byCompetitor = new Map(described.map((each) => [competitorOf(each, texts), each]))
  return new Map(
    rivalsOf(model, [...byCompetitor.keys()], postWords(texts)).flatMap((rival) => {
      const own = byCompetitor.get(rival.competitor)
      return own === undefined ? [] : [[own, rival] as const]
    }),
  )
}

const MEANINGS = new Map<string, string>([
  ...FEATURES.map((name) => [name, meaningOf(name)] as const),
  ...Object.entries(RIVAL_FEATURES),
])

/** The features that count most, by the log-odds that are lost without each. */
function effects(model: Model, x: readonly number[]): readonly string[] {
  const whole = logOddsOf(model, x)
  return [...FEATURES, ...RIVAL_NAMES]
    .map((name, i) => ({ name, value: x[i] ?? 0, effect: whole - logOddsOf(model, x.with(i, 0)) }))
    .filter(({ effect }) => Math.abs(effect) >= MIN_EFFECT)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, MAX_FEATURES)
    .map(
      ({ name, value, effect }) =>
        `  ${signed(effect)}  ${name} ${Number(value.toFixed(2))}: ${MEANINGS.get(name) ?? ''}`,
    )
    .concat(`  ${signed(whole)}  in all, ${percent(sigmoid(whole))} before calibration`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0).padStart(3)} %`
}

function signed(effect: number): string {
  return `${effect < 0 ? '' : '+'}${effect.toFixed(2)}`.padStart(6)
}
