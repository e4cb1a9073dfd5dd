import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Evidence } from '@antojo/identify/evidence'
import { BUENOS_AIRES, createResolver, MADRID, post, record } from './resolve.fixture.ts'

const MERIDA = { country: 'MX', city: 'Mérida', lat: 20.9754, lng: -89.6169 }

const PLACES = [
  record('La Farola San Isidro', BUENOS_AIRES),
  record('El Brasero del Puerto Viejo', MADRID),
  record('Croquetería Zurribarra', MADRID),
  record('Iturrigaña', MADRID),
  record('Zento', MADRID),
  record('Family', BUENOS_AIRES),
  record('Changamanga', MERIDA),
  record('Restaurante Chino Pequines', MADRID),
  record('Hummusilla', MADRID),
  record('McRotonda', MADRID),
  record('Changhay Chinese Restaurant', MERIDA),
  record('Restaurante Quelonar', MADRID, { source: 'other' }),
  record('Quelonar', { ...MADRID, lat: 40.417 }, { phone: '+34 910 555 034' }),
  record('El 44', BUENOS_AIRES),
  record('Casa Brañamoura Patio Cervecero', MERIDA),
  record('Brasas Zurrimendi Olaverri | Lavapiés', MADRID),
  record('Taberna Olaguirre Zarrapastro', MADRID),
  record('Taberna Olaguirre Zarrapastro', BUENOS_AIRES),
  // Nine branches in the centre of the city, one in the neighbourhood, and three far from both.
  ...Array.from({ length: 9 }, (_, i) => record('Pollos Brañal', BUENOS_AIRES, { address: `Castro ${i}` })),
  record('Pollos Brañal', { ...BUENOS_AIRES, lat: -34.58, lng: -58.42 }, { address: 'Cuba 34' }),
  ...Array.from({ length: 3 }, (_, i) =>
    record('Pollos Brañal', { ...BUENOS_AIRES, lat: -34.7 }, { address: `Mitre ${i}` }),
  ),
  record('Chocolate', MERIDA),
]

let resolver: Awaited<ReturnType<typeof createResolver>>

beforeAll(async () => {
  resolver = await createResolver(PLACES)
})
afterAll(() => resolver.close())

const byCreator = (creator: string, description: string): Evidence =>
  post(description, [{ source: 'creator', text: creator }])

describe('candidates', () => {
  it.each([
    ['a word inserted', 'Cenamos en la Farola de San Isidro, Buenos Aires', 'La Farola San Isidro'],
    ['a word left out', 'el brasero puerto viejo, un clásico de Madrid', 'El Brasero del Puerto Viejo'],
    ['two letters changed', 'croketería zurribara, Madrid', 'Croquetería Zurribarra'],
    ['a letter changed and a picture inside', 'Ituri🍎gaña en Madrid', 'Iturrigaña'],
    ['a word spelled by ear as two', 'fuimos al zen to ese de Madrid', 'Zento'],
    ['its kind left out', 'PEQUINES, Madrid', 'Restaurante Chino Pequines'],
    ['letters between dots', 'La H.u.m.m.u.s.i.l.l.a, Madrid', 'Hummusilla'],
    ['a handle with its city', 'Gracias @hummusilla.madrid', 'Hummusilla'],
    ['a handle with a short form of the city', 'Otra vez en @changamanga.mid, Mérida', 'Changamanga'],
    ['a misspelt handle', 'Otra vez en @changamamga.mid, Mérida', 'Changamanga'],
    ['a misspelt handle without its kind', 'Gracias @changay.merida', 'Changhay Chinese Restaurant'],
    ['a handle that is an ordinary word', 'Festejando en @family.belgrano, Buenos Aires', 'Family'],
    ['its number in words', 'en El Cuarenta y cuatro, Buenos Aires', 'El 44'],
    ['its official end left out, nowhere', '📍 Casa Brañamoura', 'Casa Brañamoura Patio Cervecero'],
    ['a hashtag with capitals for words', 'Madrid a las tres #McRotondaForever', 'McRotonda'],
  ])('contain the place with %s', async (_flaw, description, name) => {
    expect(await resolver.candidates(post(description))).toContain(name)
  })

  it.each([
    ['whose whole name stands in the post', 'El Brasero del Puerto Viejo', true],
    ['of which the post has only the beginning', 'Brasas Zurrimendi Olaverri', false],
    ['of a name that two places have', 'Taberna Olaguirre Zarrapastro', false],
    ['of a short name', 'Hummusilla', false],
  ])('around a place %s contain a misspelt one: %s, %s', async (_which, name, is) => {
    const found = await resolver.candidates(post(`1. ${name}\n2. croketería zurribara`))
    const inSentence = await resolver.candidates(post(`${name} y luego croketería zurribara`))
    expect([found, inSentence].map((each) => each.includes('Croquetería Zurribarra'))).toEqual([is, is])
  })

  it('contain the place whose own account wrote the post', async () => {
    const own = byCreator('changamanga_mid', 'Hoy cerramos a las seis, los esperamos')
    expect(await resolver.candidates(own)).toContain('Changamanga')
  })

  it('hold a restaurant of two sources once, with its facts', async () => {
    const { described } = await resolver.describe(post('Cenamos en Quelonar, Madrid'))
    const found = described.map(({ candidate }) => candidate.place)
    expect(found).toMatchObject([{ name: 'Quelonar', phone: '+34 910 555 034' }])
  })

  it('hold the branches of a chain in the quarter that the post names', async () => {
    const { described } = await resolver.describe(
      post('Otra vez en el Pollo Brañal de Palermo, Buenos Aires'),
    )
    expect(described.map(({ candidate }) => candidate.place.address)).toContain('Cuba 34')
  })

  it('contain a place whose name is a dish only where capitals tell it from the dish', async () => {
    expect(await resolver.candidates(post('hoy en Chocolate'))).toContain('Chocolate')
    expect(await resolver.candidates(post('HOY CHOCOLATE'))).toEqual([])
  })

  it('contain the place at an address that few have, even outside the city of the post', async () => {
    expect(await resolver.candidates(post('De Madrid a la calle Cuba 34'))).toContain('Pollos Brañal')
  })

  it('do not contain places that share nothing with the post', async () => {
    expect(await resolver.candidates(post('Un paseo por Madrid con amigos'))).toEqual([])
  })
})
