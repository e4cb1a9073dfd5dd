import type { Evidence } from '@antojo/identify/evidence'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createResolver, MADRID, post, record } from './resolve.fixture.ts'

let resolver: Awaited<ReturnType<typeof createResolver>>

beforeAll(async () => {
  resolver = await createResolver([record('Bodega Zurribarra', MADRID)])
})
afterAll(() => resolver.close())

async function reasons(evidence: Evidence): Promise<readonly string[]> {
  const { areas = [] } = await resolver.resolve(evidence)
  return areas.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${reason}`]))
}

it.each([
  ['what the person wrote', { ...post('qué lugar'), cityHint: 'Puebla' }, ['Puebla: told']],
  ['a pin', post('Un domingo cualquiera 📍 Puebla'), ['Puebla: pin']],
  [
    'the place of the platform',
    post('domingo', [{ source: 'location-tag', text: 'Puebla' }]),
    ['Puebla: pin'],
  ],
  ['its region', post('Ayer anduvimos por Guadalajara, Jalisco'), ['Guadalajara: region']],
  ['an address', post('En Puebla, Calle Reforma 1205'), ['Puebla: address']],
  ['a flag', post('Ayer en Puebla 🇲🇽'), ['Puebla: country']],
  ['its country', post('Cuando vayas a Puebla, México'), ['Puebla: country']],
  ['words about food', post('Los mejores tacos de Puebla'), ['Puebla: food']],
  ['words about food, where a plain word is said as a place', post('ramen in Split'), ['Split: food']],
] as const)('a city is meant by %s', async (_, evidence, expected) => {
  expect(await reasons(evidence)).toEqual(expected)
})

it('a city is told once, however often the post names it', async () => {
  const { areas = [] } = await resolver.resolve(post('Tacos de Puebla, en Puebla #puebla'))
  expect(areas.map(({ name }) => name)).toEqual(['Puebla'])
})

it.each([
  'Nos casamos en Puebla y fue hermoso',
  'Golden hour #sunset #research #gaming',
  'Best sunset snacks and dinner #sunset #mobile #economy',
  'I asked Claude about my job, egg recipes and dinner',
  'Street food price job Claude Research Economy',
  'Research shows Price of dinner',
  'tomorrow we split the bill for dinner',
])('nothing agrees that a city is meant: %s', async (words) => {
  expect(await reasons(post(words))).toEqual([])
})
