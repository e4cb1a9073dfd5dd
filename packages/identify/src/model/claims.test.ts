import { describe, expect, it } from 'vitest'
import { FEATURES, type FeatureName } from '../features/evidence-table.ts'
import {
  byClaim,
  CLAIM_FEATURES,
  claimFeatures,
  isDoubted,
  isLocated,
  nameEvidence,
  probabilities,
  type ScoredRival,
} from './claims.ts'
import { linearScore, sigmoid } from './linear.ts'
import { RIVAL_NAMES, withRivals, type Competitor, type Scored } from './rivals.ts'

type Features = Partial<Record<FeatureName, number>>

/** A candidate for the word at `first`; `number` distinguishes candidates for the same word. */
function competitor(first: number, number: number, features: Features = {}): Competitor {
  return {
    id: `test:${first}-${number}`,
    name: `place ${first}`,
    lat: 40 + first / 100 + number,
    lng: -3,
    x: FEATURES.map((name) => features[name] ?? (name === 'bits' ? 2 : 0)),
    cap: 1,
    claim: { text: 0, first, last: first, joined: `place${first}` },
  }
}

function rival(logOdds: number, of: Competitor): ScoredRival {
  return { competitor: of, x: of.x, logOdds }
}

const CALIBRATION = { bias: 0, scale: [1], weight: [1] }

describe('claims', () => {
  it('are the candidates that the same words name', () => {
    const rivals = [rival(2, competitor(1, 1)), rival(1, competitor(5, 1)), rival(0, competitor(1, 2))]
    expect(byClaim(rivals).map((claim) => claim.map((each) => each.competitor.id))).toEqual([
      ['test:1-1', 'test:1-2'],
      ['test:5-1'],
    ])
  })

  it('divide their probability among their candidates by score', () => {
    const rivals = [rival(2, competitor(1, 1)), rival(2, competitor(1, 2)), rival(0, competitor(1, 3))]
    const z = claimFeatures(rivals, rivals)
    const [first = 0, second = 0, third = 0] = probabilities(CALIBRATION, { z, rivals })
    expect(first + second + third).toBeCloseTo(sigmoid(linearScore(CALIBRATION, z)))
    expect(first).toBe(second)
    expect(first / third).toBeCloseTo(Math.exp(2))
  })

  it('leave a candidate no more than spec §9 allows it', () => {
    const rivals = [rival(6, { ...competitor(1, 1), cap: 0.6 })]
    expect(probabilities(CALIBRATION, { z: claimFeatures(rivals, rivals), rivals })).toEqual([0.6])
  })

  it('are measured beside others in a post about one place, apart from those in a list', () => {
    const pair = (list: number): ScoredRival[] => [
      rival(2, competitor(1, 1, { list })),
      rival(3, competitor(5, 1, { list })),
    ]
    const measured = (list: number) => {
      const all = pair(list)
      const values = claimFeatures(all.slice(0, 1), all)
      return Object.fromEntries(CLAIM_FEATURES.map((name, at) => [name, values[at]]))
    }
    expect(measured(0)).toMatchObject({ best: 2, others: expect.closeTo(3), othersInList: 0 })
    expect(measured(1)).toMatchObject({ best: 2, others: 0, othersInList: expect.closeTo(3) })
  })
})

