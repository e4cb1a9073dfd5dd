import { describe, expect, it } from 'vitest'
import { readMapsLink } from './maps-link.ts'

/** The pair of ids of a place whose CID is the number. */
const idOf = (number: number) => `0x85d1f00000000001:0x${number.toString(16)}`
const at = (lat: number, lng: number) => ({ lat, lng })

describe('the data of a link, which may have several ids and positions', () => {
  it.each([
    [
      'a place, behind the id of the map',
      `place/Mesa+Larga/@20.1,-103.1,17z/data=!3m2!4b1!5s${idOf(7)}!4m6!3m5!1s${idOf(8)}!8m2!3d20.2!4d-103.2!16s%2Fg%2F11x`,
      { name: 'Mesa Larga', address: null, position: at(20.2, -103.2), cid: '8' },
    ],
    [
      'a place, behind the area of a search',
      `place/Mesa+Larga/@20.1,-103.1,13z/data=!4m15!1m8!3m7!1s${idOf(5)}!2sChapala!3b1!8m2!3d20.9!4d-103.9!16zL20vMDE!3m5!1s${idOf(6)}!8m2!3d20.3!4d-103.3!16s%2Fg%2F11x`,
      { name: 'Mesa Larga', address: null, position: at(20.3, -103.3), cid: '6' },
    ],
    [
      'a place, behind another one that was searched',
      `place/Mesa+Larga/@20.1,-103.1,13z/data=!4m12!1m6!3m5!1s${idOf(5)}!2sFonda!8m2!3d20.9!4d-103.9!3m4!1s${idOf(6)}!8m2!3d20.3!4d-103.3`,
      { position: at(20.3, -103.3), cid: '6' },
    ],
    [
      'a place, behind searched words',
      `place/Mesa+Larga/data=!4m7!1m2!2m1!1stacos!3m3!1s${idOf(6)}!8m0`,
      { name: 'Mesa Larga', position: null, cid: '6' },
    ],
    [
      'a place with a second id of another kind',
      `place/Mesa+Larga/data=!4m4!3m3!1s${idOf(6)}!1s${idOf(7)}!8m0`,
      { name: 'Mesa Larga', position: null, cid: '6' },
    ],
    [
      'the area of a search alone',
      `search/tacos/@20.1,-103.1,13z/data=!4m8!1m6!3m5!1s${idOf(5)}!2sChapala!8m2!3d20.9!4d-103.9`,
      { name: 'tacos', position: null, cid: null },
    ],
    [
      'a place, with its pictures before and its reviews behind it',
      `place/Mesa/@20.1,-103.1,3a/data=!3m8!1e2!3m6!1sAF1Qip!2e10!3e12!6shttps:%2F%2Flh5.example!7i40!8i30!4m7!3m6!1s${idOf(9)}!8m2!3d20.4!4d-103.4!9m1!1b1`,
      { name: 'Mesa', position: at(20.4, -103.4), cid: '9' },
    ],
    [
      'a pin',
      `place/20%C2%B030'00.0%22N+103%C2%B015'00.0%22W/@20.1,-103.1,17z/data=!4m4!3m3!8m2!3d20.55!4d-103.25`,
      { name: null, position: at(20.55, -103.25), cid: null },
    ],
    [
      'a pin with the id of nothing',
      `place/Mesa/@20.1,-103.1,17z/data=!4m5!3m4!1s0x0:0x0!8m2!3d20.5!4d-103.5`,
      { name: 'Mesa', position: at(20.5, -103.5), cid: null },
    ],
    [
      'an escaped id',
      `place/Mesa/data=!4m2!3m1!1s${encodeURIComponent(idOf(12))}`,
      { name: 'Mesa', cid: '12' },
    ],
    [
      'a group that is cut',
      `place/Mesa/@1,2,17z/data=!4m9!3m8!1s${idOf(13)}!8m2!3d20.6`,
      { position: at(1, 2), cid: '13' },
    ],
    [
      'an impossible position',
      `place/Mesa/@1,2,17z/data=!4m5!3m4!1s${idOf(13)}!8m2!3d120.6!4d-103.5`,
      { position: at(1, 2), cid: '13' },
    ],
    [
      'no group at all',
      'place/Mesa/@1,2,17z/data=!!m!4mx!3m',
      { name: 'Mesa', position: at(1, 2), cid: null },
    ],
    [
      'a route, whose destination counts',
      `dir/Casa/Mesa+Larga,+Calle+8,+Chapala/@20.1,-103.1,12z/data=!4m14!4m13!1m5!1m1!1s${idOf(1)}!2m2!1d-103.8!2d20.8!1m5!1m1!1s${idOf(2)}!2m2!1d-103.7!2d20.7!3e0`,
      { name: 'Mesa Larga', address: 'Calle 8, Chapala', position: at(20.7, -103.7), cid: '2' },
    ],
    [
      'a route from here',
      `dir//Mesa+Larga/@20.1,-103.1,12z/data=!4m8!4m7!1m0!1m5!1m1!1s${idOf(3)}!2m2!1d-103.6!2d20.6`,
      { name: 'Mesa Larga', address: null, position: at(20.6, -103.6), cid: '3' },
    ],
    [
      'an embedded map',
      `embed?pb=!1m18!1m12!1m3!1d3762!2d-103.1!3d20.1!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s${idOf(4)}!2sMesa%20Larga!5e0!3m2!1ses!2smx`,
      { name: 'Mesa Larga', position: null, cid: '4' },
    ],
  ])('%s', (_, path, expected) => {
    expect(readMapsLink(`https://www.google.com/maps/${path}`)).toMatchObject(expected)
  })
})
