import { describe, expect, it } from 'vitest'
import { canonicalMapsLink, type MapsPlace, mapsLinkOf, readMapsLink } from './maps-link.ts'

const NOTHING: MapsPlace = { name: null, address: null, position: null, cid: null }
const mesa: MapsPlace = { ...NOTHING, name: 'Mesa Larga' }
const calle: MapsPlace = { ...mesa, address: 'Calle 8, Chapala' }
const chapala = { lat: 20.5, lng: -103.5 }
const there: MapsPlace = { ...NOTHING, position: chapala }
const maps = 'https://www.google.com/maps'
const placeId = 'ChIJN1t_tDeuEmsRUsoyG83frY4'
const cid = '10281119596374313554'

describe('names, addresses and positions in links to maps', () => {
  it.each<[string, MapsPlace | null]>([
    // The page of a place has its name alone, a shared link its address too.
    [
      `${maps}/place/Pan,+Vino+y+Sal/@20.5,-103.5,17z/data=!4m2!3m1!1s0x1:0x3`,
      { ...there, name: 'Pan, Vino y Sal', cid: '3' },
    ],
    [`${maps}/place/Mesa+Larga,+Calle+8,+Chapala/data=!4m2!3m1!1s0x1:0x3`, { ...calle, cid: '3' }],
    [`${maps}/place/Mesa+Larga,+Calle+8,+Chapala/@20.5,-103.5,17z`, { ...calle, position: chapala }],
    [`${maps}/place/%40Larga/@20.5,-103.5,17z`, { ...there, name: '@Larga' }],
    [`${maps}/place/@Larga/@20.5,-103.5,17z`, { ...there, name: '@Larga' }],
    [`${maps}/place/data%3DLarga`, { ...NOTHING, name: 'data=Larga' }],
    [`${maps}/place/%20Mesa+Larga%20`, mesa],
    [`${maps}/place/%20,%20`, null],
    [`${maps}/place/,+Calle+8/@20.5,-103.5,17z`, { ...there, address: 'Calle 8' }],
    ['https://maps.google.com/?q=@Larga', { ...NOTHING, name: '@Larga' }],
    ['https://maps.google.com/?q=Mesa+%2B+Larga', { ...NOTHING, name: 'Mesa + Larga' }],
    ['https://maps.google.com/?q=Mesa+Larga&amp;ftid=0x1:0x2', { ...mesa, cid: '2' }],
    ['HTTPS://MAPS.GOOGLE.COM/?q=Mesa+Larga', mesa],
    ['\u200bhttps:\\/\\/maps.google.com\\/?q=Mesa+Larga\u2069', mesa],
    ['https://maps.google.com/maps?q=Mesa Larga, Calle 8, Chapala', calle],
    [`${maps}/dir/Casa/Mesa+Larga/`, mesa],
    [`${maps}/dir/Casa/Mesa+Larga/@1,2,13z`, mesa],
    [`${maps}/dir/Casa/Trabajo/Mesa+Larga`, mesa],
    [`${maps}/dir/Casa/@1,2,13z`, null],
    [`${maps}/dir/Casa//@1,2,13z`, null],
    [`${maps}/dir/`, null],
    [`${maps}/dir/?api=1&origin=Casa&destination=Mesa+Larga`, mesa],
    [`${maps}/dir/?api=1&destination=Mesa+Larga&destination_place_id=${placeId}`, { ...mesa, cid }],
    ['https://maps.google.com/maps?saddr=Casa&daddr=Mesa+Larga@20.5,-103.5', { ...mesa, position: chapala }],
    ['https://maps.google.com/maps?daddr=20.5,-103.5', there],
    [`${maps}/search/Mesa+Larga/@1,2,15z`, mesa],
    [`${maps}/search/?api=1&query=95.5,-99.1`, null],
    [`${maps}/search/?api=1&query=-20.5,+3.25`, { ...NOTHING, position: { lat: -20.5, lng: 3.25 } }],
    [`${maps}/search/?api=1&query=90,-180`, { ...NOTHING, position: { lat: 90, lng: -180 } }],
    [`${maps}/search/?api=1&query=20,180.5`, null],
    ['https://maps.google.com/?q=1984&ll=20.5,-103.5', { ...there, name: '1984' }],
    ['https://maps.google.com/?q=19,43,-99,13', null],
    ['https://maps.google.com/?q=20+30', { ...NOTHING, name: '20 30' }],
    ['https://maps.google.com/?q=20.5+-103.5', there],
    ['https://maps.google.com/?q=cid:77', { ...NOTHING, cid: '77' }],
    ['https://maps.google.com/?cid=123456789012345678901', null],
    ['https://maps.google.com/?ftid=0x0:0x0', null],
    ['https://maps.google.com/?ftid=0x0:0x0&cid=6', { ...NOTHING, cid: '6' }],
    [`${maps}/place/7655F24Q%2B8X`, { ...NOTHING, position: { lat: 13.4558125, lng: -96.9600625 } }],
    [
      `${maps}/place/8Q2C%2B22+Chapala,+Jalisco/@20.3,-103.2,17z`,
      { ...NOTHING, address: 'Chapala, Jalisco', position: { lat: 20.3000625, lng: -103.2299375 } },
    ],
    [`${maps}/search/F24Q%2B8X+Chapala?cid=5`, { ...NOTHING, address: 'Chapala', cid: '5' }],
    [`${maps}/place/AAAA%2BLarga`, { ...NOTHING, name: 'AAAA+Larga' }],
    [`https://maps.google.com/?q=1°30'36"S+2°15'00"E`, { ...NOTHING, position: { lat: -1.51, lng: 2.25 } }],
    [
      `https://maps.google.com/?q=1°30'36.0"N+2°15'00.0"O`,
      { ...NOTHING, position: { lat: 1.51, lng: -2.25 } },
    ],
    ['https://maps.google.com/other/Mesa', null],
    [`${maps}/d/viewer?mid=1aBcD`, null],
    [`${maps}/contrib/12345/reviews`, null],
    ['https://maps.apple.com/?q=Mesa+Larga&ll=20.5,-103.5', { ...mesa, position: chapala }],
    [
      'https://maps.apple.com/place?place-id=I7F&address=Calle%208,%20Chapala&coordinate=20.5,-103.5&name=Mesa%20Larga',
      { ...calle, position: chapala },
    ],
    ['https://maps.apple.com/?address=Calle+8,+Chapala&q=Mesa,+Larga', { ...calle, name: 'Mesa, Larga' }],
    ['https://maps.apple.com/?address=Calle+8,+Chapala', null],
    ['https://maps.apple.com/?q=20.5,-103.5', there],
    ['https://maps.apple.com/?daddr=20.5,-103.5&q=Mesa+Larga&dirflg=d', { ...mesa, position: chapala }],
    ['https://maps.apple.com/directions?destination=Mesa+Larga,+Calle+8,+Chapala', calle],
    ['https://maps.apple.com/search?query=Mesa+Larga&center=20.5,-103.5', { ...mesa, position: chapala }],
    ['https://maps.apple.com/?sll=20.5,-103.5', null],
    ['https://maps.apple.com/p/kX3aB9', null],
    ['https://maps.apple.com.evil.example/?q=Mesa', null],
    ['https://waze.com/ul?ll=20.5%2C-103.5&navigate=yes&q=Mesa%20Larga', { ...mesa, position: chapala }],
    ['https://ul.waze.com/ul?q=Mesa%20Larga,%20Calle%208,%20Chapala', calle],
    ['https://www.waze.com/live-map/directions?to=ll.20.5%2C-103.5', there],
    ['https://www.waze.com/live-map/directions?latlng=20.5%2C-103.5', there],
    [`https://www.waze.com/live-map/directions?to=place.${placeId}`, { ...NOTHING, cid }],
    ['https://waze.com/ul/hezs42e44y', { ...NOTHING, position: { lat: 42.5999808, lng: -5.6000018 } }],
    ['https://waze.com/ul/h9g3', null],
    ['https://waze.com/ul/hezs42a', null],
    ['https://waze.com/live-map/', null],
    ['https://notwaze.com/ul?q=Mesa', null],
    ['https://waze.to/lr/hezs42e44y', { ...NOTHING, position: { lat: 42.5999808, lng: -5.6000018 } }],
    [`https://ul.waze.com/ul?place=${placeId}&ll=20.5%2C-103.5`, { ...there, cid }],
    ['https://beta.maps.apple.com/?ll=20.5,-103.5', there],
    ['https://maps.apple.com/place?coordinate=20.5,-103.5&name=Pan%2C+Vino', { ...there, name: 'Pan, Vino' }],
    ['https://www.openstreetmap.org/?mlat=20.5&mlon=-103.5#map=17/1/2', there],
    ['https://www.openstreetmap.org/node/7#map=17/20.5/-103.5', null],
    ['https://maps.google.com/?q=20.5,-103.5+Mesa+Larga', { ...mesa, position: chapala }],
    ['https://maps.google.com/?q=20.5,30+Mesas', { ...NOTHING, name: '20.5', address: '30 Mesas' }],
    [`${maps}/@?api=1&map_action=pano&viewpoint=20.5,-103.5`, there],
    [`https://maps.google.com/?q=20.5°+N,+103.5°+W`, there],
    [`https://maps.google.com/?q=20°30'+N+103°30'+W`, there],
    [`https://maps.google.com/?q=95.5°+N,+103.5°+W`, null],
    ['https://maps.google.com/?q=8Q2C+22+Chapala', null],
    ['https://maps.google.com/?q=2222+22+Chapala', { ...NOTHING, name: '2222 22 Chapala' }],
  ])('%s', (address, expected) => {
    expect(readMapsLink(address)).toEqual(expected)
  })

  it.each<[MapsPlace, string]>([
    [{ ...mesa, name: 'Pan, Vino' }, `${maps}/place/Pan%2C%20Vino?address=`],
    [
      { ...there, name: 'Pan, Vino', address: 'Calle 8.', cid: '5' },
      `${maps}/place/Pan%2C%20Vino/@20.5,-103.5,17z?address=Calle%208%2E&cid=5`,
    ],
    [
      { ...calle, position: { lat: 1e-7, lng: -2e-7 } },
      `${maps}/place/Mesa%20Larga%2C%20Calle%208%2C%20Chapala/@0.0000001,-0.0000002,17z`,
    ],
    [
      { ...mesa, position: { lat: -1e-9, lng: 20.123456789 } },
      `${maps}/place/Mesa%20Larga/@0,20.1234568,17z`,
    ],
    [{ ...mesa, name: '..' }, `${maps}/place?q=%2E%2E&address=`],
    [{ ...mesa, name: '20.5, -103.5' }, `${maps}/place/20.5%2C%20-103.5?address=`],
    [{ ...NOTHING, address: 'Calle 8', cid: '5' }, `${maps}/place?address=Calle%208&cid=5`],
    [{ ...mesa, name: 'Mesa \u{d83c}' }, `${maps}/place/Mesa%20%EF%BF%BD?address=`],
    [{ ...mesa, name: "(Mesa's*!)" }, `${maps}/place/%28Mesa%27s%2A%21%29`],
    [NOTHING, `${maps}/place`],
  ])('saves %j as %s', (given, saved) => {
    expect(mapsLinkOf(given)).toBe(saved)
  })

  it.each<[MapsPlace, string]>([
    [
      { ...calle, name: 'Pan , Vino', position: { lat: 20.50004, lng: -103.49996 } },
      `${maps}/place/pan%20vino/@20.5,-103.5,17z`,
    ],
    [{ ...calle, name: 'Pan, Vino' }, `${maps}/place/pan%20vino%2C%20Calle%208%2C%20Chapala`],
    [there, `${maps}/place/@20.5,-103.5,17z`],
    [{ ...calle, cid: '5' }, `${maps}?cid=5`],
  ])('gives %j the identity that it always had', (given, canonical) => {
    expect(canonicalMapsLink(given)).toBe(canonical)
  })
})