describe('withRivals', () => {
  const scored = (first: number, features: Features): Scored => ({
    competitor: competitor(first, 1, features),
    score: 1,
  })
  const valueOf = (name: (typeof RIVAL_NAMES)[number], own: Scored, all: readonly Scored[]): number =>
    withRivals(own, all, { visit: 0, roleOf: () => 0 })[FEATURES.length + RIVAL_NAMES.indexOf(name)] ?? NaN
  const elsewhere = scored(1, { otherAddress: 1 })
  const otherQuarter = scored(2, { neighbourhoodOther: 1 })

  it('counts another address and another part of the city against a place', () => {
    expect(valueOf('against', elsewhere, [elsewhere])).toBe(1)
    expect(valueOf('against', otherQuarter, [otherQuarter])).toBe(1)
  })

  it.each(['unfounded', 'beside', 'closed', 'command', 'compared'] as const)(
    'counts %s against it',
    (name) => {
      const own = scored(1, { [name]: 1 })
      expect(valueOf('against', own, [own])).toBe(1)
    },
  )

  it('counts nothing against a place that the post says of another one it names', () => {
    const owner = scored(5, { number: 1, street: 1 })
    const neighbour = scored(6, { neighbourhoodOwn: 1 })
    expect(valueOf('against', elsewhere, [elsewhere, owner])).toBe(0)
    expect(valueOf('against', otherQuarter, [otherQuarter, neighbour])).toBe(0)
  })

  it('counts a likelier place at the same door against one that has the number of the post, too', () => {
    const likelier = { ...scored(5, { number: 1 }), score: 2 }
    const { lat } = likelier.competitor
    const at = (features: Features): Scored => ({
      competitor: { ...competitor(1, 1, features), lat },
      score: 1,
    })
    const [numbered, unnumbered] = [at({ number: 1 }), at({})]
    expect(valueOf('against', numbered, [likelier, numbered])).toBe(1)
    expect(valueOf('against', unnumbered, [likelier, unnumbered])).toBe(0)
    expect(valueOf('against', likelier, [likelier, numbered])).toBe(0)
  })

  it('counts a name without a mark and an area against a place, but for one in capital letters', () => {
    const quiet = scored(1, { nowhere: 1, nowhereUnmarked: 1, caption: 1, spanWords: 2 })
    const loud = scored(1, { nowhere: 1, nowhereUnmarked: 1, caption: 1, spanWords: 2, upper: 1 })
    expect(valueOf('against', quiet, [quiet])).toBe(1)
    expect(valueOf('against', loud, [loud])).toBe(0)
  })

  it('compares how often and how early the post names a place with the others that are likely', () => {
    const early = scored(1, { times: 1 })
    const late = scored(9, { times: 2 })
    expect(valueOf('times', late, [early, late])).toBe(1)
    expect(valueOf('times', early, [early, late])).toBe(-1)
    expect(valueOf('after', late, [early, late])).toBe(1)
    expect(valueOf('after', early, [early, late])).toBe(0)
  })
})

describe('a place', () => {
  /** The place with its features, and this many things in the post against it. */
  const of = (features: Features, against = 0): ScoredRival => {
    const own = competitor(1, 1, features)
    const beside = RIVAL_NAMES.map((name) => (name === 'against' ? against : 0))
    return { competitor: own, x: [...own.x, ...beside], logOdds: 0 }
  }

  it.each([
    ['by half of its name', { partial: 1, coverage: 0.5 }, 0, true],
    ['by most of its name', { partial: 1, coverage: 0.4 }, 0, false],
    ['by half of its name at its number', { partial: 1, coverage: 0.6, number: 1 }, 0, false],
    ['with something said against it', {}, 1, true],
  ] as const)('%s is doubted: %j, %d, %s', (_, features, against, is) => {
    expect(isDoubted(of(features, against))).toBe(is)
  })

  it('has a mark that counts only when nothing is said against it', () => {
    expect(nameEvidence(of({ handle: 1 }))).toBe('marked')
    expect(nameEvidence(of({ handle: 1 }, 1))).toBe('bare')
    expect(nameEvidence(of({ cityNamed: 1 }))).toBe('located')
    expect(nameEvidence(of({ pinDirect: 1, nowhere: 1 }, 1))).toBe('marked')
    expect(nameEvidence(of({ pinDirect: 1, nowhere: 1 }, 2))).toBe('bare')
    expect(nameEvidence(of({ pinDirect: 1, nowhere: 1, unfounded: 1 }, 1))).toBe('bare')
    expect(nameEvidence(of({ preposition: 1 }, 1))).toBe('written')
    expect(nameEvidence(of({ upper: 1, caption: 1, spanWords: 2 }))).toBe('written')
    expect(nameEvidence(of({ upper: 1, caption: 1, spanWords: 1 }))).toBe('bare')
  })

  it('is located by an area that holds it, not by one that is only named', () => {
    expect(isLocated(of({ geo: 0.5 }))).toBe(true)
    expect(isLocated(of({ areas: 2, country: 1 }))).toBe(false)
  })
})
