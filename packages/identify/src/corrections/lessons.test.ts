import type { Resolution, ResolvedPlace, WhyKind } from '../evidence.ts'
import type { PlaceFacts } from '@antojo/domain/places/place-facts'
import { describe, expect, it } from 'vitest'
import { type LessonWithPlace, lessonsOf, withLessons } from './lessons.ts'

const ROMA = { lat: 19.4196, lng: -99.1672 }
const COYOACAN = { lat: 19.35, lng: -99.162 }
const MADRID = { lat: 40.4168, lng: -3.7038 }

function place(sourceId: string, where = ROMA): PlaceFacts {
  return { source: 'x', sourceId, name: sourceId, categories: [], cuisine: [], ...where }
}

type Reason = readonly [WhyKind, string]

function option(sourceId: string, confidence: number, why: readonly Reason[], where = ROMA): ResolvedPlace {
  const reasons = why.map(([kind, words]) => ({ kind, words, source: 'title' }) as const)
  return { place: place(sourceId, where), confidence, why: reasons, alternatives: [] }
}

function answer(
  decision: Resolution['decision'],
  options: readonly ResolvedPlace[],
  unknownNames: readonly string[] = [],
): Resolution {
  const [first, ...others] = options
  const places = decision === 'accepted' ? options : first ? [{ ...first, alternatives: others }] : []
  return { decision, places, unknownNames, mentions: [], queries: [] }
}

function lesson(name: string, to: PlaceFacts, rejected: LessonWithPlace['rejected'] = []): LessonWithPlace {
  return { name, placeId: `x:${to.sourceId}`, place: to, rejected }
}

/** The decision, and the ids of the offered places in order. */
function outcome(before: Resolution, lessons: readonly LessonWithPlace[], caption: string): string {
  const { decision, places } = withLessons(before, lessons, [{ source: 'title', text: caption }])
  const ids = places.flatMap((each) => [each, ...(decision === 'accepted' ? [] : each.alternatives)])
  return [decision, ...ids.map(({ place: { sourceId } }) => sourceId)].join(' ')
}

const right = place('right')
const califa = lesson('El Califa', right)

describe('an answer that was accepted', () => {
  const wrong = answer('accepted', [option('wrong', 0.9, [['name', 'El Califa']])])

  it.each([
    ['by the lesson’s words', wrong, 'Cena en El Califa'],
    [
      'by the same words in another spelling',
      answer('accepted', [option('wrong', 0.9, [['hashtag', '#elcalifa']])]),
      'Cena #elcalifa',
    ],
    ['by a handle', answer('accepted', [option('wrong', 0.9, [['handle', '@el.califa']])]), 'con @el.califa'],
    [
      'by a part of the lesson’s words',
      answer('accepted', [option('wrong', 0.9, [['partial-name', 'califa']])]),
      'Cena en El Califa',
    ],
  ])('gives the learned place when it was found %s', (_how, before, caption) => {
    expect(outcome(before, [califa], caption)).toBe('accepted right')
  })

  it.each([
    [
      'by other words',
      answer('accepted', [option('orinoco', 0.9, [['name', 'Orinoco']])]),
      'Orinoco, mejor que El Califa',
    ],
    [
      'by a longer name',
      answer('accepted', [option('leon', 0.9, [['name', 'El Califa de León']])]),
      'El Califa de León',
    ],
    [
      'by a part that the post does not complete',
      answer('accepted', [option('other', 0.9, [['name', 'califa']])]),
      'el otro califa',
    ],
    [
      'in another city',
      answer('accepted', [
        option(
          'madrid',
          0.9,
          [
            ['name', 'El Califa'],
            ['city', 'Madrid'],
          ],
          MADRID,
        ),
      ]),
      'El Califa, Madrid',
    ],
    [
      'in another neighbourhood',
      answer('accepted', [
        option(
          'sur',
          0.9,
          [
            ['name', 'El Califa'],
            ['neighbourhood', 'Coyoacán'],
          ],
          COYOACAN,
        ),
      ]),
      'El Califa, Coyoacán',
    ],
  ])('stays when it was found %s', (_how, before, caption) => {
    expect(withLessons(before, [califa], [{ source: 'title', text: caption }])).toBe(before)
  })

  it('gives the learned place where the post locates the answer as in the post that was corrected', () => {
    const located = answer('accepted', [
      option(
        'sur',
        0.9,
        [
          ['name', 'El Califa'],
          ['neighbourhood', 'Coyoacán'],
        ],
        COYOACAN,
      ),
    ])
    const rejected = [{ placeId: 'x:sur', locatedBy: ['neighbourhood'] }]
    expect(outcome(located, [lesson('El Califa', right, rejected)], 'El Califa, Coyoacán')).toBe(
      'accepted right',
    )
    const byAddress = answer('accepted', [
      option(
        'sur',
        0.9,
        [
          ['name', 'El Califa'],
          ['address', 'Hidalgo 1'],
        ],
        COYOACAN,
      ),
    ])
    expect(outcome(byAddress, [lesson('El Califa', right, rejected)], 'El Califa, Hidalgo 1')).toBe(
      'accepted sur',
    )
  })

  it('replaces one place of several and keeps the others', () => {
    const several = answer('accepted', [
      option('orinoco', 0.9, [['name', 'Orinoco']]),
      option('wrong', 0.9, [['name', 'El Califa']]),
    ])
    expect(outcome(several, [califa], 'Orinoco y El Califa')).toBe('accepted orinoco right')
  })

  it('becomes a question where another person chose the other of two names for the same two', () => {
    const both = answer('accepted', [option('orinoco', 0.9, [['name', 'Orinoco']])])
    const chosen = lesson('El Califa', right, [{ placeId: 'x:orinoco', locatedBy: [] }])
    expect(outcome(both, [chosen], 'Orinoco o El Califa')).toBe('needs_confirmation right orinoco')
    expect(outcome(both, [chosen], 'Orinoco')).toBe('accepted orinoco')
  })
})

