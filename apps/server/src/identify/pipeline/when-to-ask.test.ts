import { afterAll, beforeAll, expect, it } from 'vitest'
import { createResolver, FEW_PLACES, post } from './resolve.fixture.ts'

/** One resolver with an index presented as large, and one with an index of only these places. */
let large: Awaited<ReturnType<typeof createResolver>>
let small: Awaited<ReturnType<typeof createResolver>>
beforeAll(async () => {
  large = await createResolver(FEW_PLACES)
  small = await createResolver(FEW_PLACES, (index) => index)
})
afterAll(() => Promise.all([large.close(), small.close()]))

it.each([
  ['an ordinary word with its street and number', 'la 44, guatemala 4720. birra 2x1', 'La 44, Buenos Aires'],
  ['a name with its town beside it', 'rodaballo a la brasa... Faro, Tolosa. No digo más', 'Faro, Tolosa'],
  [
    'a name whose other words stand elsewhere',
    'Menú de domingo en Clavijo, el restaurante del hotel Alcotán de Madrid',
    'Clavijo (Hotel Alcotán), Madrid',
  ],
  [
    'a name up to its break',
    'merienda en Umbría, Madrid. Napolitanas a 2 €',
    'Umbría - Obrador de Torrelaguna, Madrid',
  ],
  [
    'the handle that spells the name of one place alone',
    'cita nº 4 y me lleva a @quiltrana_ , ahí al lado. cacio e pepe y tiramisú',
    'Quiltrana, Ciudad de México',
  ],
  [
    'a name by the postcode',
    'Leeds lads eat well, but the roast at the Chestnut Elm in N13 is something else',
    'Chestnut Elm, London',
  ],
  [
    'a long name with a letter wrong, in its town',
    'El viernes estamos todos en el FARRALITO BRUJULERO, Madrid',
    'Farralito Brujolero, Madrid',
  ],
  ['a letter that ties two words', 'en madrid, Frizz n Greda, el wrap de pollo', "Frizz'n Greda, Madrid"],
  [
    'the whole of a name that no other place has',
    'milanesa con papas, RINCÓN ALTO señores 🇦🇷',
    'Rincón Alto, Buenos Aires',
  ],
])('takes %s without a question', async (_what, text, place) => {
  expect(await large.names(post(text))).toEqual(['accepted', place])
})

it.each([
  'mi gato opina lo mismo #sartennegra #gatos',
  'gracias @sartennegra por el corte ✂️',
  'la foto es de @roble, el texto es mío',
  'lluvia, 9 grados #roble #otoño',
])('does not accept what only a hashtag or a handle says: %s', async (text) => {
  expect((await large.names(post(text)))[0]).not.toBe('accepted')
})

it('asks or abstains for a common name without a place', async () => {
  expect((await small.names(post('Una cerveza en La Esquina y a dormir')))[0]).not.toBe('accepted')
})

it('does not accept what another marked name contradicts', async () => {
  expect(
    (await small.names(post('📍 Casa Inexistente Peribáñez, Madrid. Al lado de La Esquina')))[0],
  ).not.toBe('accepted')
})

it('does not accept a place that shares only its kind with the name in the post', async () => {
  const [decision] = await small.names(post('La mejor birria 📍 Birriería El Compadre Nacho, Guadalajara'))
  expect(decision).not.toBe('accepted')
})

it.each([
  ['Cenamos en Cazuelita Brava, la de la calle Embajadores, Madrid', 'Calle de Embajadores, 40'],
  ['Cenamos en Farolito Brujo, en Palermo, Buenos Aires', 'Cuba 34'],
])('takes the one of two of a name that a street or a part of the city tells: %j', async (text, address) => {
  const { decision, places } = await large.resolve(post(text))
  expect(decision).toBe('accepted')
  expect(places[0]?.place.address).toBe(address)
})

it.each([
  ['in another street', 'Cenamos en Morunga, el de la calle Embajadores, Madrid'],
  ['without a street where the post names one', 'Cenamos en Roble, en la calle Embajadores, Madrid'],
  ['of a name that has just opened a branch', 'Morunga estrena nueva sucursal en Madrid'],
  ['at the address of another kitchen', 'El sushi de Calle de Atocha 91, Madrid, es una locura'],
  ['by a part of an address', 'la hamburguesa de zurita malpica al 400 y pico, centro de madrid. una locura'],
  ['that the post says to leave', 'En Madrid dejad La Zamarrona en paz un domingo'],
  ['named by an ordinary word, beside a name none explains', 'Probamos Zurrupiña en Madrid: mesa de roble'],
  ['of the name at another address', '📍Bodega Zurribarra, calle de Atocha 80, Madrid'],
  [
    'of the name where the post gives an address, and its own is not known',
    'En Madrid, La Esquina, calle de Atocha 80',
  ],
  ['of the name in another part of the city', 'Cenamos en Morunga, en Lavapiés, Madrid #madrid'],
  ['of the name in another city', 'Domingo en Valencia: fuimos a Bodega Zurribarra'],
])('asks about a place %s', async (_what, text) => {
  expect((await small.names(post(text)))[0]).not.toBe('accepted')
})
