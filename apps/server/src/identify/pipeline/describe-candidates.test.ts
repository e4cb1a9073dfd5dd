import { COSTS } from '@antojo/identify/costs'
import { featureAt, type FeatureName } from '@antojo/identify/features/evidence-table'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createResolver, FEW_PLACES, post } from './resolve.fixture.ts'

let resolver: Awaited<ReturnType<typeof createResolver>>
beforeAll(async () => {
  resolver = await createResolver(FEW_PLACES)
})
afterAll(() => resolver.close())

/** A feature of the first candidate with this name in a post with this description. */
async function feature(name: FeatureName, of: string, description: string): Promise<number | undefined> {
  const { described } = await resolver.describe(post(description))
  const found = described.find(({ candidate }) => candidate.place.name === of)
  if (!found) throw new Error(`${of} is no candidate of this post.`)
  return found.x[featureAt(name)]
}

/** Each pair of posts differs in the one fact that the feature stands for. */
it.each<[feature: FeatureName, place: string, without: string, withIt: string]>([
  [
    'phone',
    'Bodega Zurribarra',
    'Bodega Zurribarra, Madrid. Tel 910 555 013',
    'Bodega Zurribarra, Madrid. Tel 910 555 012',
  ],
  ['phone', 'Bodega Zurribarra', 'Bodega Zurribarra, Madrid', 'Bodega Zurribarra, Madrid ☎️ +34 910-555-012'],
  [
    'number',
    'Taberna Malpica Vieja',
    'Taberna Malpica Vieja, Madrid',
    'Taberna Malpica Vieja, Cava Baja 11, Madrid',
  ],
  [
    'numberConflict',
    'Taberna Malpica Vieja',
    'Taberna Malpica Vieja, Cava Baja 11, Madrid',
    'Taberna Malpica Vieja, Cava Baja 112, Madrid',
  ],
  [
    'otherAddress',
    'Roble',
    'Top 2 de Madrid\n1. Roble\n2. Cazuelita Brava, C72W+2F Madrid',
    'Roble, C72W+2F Madrid',
  ],
  [
    'neighbourhoodOther',
    'Farolito Brujo',
    'Farolito Brujo, en San Nicolás, Buenos Aires',
    'Farolito Brujo, en Monserrat, Buenos Aires',
  ],
  ['cuisine', 'Sartén Negra', 'Sartén Negra, Madrid', 'Pizza en Sartén Negra, Madrid'],
  ['cuisineConflict', 'Sartén Negra', 'Pizza en Sartén Negra, Madrid', 'Sushi en Sartén Negra, Madrid'],
  ['pinDirect', 'Quiltrana', 'Comimos en Quiltrana, Madrid', 'Comimos aquí 📍 Quiltrana, Madrid'],
  ['quoted', 'Quiltrana', 'Comimos en Quiltrana, Madrid', 'Comimos en "Quiltrana", Madrid'],
  ['handle', 'Quiltrana', 'Comimos en Quiltrana', 'Comimos en @quiltrana'],
  ['hashtag', 'Quiltrana', 'Comimos en Quiltrana', 'Comimos tacos #quiltrana'],
  ['compared', 'Quiltrana', 'Comimos en Quiltrana', 'Mejor que Quiltrana'],
  ['geoConflict', 'Quiltrana', 'Quiltrana, Ciudad de México', 'Quiltrana, Madrid'],
  [
    'recipe',
    'Quiltrana',
    'Quiltrana, Madrid',
    'Quiltrana. Receta: 2 cucharadas de sal, 1 taza de harina, hornear 20 minutos',
  ],
])('%s of %s', async (name, place, without, withIt) => {
  const [absent, present] = [await feature(name, place, without), await feature(name, place, withIt)]
  expect([absent, (present ?? 0) > (absent ?? 0)]).toEqual([0, true])
})

it('explains an answer: words, areas, what each feature adds, and the decision with its costs', async () => {
  const page = await resolver.explain(post('📍 Bodega Zurribarra, Madrid. Tel 910 555 012'))
  expect(page).toContain('description: 📍 Bodega Zurribarra, Madrid.')
  expect(page).toMatch(/^ +\d+ % {2}"madrid": Madrid, ES$/imu)
  expect(page).toMatch(/^ *\d+ % {2}Bodega Zurribarra, /mu)
  expect(page).toMatch(/^ +[+-]\d+\.\d\d {2}pinDirect 1: /mu)
  expect(page).toContain('Decision: accepted')
  expect(page).toContain(`wrongPlace ${COSTS.wrongPlace}`)
})
