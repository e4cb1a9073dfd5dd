import { describe, expect, it } from 'vitest'
import { areaEvidence, closeness } from './areas.ts'
import { countryCues } from './country-cues.ts'
import type { Evidence } from '../evidence.ts'
import type { AreaNames, GazetteerEntry } from './gazetteer.ts'
import { readEvidence } from '../text/read.ts'

const area = (name: string, country: string, more: Partial<GazetteerEntry> = {}): GazetteerEntry => ({
  name,
  kind: 'city',
  country,
  lat: 0,
  lng: 0,
  radiusKm: 10,
  population: 50_000,
  weak: false,
  ...more,
})
const entries: Readonly<Record<string, readonly GazetteerEntry[]>> = {
  'san bruno': [
    area('San Bruno', 'PE', { population: 90_000, lat: -12, lng: -77 }),
    area('San Bruno', 'AR', { lat: -33, lng: -66 }),
  ],
  villaparque: [area('Villa Parque', 'AR', { lat: -33.1, lng: -66.1 })],
  'palmas de la gran roca': [area('Palmas', 'ES')],
  roca: [area('Roca', 'ES', { weak: true })],
  tolma: [area('Tolma', 'PH'), area('Tolma', 'CL', { population: 20_000 })],
  gondar: [area('Gondar', 'ET')],
}
const names: AreaNames = {
  find: (keys) => new Map(keys.flatMap((key) => (entries[key] === undefined ? [] : [[key, entries[key]]]))),
}
const read = (evidence: Evidence) => {
  const { texts, spans, areaSpans } = readEvidence(evidence, names)
  const hint = evidence.cityHint === undefined ? {} : { cityHint: evidence.cityHint }
  return areaEvidence(texts, [...spans, ...areaSpans], {
    names,
    rank: () => undefined,
    addresses: [],
    ...hint,
  })
}
const top = (evidence: Evidence, key: string) =>
  read(evidence).mentions.find((m) => m.key === key)?.readings[0]?.entry.country

describe('areaEvidence', () => {
  it('knows a city of five words', () => {
    expect(
      top({ texts: [{ source: 'title', text: 'en Palmas de la Gran Roca' }] }, 'palmas de la gran roca'),
    ).toBe('ES')
  })

  it.each(['Comimos en la calle San Bruno', 'Lunch on San Bruno Road'])(
    'takes a street for no area: %s',
    (text) => {
      const weight = (words: string): number =>
        read({ texts: [{ source: 'title', text: words }] }).mentions.find((m) => m.key === 'san bruno')
          ?.weight ?? 0
      expect(weight(text)).toBeLessThan(0.4 * weight('Comimos en San Bruno'))
    },
  )

  it('takes the larger of two namesakes when nothing else is known', () => {
    expect(top({ texts: [{ source: 'title', text: 'Comimos en San Bruno' }] }, 'san bruno')).toBe('PE')
  })

  it('looks first where people write as the post does', () => {
    const text = 'El domingo comimos en la plaza, y de Tolma me traje el pan'
    expect(top({ texts: [{ source: 'title', text }] }, 'tolma')).toBe('CL')
    expect(top({ texts: [{ source: 'title', text: 'Tolma' }] }, 'tolma')).toBe('PH')
  })

  it.each([
    ['papas con gondar y el queso de la casa', 'papas gondar queso'],
    ['papas con gondar y el queso de la casa', 'papas con gondar y el queso de la casa 🇪🇹'],
  ])('hardly takes %j for a small town far away', (foreign, other) => {
    const weight = (text: string): number =>
      read({ texts: [{ source: 'title', text }] }).mentions.find((m) => m.key === 'gondar')?.weight ?? 0
    expect(weight(foreign)).toBeLessThan(0.5 * weight(other))
  })

  it('lets another area, a flag or a phone prefix decide between namesakes', () => {
    expect(
      top({ texts: [{ source: 'title', text: 'Comimos en San Bruno #villaparque' }] }, 'san bruno'),
    ).toBe('AR')
    expect(top({ texts: [{ source: 'title', text: 'Comimos en San Bruno 🇦🇷' }] }, 'san bruno')).toBe('AR')
    expect(
      top({ texts: [{ source: 'title', text: 'San Bruno, reservas +54 266 4123456' }] }, 'san bruno'),
    ).toBe('AR')
  })

  it('trusts the hint of the user most', () => {
    const { mentions } = read({ texts: [{ source: 'title', text: 'qué rico' }], cityHint: 'San Bruno, Perú' })
    expect(mentions[0]).toMatchObject({ key: 'san bruno', source: 'user-hint', weight: 1 })
  })

  it('hardly believes an ordinary word in small letters', () => {
    const { mentions } = read({ texts: [{ source: 'title', text: 'duro como una roca' }] })
    expect(mentions.find((m) => m.key === 'roca')?.weight).toBeLessThan(0.1)
  })
})

describe('countryCues', () => {
  it('reads money, flags and scripts', () => {
    const cues = (text: string) =>
      countryCues(readEvidence({ texts: [{ source: 'title', text }] }, names).texts)
    expect(cues('desde Bs 20').get('BO')).toBeGreaterThan(0)
    expect(cues('only £7 each').get('GB')).toBeGreaterThan(0)
    expect(cues('맛있는 국수').get('KR')).toBeGreaterThan(0)
    expect(cues('nada').size).toBe(0)
  })
})

describe('closeness', () => {
  it('is 1 inside and falls to 0 at three times the radius', () => {
    const here = area('X', 'ES', { radiusKm: 10 })
    expect(closeness({ lat: 0, lng: 0.05 }, here)).toBe(1)
    expect(closeness({ lat: 0, lng: 0.18 }, here)).toBeCloseTo(0.5, 1)
    expect(closeness({ lat: 0, lng: 0.5 }, here)).toBe(0)
  })
})
