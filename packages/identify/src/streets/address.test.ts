import { describe, expect, it } from 'vitest'
import { inBlock, isSameStreet, matchStreet, placeStreet, postAddresses, streetKeyWords } from './address.ts'
import { tokenize } from '../text/tokens.ts'

const read = (text: string) => tokenize({ source: 'description', text })
const addressesOf = (text: string) =>
  postAddresses(read(text)).map(
    (a) => `${a.street} ${a.number}${a.block ? ' block' : ''}${a.sure ? '' : '?'}`,
  )

describe('postAddresses', () => {
  it.each([
    ['Spanish', 'en Calle Mayor de Prueba, 12', 'mayor prueba 12'],
    ['Spanish, short type', 'C/ Olmos 7, Burgos', 'olmos 7'],
    ['Latin American', 'comimos en Larrazábal 2340, Flores', 'larrazabal 2340'],
    ['avenue', 'Av. Los Álamos 1023', 'alamos 1023'],
    ['block', 'queda en Larrazábal al 2300', 'larrazabal 2300 block'],
    ['Basque', 'Olmoaga kalea 12, Legutio', 'olmoaga 12'],
    ['US', 'the spot on 164 Maple Ave in Springfield', 'maple 164'],
    ['UK', 'Pub: 18 Walnut Row SW1X', 'walnut 18'],
    ['number in words', 'en la Walnutsche, número ochenta y seis, piola', 'walnutsche 86'],
    ['typed, number in words', 'está en calle Olmos doscientos veintiuno', 'olmos 221'],
    ['a word before the number', 'Cenamos en Larrazábal numero 131', 'larrazabal 131?'],
    ['street called after a day', 'La confitería de 25 de Mayo 318', 'mayo 318?'],
    ['not a block', 'Larrazábal al 3234', 'larrazabal 3234'],
    ['number last, before a colon', 'Casa Olmo, Walnut Street 3300: qué sitio', 'walnut 3300'],
  ])('%s', (_form, text, address) => {
    expect(addressesOf(text)).toContain(address)
  })

  it.each([
    'pizzas de la calle Larrazábal #1: Casa Olmo',
    'the quiz at Oakmont Hall 21st of May',
    'Salimos 14, llegamos 13',
    'BAILAMOS POR CALLE PERÚ COMO SI FUÉRAMOS 20',
    'dinner on 8th ave btw 45 & 46',
    'pagamos 12 euros',
    'son $8.900 cada uno',
    'a las 21 hs',
    'Puesto 3: Capítulo 12',
    'Éramos catorce, pagamos veinte euros',
    'el 25 de Mayo a las 21',
    'en 2024',
    'hace 20 años',
    '0:41 Don Ejemplo',
    'walk 3 mins down south road',
  ])('sees no sure address in %j', (text) => {
    expect(addressesOf(text).filter((a) => !a.endsWith('?'))).toEqual([])
  })
})

describe('matchStreet', () => {
  it.each([
    ['Larrazábal 2340', 'en Larrazábal 2340', 'number'],
    ['LARRAZABAL AV. 2340', 'en la larrazabal 2340', 'number'],
    ['Larrazábal 2398', 'Larrazábal al 2300', 'block'],
    ['Larrazábal 2298', 'Larrazábal al 2300', 'block'],
    ['Larrazábal 2340', 'sobre Larrazábal, casi esquina', 'street'],
    ['Larrazábal 2340', 'sobre Olmos', 'none'],
    ['London Road 249', 'una tarde #london', 'none'],
    ["Carrer d'Olmos 209", 'al carrer Olmos 209', 'number'],
    ['Carrer Olmos 209', "al carrer d'Olmos 209", 'number'],
    ['Francisco I. Larraz 39', 'en el centro (larraz 39)', 'number'],
    ['Francisco I. Larraz 39', 'Don Larraz tiene 39 tacos', 'none'],
  ])('%j in %j: %s', (address, text, match) => {
    expect(matchStreet(placeStreet(address), read(text)).match).toBe(match)
  })

  it.each([
    ['Calle de Bolívar, 57', 'ayer en Bolívar 57, Centro', 'Bolívar 57'],
    ['BOLIVAR 57', 'C/ Bolívar 57 y de postre flan', 'C/ Bolívar 57'],
    ['Bolívar 57', 'en la calle de Bolívar, en el Centro', 'calle de Bolívar'],
    ['Bolívar 57', 'en la Bolívar\nEsquina con todo', 'Bolívar'],
    ['Avenida Ángel Ramírez 1020', 'Av. Ángel Ramírez N° 1020', 'Av. Ángel Ramírez N° 1020'],
    ['164 Maple Ave', 'the spot on 164 Maple Ave in Springfield', '164 Maple Ave'],
    ['Larrazábal 2398', 'queda en Larrazábal al 2300, pasando la plaza', 'Larrazábal al 2300'],
  ])('%j in %j is written %j', (address, text, written) => {
    expect(matchStreet(placeStreet(address), read(text)).words).toBe(written)
  })

  it.each([
    ['Hipólito Yrigoyen', 'YRIGOYEN', true],
    ['West Walnut Street', 'Walnut St', true],
    ['West Walnut Street', 'West Maple Street', false],
    ['Old Compton Road', 'Old Brompton Road', false],
  ])('%j and %j are the same street: %s', (a, b, same) => {
    expect(isSameStreet(streetKeyWords(a), streetKeyWords(b))).toBe(same)
  })

  it('reads the number behind the first names of a street, and a street called by a type', () => {
    expect(placeStreet('LARRAZABAL, EMILIO, Dr. 2340').numbers).toEqual(['2340'])
    expect(placeStreet('1306 Court St')).toEqual({ words: ['court'], numbers: ['1306'] })
  })

  it('reads street words and numbers of an address line', () => {
    expect(placeStreet('Calle de los Olmos, 12')).toEqual({ words: ['olmos'], numbers: ['12'] })
  })

  it.each([
    [2300, true],
    [2280, true],
    [2399, true],
    [2400, false],
    [2279, false],
  ])('%d is said "al 2300": %s', (number, is) => {
    expect(inBlock(number, 2300)).toBe(is)
  })
})