describe('a question', () => {
  const namesakes = [option('one', 0.4, [['name', 'El Califa']]), option('two', 0.4, [['name', 'El Califa']])]

  it('is answered when the learned name explains everything likely', () => {
    expect(outcome(answer('needs_confirmation', namesakes), [califa], 'Cena en El Califa')).toBe(
      'accepted right',
    )
    const unlikely = option('mar', 0.05, [['partial-name', 'mar']])
    expect(
      outcome(answer('needs_confirmation', [...namesakes, unlikely]), [califa], 'El Califa del mar'),
    ).toBe('accepted right')
    const city = { kind: 'city', text: 'León', key: 'leon', source: 'title', confidence: 0.8 } as const
    const inCity = { ...answer('needs_confirmation', namesakes), mentions: [city] }
    expect(outcome(inCity, [califa], 'Cena en El Califa de León')).toBe('accepted right')
  })

  it.each([
    [
      'another likely name stands in the post',
      answer('needs_confirmation', [...namesakes, option('orinoco', 0.2, [['name', 'Orinoco']])]),
      'Orinoco o El Califa',
      'right orinoco',
    ],
    [
      'a name is marked that no place explains',
      answer('needs_confirmation', namesakes, ['Casa Nueva']),
      '📍 Casa Nueva, junto a El Califa',
      'right',
    ],
    ['a longer name follows', answer('needs_confirmation', namesakes), 'Cena en El Califa de León', 'right'],
    [
      'a likely place is where the learned one is not',
      answer('needs_confirmation', [
        option(
          'madrid',
          0.5,
          [
            ['name', 'El Califa'],
            ['city', 'Madrid'],
          ],
          MADRID,
        ),
      ]),
      'El Califa, Madrid',
      'madrid',
    ],
  ])('stays one when %s', (_what, before, caption, expected) => {
    expect(outcome(before, [califa], caption)).toBe(`needs_confirmation ${expected}`)
  })

  it('stays one between two learned names', () => {
    const orinoco = lesson('Orinoco', place('rio'))
    const both = answer('needs_confirmation', [
      option('one', 0.4, [['name', 'El Califa']]),
      option('two', 0.4, [['name', 'Orinoco']]),
    ])
    expect(outcome(both, [califa, orinoco], 'El Califa y Orinoco')).toBe('needs_confirmation right rio')
  })
})

