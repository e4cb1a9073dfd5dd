import { nameKey } from '@antojo/domain/text'
import { beforeAll, describe, expect, test } from 'vitest'
import { createGazetteer } from './gazetteer.ts'
import type { AreaHit } from './area.ts'
import type { Gazetteer } from './gazetteer.ts'
import { readWrittenAreas } from './gazetteer-file.ts'

let gazetteer: Gazetteer

beforeAll(async () => {
  gazetteer = await createGazetteer()
})

const find = (name: string): AreaHit | undefined => gazetteer.findAreas([nameKey(name)])[0]

describe('finds names that people use for a place', () => {
  test.each([
    ['CDMX', 'Ciudad de México', 'city', 'MX'],
    ['Mexico City', 'Ciudad de México', 'city', 'MX'],
    ['#ciudaddemexico', 'Ciudad de México', 'city', 'MX'],
    ['GDL', 'Guadalajara', 'city', 'MX'],
    ['Baires', 'Buenos Aires', 'city', 'AR'],
    ['Donosti', 'San Sebastián', 'city', 'ES'],
    ['NYC', 'Nueva York', 'city', 'US'],
    ['LDN', 'Londres', 'city', 'GB'],
    ['la Condesa', 'La Condesa', 'neighbourhood', 'MX'],
    ['Malasaña', 'Malasaña', 'neighbourhood', 'ES'],
    ['Miraflores', 'Miraflores', 'neighbourhood', 'PE'],
    ['서울', 'Seúl', 'city', 'KR'],
    ['القاهرة', 'El Cairo', 'city', 'EG'],
    ['Jalisco', 'Jalisco', 'region', 'MX'],
    ['Corea del Sur', 'Corea del Sur', 'country', 'KR'],
    ['Deutschland', 'Alemania', 'country', 'DE'],
    ['EE.UU.', 'Estados Unidos', 'country', 'US'],
    ['Vigo', 'Vigo', 'city', 'ES'],
  ])('%s is %s', (said, name, kind, country) => expect(find(said)).toMatchObject({ name, kind, country }))
})

test('lists cities of one name by size, each once', () => {
  const cordobas = gazetteer.findAreas(['cordoba'])
  expect(cordobas.slice(0, 2).map((area) => area.country)).toEqual(['AR', 'ES'])
  expect(cordobas.filter((area) => area.country === 'AR' && area.population > 1e6)).toHaveLength(1)
})

test('words and codes are marked weak', () => {
  expect(find('LA')).toMatchObject({ name: 'Los Ángeles', weak: true })
  expect(find('Once')).toMatchObject({ weak: true })
  expect(find('Zaragoza')).toMatchObject({ weak: false })
})

test('finds no area for other words', () =>
  expect(gazetteer.findAreas(['tacos al pastor', '', 'zzz'])).toEqual([]))

test('names a malformed line of the list', () => {
  expect(() => readWrittenAreas('# c\ncity|ES|400|0|10|Nowhere')).toThrow('city|ES|400|0|10|Nowhere')
})
