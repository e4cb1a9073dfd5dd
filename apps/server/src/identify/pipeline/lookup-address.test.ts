import { afterAll, beforeAll, expect, it } from 'vitest'
import { BUENOS_AIRES, createResolver, MADRID, post, record } from './resolve.fixture.ts'

let resolver: Awaited<ReturnType<typeof createResolver>>
beforeAll(async () => {
  resolver = await createResolver([
    record('ALHAMBRA', BUENOS_AIRES, { address: 'RIVADAVIA AV. 8628', cuisine: ['pizzeria'] }),
    record('HORIZONTE ALGO DISTINTO', BUENOS_AIRES, { address: 'PERON, EVA AV. 7285' }),
    record('Lindes Viejo', { ...MADRID, lat: 40.4531, lng: -3.6883 }, { address: 'Concha Espina, 1' }),
    record('Real Café Bernabéu', { ...MADRID, lat: 40.4532, lng: -3.6884 }, { address: 'Concha Espina, 1' }),
  ])
})
afterAll(() => resolver.close())

it.each([
  ['a name that is a town too', 'Pizzería ALHAMBRA (Rivadavia 8628): qué fugazza', 'accepted', ['ALHAMBRA']],
  [
    'a part of a name, in a post whose words look like towns elsewhere',
    'Horizonte, Eva Perón 7285. Parrillada libre los domingos, show de tango incluido. Mataderos',
    'accepted',
    ['HORIZONTE ALGO DISTINTO'],
  ],
  [
    'one of two places behind a door',
    'Previa en Lindes Viejo, en Concha Espina 1, dentro del Bernabéu. Madrid',
    'accepted',
    ['Lindes Viejo'],
  ],
])('finds by its address %s', async (_what, text, decision, names) => {
  const resolution = await resolver.resolve(post(text))
  expect([resolution.decision, resolution.places.map(({ place }) => place.name)]).toEqual([decision, names])
})
