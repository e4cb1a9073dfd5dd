import { describe, expect, test } from 'vitest'
import { addressKeys, parseStreetAddress } from './street-address.ts'
import { distanceMetres } from '@antojo/domain/distance'
import { areaBounds } from '../geo.ts'
import { editDistance, typoSimilarity } from '@antojo/domain/spelling/edit-distance'
import { nameForms } from './name-forms.ts'
import { soundKey } from '@antojo/domain/spelling/phonetic-key'

const forms = (name: string) => nameForms({ name }).map((form) => `${form.short ? '~' : ''}${form.key}`)

describe('nameForms', () => {
  test.each([
    ['La Más Croqueta', ['la mas croqueta', '~mas croqueta']],
    ['Restaurante El Cuartito', ['restaurante el cuartito', '~el cuartito', '~cuartito']],
    ['Commodore Restaurant', ['commodore restaurant', '~commodore']],
    ['Denver Beer Co - Littleton', ['denver beer co littleton', '~denver beer co', '~denver beer']],
    ['McDonald´s', ['mcdonalds']],
    [
      'Lake Monk Pub and Grill Company',
      [
        'lake monk pub and grill company',
        'lake monk pub grill company',
        '~lake monk pub and grill',
        '~lake monk',
      ],
    ],
    ['Best Wok Chinese Restaurant', ['best wok chinese restaurant', '~best wok chinese', '~best wok']],
    [
      'Café Fulanos | El Espino',
      ['cafe fulanos el espino', '~cafe fulanos', '~fulanos el espino', '~fulanos'],
    ],
    ['고브루(Gobrew)', ['고브루 gobrew', '~고브루', '~gobrew']],
    ['Bar & Grill', ['bar grill', 'bar y grill', 'bar and grill']],
    ['Dos y Dos', ['dos y dos', 'dos dos']],
    ["L'Entrecôte", ['lentrecote']],
    ['한와담 역삼점', ['한와담 역삼점', '~한와담']],
    ['一蘭 渋谷店', ['一蘭 渋谷店', '~一蘭']],
    ['El Bar', ['el bar']],
    ['مقهى الريحانة', ['مقهى الريحانة', '~الريحانة']],
  ])('%s', (name, expected) => expect(new Set(forms(name))).toEqual(new Set(expected)))

  test.each([
    ['Mesonera de Nerja', 'Nerja', ['mesonera de nerja', '~mesonera']],
    [
      'Laylo Tulum Vegan Restaurant',
      'Tulum',
      ['laylo tulum vegan restaurant', '~laylo tulum vegan', '~laylo'],
    ],
    ['Pizza Madrid', 'Madrid', ['pizza madrid']],
    ['Bar San Juan', 'San Juan', ['bar san juan', '~san juan']],
  ])('%s in %s', (name, city, expected) => {
    const keys = nameForms({ name, city }).map((form) => `${form.short ? '~' : ''}${form.key}`)
    expect(new Set(keys)).toEqual(new Set(expected))
  })

  test('other names are whole names; the handle is marked', () => {
    expect(
      nameForms({ name: 'Güerrín', otherNames: ['Pizzería Güerrín'], instagram: 'pizza.guerrin' }),
    ).toEqual([
      { key: 'guerrin', short: false, handle: false },
      { key: 'pizzeria guerrin', short: false, handle: false },
      { key: 'pizza guerrin', short: false, handle: true },
    ])
  })
})

describe('addresses in many forms name one street and number', () => {
  test.each([
    ['Calle de Toledo, 23', ['toledo'], '23'],
    ['de Toledo, 23', ['toledo'], '23'],
    ['C/ Toledo 23, 1º izda', ['toledo'], '23'],
    ['Avda. de la Constitución s/n', ['constitucion'], undefined],
    ['CORRIENTES AV. 1686', ['corrientes'], '1686'],
    ['Av. Corrientes 1686 piso 2', ['corrientes'], '1686'],
    ['SCALABRINI ORTIZ, RAUL AV. 2101', ['scalabrini', 'ortiz', 'raul'], '2101'],
    ['1011 Cross Country Rd', ['cross', 'country'], '1011'],
    ['123 Main St', ['main'], '123'],
    ['High Street 248', ['high'], '248'],
    ['West 74th Street 167', ['w', '74th'], '167'],
    ['167 W 74th St', ['w', '74th'], '167'],
    ['Carrera 7 # 12-34', ['cr7'], '12-34'],
    ['Cra. 7 No. 12-34', ['cr7'], '12-34'],
    ['Calle 65 Bis # 4-23', ['cl65bis'], '4-23'],
    ['Mare Street 387b', ['mare'], '387b'],
    ['서울 강남구 테헤란로 129', ['서울', '강남구', '테헤란로'], '129'],
  ])('%s', (line, words, number) => {
    expect(parseStreetAddress(line)).toEqual(number === undefined ? { words } : { words, number })
  })

  test('an empty street is null', () => {
    expect(parseStreetAddress('')).toBeNull()
    expect(addressKeys('  ,, ')).toEqual([])
  })

  test('keys hold the words alone and the words with the number', () => {
    expect(addressKeys('Calle Gran Vía, 3')).toEqual(['gran', 'via', 'gran 3', 'via 3'])
  })
})

test.each([
  ['croketa', 'croqueta'],
  ['vaca', 'baca'],
  ['zeviche', 'ceviche'],
  ['amburguesa', 'hamburguesa'],
  ['llerba', 'yerba'],
  ['girafa', 'jirafa'],
  ['gerra', 'jerra'],
  ['guasabi', 'wasabi'],
  ['mexico', 'mejico'],
  ['kesso', 'queso'],
])('%s sounds like %s', (heard, written) => expect(soundKey(heard)).toBe(soundKey(written)))

test.each([
  ['chorizo', 'corizo'],
  ['guerra', 'jerra'],
  ['casa', 'sasa'],
])('%s does not sound like %s', (one, other) => expect(soundKey(one)).not.toBe(soundKey(other)))

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['abcd', 'abd', 1],
  ['abcd', 'abxcd', 1],
  ['abcd', 'abxd', 1],
  ['abcd', 'badc', 2],
  ['서울곱창', '서울곱장', 1],
  ['short', 'a much longer text', 3],
])('%s and %s are %i edits apart', (one, other, edits) => expect(editDistance(one, other, 2)).toBe(edits))

test('similarity is the share of letters that need no edit', () => {
  expect(typoSimilarity('starbuks', 'starbucks', 1)).toBeCloseTo(8 / 9)
  expect(typoSimilarity('starbuks', 'stardust', 1)).toBe(0)
})

test('distance and bounds agree', () => {
  const madrid = { lat: 40.4168, lng: -3.7038 }
  expect(distanceMetres(madrid, { lat: 41.3874, lng: 2.1686 })).toBeCloseTo(505_000, -4)
  const { north, east } = areaBounds({ ...madrid, radius: 1000 })
  expect(distanceMetres(madrid, { lat: north, lng: madrid.lng })).toBeCloseTo(1000, 0)
  expect(distanceMetres(madrid, { lat: madrid.lat, lng: east })).toBeGreaterThan(999)
  expect(areaBounds({ lat: 0, lng: 179.99, radius: 5000 })).toMatchObject({ west: -180, east: 180 })
})