describe('a post without an answer', () => {
  it('is answered when it marks the learned name and no other', () => {
    expect(outcome(answer('weak_data', [], ['El Califa']), [califa], '📍 El Califa')).toBe('accepted right')
    expect(
      outcome(answer('weak_data', [], ['El Califa', 'Casa Nueva']), [califa], '📍 El Califa 📍 Casa Nueva'),
    ).toBe('needs_confirmation right')
  })

  it('stays unanswered when it only mentions the name, or is not about a restaurant', () => {
    expect(outcome(answer('weak_data', []), [califa], 'como en El Califa')).toBe('weak_data')
    const recipe = { ...answer('weak_data', [], ['El Califa']), reason: 'not_a_restaurant_post' } as const
    expect(outcome(recipe, [califa], 'Receta de 📍 El Califa')).toBe('weak_data')
  })
})

describe('a choice teaches', () => {
  const names = (before: Resolution, ...ids: string[]) =>
    lessonsOf(
      before,
      ids.map((id) => place(id)),
    ).map(({ name, placeId }) => `${name} ${placeId}`)
  const accepted = answer('accepted', [
    {
      ...option('wrong', 0.9, [
        ['name', 'El Califa'],
        ['city', 'CDMX'],
      ]),
      alternatives: [option('other', 0.1, [['name', 'Orinoco']])],
    },
  ])
  const asked = answer('needs_confirmation', [
    option('one', 0.4, [['name', 'El Califa']]),
    option('two', 0.4, [['handle', '@orinoco']]),
  ])

  it.each([
    ['the words of a wrong answer', accepted, ['new'], ['El Califa x:new']],
    ['the own words of another candidate', accepted, ['other'], ['Orinoco x:other']],
    ['nothing new', accepted, ['wrong'], []],
    ['the words of the chosen candidate', asked, ['two'], ['@orinoco x:two']],
    ['the words of the likeliest when none was right', asked, ['new'], ['El Califa x:new']],
    ['the words of each of several', asked, ['one', 'two'], ['El Califa x:one', '@orinoco x:two']],
    ['nothing when several places are none of the candidates', asked, ['new', 'newer'], []],
    [
      'the name that nothing explained',
      answer('weak_data', [], ['Casa Nueva']),
      ['new'],
      ['Casa Nueva x:new'],
    ],
    [
      'no more than the name',
      answer('weak_data', [], ['Casa Nueva de Ana desde las cinco']),
      ['new'],
      ['Casa Nueva de Ana x:new'],
    ],
    [
      'a handle that nothing explained',
      answer('weak_data', [], ['@casa.nueva']),
      ['new'],
      ['@casa.nueva x:new'],
    ],
    [
      'no handle of a friend',
      answer('needs_confirmation', [option('one', 0.4, [['name', 'El Califa']])], ['@ana']),
      ['new'],
      ['El Califa x:new'],
    ],
    [
      'a name that nothing explained beside one that was',
      answer('needs_confirmation', [option('one', 0.4, [['name', 'El Califa']])], ['Casa Nueva']),
      ['new'],
      ['Casa Nueva x:new'],
    ],
    ['nothing without a name', answer('weak_data', []), ['new'], []],
    ['nothing by an emoji', answer('weak_data', [], ['🔥']), ['new'], []],
  ])('%s', (_what, before, chosen, expected) => {
    expect(names(before, ...chosen)).toEqual(expected)
  })

  it('does not teach a name that two branches share', () => {
    const branches = answer('needs_confirmation', [
      option('one', 0.4, [['name', 'El Califa']]),
      option('two', 0.4, [['name', 'El Califa']]),
    ])
    expect(names(branches, 'one', 'two')).toEqual([])
  })

  it('remembers how the post had located the wrong answer', () => {
    expect(lessonsOf(accepted, [place('new')])[0]?.rejected).toEqual([
      { placeId: 'x:wrong', locatedBy: ['city'] },
    ])
  })
})
