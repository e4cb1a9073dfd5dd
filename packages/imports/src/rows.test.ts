import { describe, expect, it } from 'vitest'
import { readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const reel = 'https://www.instagram.com/reel/C9aBcDeFgHi/'
const youtube = 'https://youtu.be/aBcDeFgHiJk'
const at = (place: string) => ({ url: `https://www.google.com/maps/place/${place},17z` })
const kml = (content: string) =>
  `<?xml version="1.0"?><kml><Document><name>Viaje</name>${content}</Document></kml>`
const mark = (name: string, content: string) => `<Placemark><name>${name}</name>${content}</Placemark>`

describe('a position is never a wrong one', () => {
  it.each([
    ['-99.17,19.42', at('Nilo/@19.42,-99.17')],
    ['\n -99.17 , 19.42 , 0 \n', at('Nilo/@19.42,-99.17')],
    ['-99,17,19,42', at('Nilo/@19.42,-99.17')],
    ['-99,17,19,42,0', at('Nilo/@19.42,-99.17')],
    ['-99,17,19,42,0,0', at('Nilo/@19.42,-99.17')],
    ['-99,19,0', at('Nilo/@19,-99')],
  ])('of a map, %j', (coordinates, place) => {
    const text = kml(mark('Nilo', `<Point><coordinates>${coordinates}</coordinates></Point>`))
    expect(read('a.kml', text)?.posts).toMatchObject([place])
  })

  it.each(['-99,17,19', '-99,17 19,42', '200,19', '0,0', 'a,b', ''])(
    'of a map, %j is none',
    (coordinates) => {
      const point = `<address>Luna 9</address><Point><coordinates>${coordinates}</coordinates></Point>`
      expect(read('a.kml', kml(mark('Nilo', point)))?.posts).toMatchObject([
        { url: 'https://www.google.com/maps/place/Nilo%2C%20Luna%209' },
      ])
    },
  )

  it.each([
    ['Nombre,Lat,Lng,Nota\nNilo,19,42,-99,17,pan', at('Nilo/@19.42,-99.17')],
    ['Nombre;Lat;Lng\nNilo;19,42;-99,17', at('Nilo/@19.42,-99.17')],
    ['Nombre;Coordenadas\nNilo;19,42; -99,17', at('Nilo')],
    ['Nombre;Coordenadas\nNilo;"19,42; -99,17"', at('Nilo/@19.42,-99.17')],
    ['Nombre;Coordenadas\nNilo;19,42 -99,17', at('Nilo/@19.42,-99.17')],
    ['Nombre,Lat,Lng,Nota\nNilo,19,-99,x,y,z', at('Nilo')],
    ['Nombre,Lat,Lng\nNilo,19.42N,1e2', at('Nilo')],
  ])('of a table, %j', (text, { url }) => {
    expect(read('a.csv', text)?.posts[0]?.url).toBe(url.includes('@') ? url : url.replace(',17z', ''))
  })
})

describe('a row decides about itself only', () => {
  it('a link in the comment of a list leaves the list', () => {
    const maps = 'https://www.google.com/maps/place/Nilo/@19.42,-99.17,17z'
    const text = `Title,Note,URL,Tags,Comment\nNilo,,${maps},${youtube},${reel}`
    expect(read('Cenas.csv', text)).toMatchObject({
      format: 'google',
      parts: [{ name: 'Cenas' }],
      posts: [
        { title: 'Nilo' },
        { platform: 'YouTube', placeUrl: expect.anything() },
        { platform: 'Instagram' },
      ],
      read: 1,
    })
  })

  it('a link to a map needs no quotes', () => {
    const text =
      'Nombre,Mapa,Nota\nNilo,https://www.google.com/maps?q=19.42,-99.17,rico\nLucha,https://x.example/?v=1.5,2.5 kg'
    expect(read('a.csv', text)).toMatchObject({
      posts: [{ ...at('Nilo/@19.42,-99.17'), note: 'rico' }],
      unread: [{ reason: 'not_a_post' }],
    })
  })

  it('a sheet with addresses is no list of Google', () => {
    const text = `Nombre,Dirección,URL,Ciudad\nNilo,Luna 9,${youtube},Puebla`
    expect(read('a.csv', text)).toMatchObject({ format: 'table', posts: [{}, { platform: 'YouTube' }] })
  })

  it('a website is no link of its row', () => {
    const text =
      'Name,City,Website\nNilo,Puebla,https://nilo.example/\nLucha,Puebla,\n,,https://sola.example/'
    expect(read('a.csv', text)).toMatchObject({
      posts: [{ title: 'Nilo' }, { title: 'Lucha' }],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
  })

  it.each([
    ['a page beside the name of a place', 'Restaurant,Yelp link\nNilo,https://x.example/nilo', 'Nilo'],
    ['a page beside its city', 'Nombre,Barrio,Enlace\nNilo,Roma,https://x.example/', 'Nilo%2C%20Roma'],
    [
      'the address in the link of a row with a city',
      'Nombre,Ciudad,Mapa\nNilo,Puebla,"https://maps.apple.com/?q=Nilo&address=Luna%209"',
      'Nilo%2C%20Luna%209%2C%20Puebla',
    ],
    [
      'the own address of a row',
      'Nombre,Dirección,Mapa\nNilo,Sol 3,"https://maps.apple.com/?q=Nilo&address=Luna%209"',
      'Nilo%2C%20Sol%203',
    ],
  ])('%s', (_, text, place) => {
    expect(read('a.csv', text)).toMatchObject({
      posts: [{ url: `https://www.google.com/maps/place/${place}` }],
      unread: [],
    })
  })

  it('a profile is that of the place, and a post beside it is a post', () => {
    const profile = 'https://www.instagram.com/nilo.pan/'
    const text = `Nombre,Instagram,Facebook,Menú\nNilo,${profile},https://www.facebook.com/nilo,\nLucha,@lucha,,https://x.example/a.pdf\nMole,${reel},,\n,${profile},,`
    expect(read('a.csv', text)).toMatchObject({
      posts: [{ title: 'Nilo' }, { title: 'Lucha' }, { title: 'Mole', platform: 'Instagram' }],
      unread: [{ reason: 'not_a_post', total: 1, examples: [profile] }],
    })
  })

  it('a page beside a title is no place', () => {
    expect(read('a.csv', 'Title,Link\nNilo,https://x.example/\nMole,' + reel)).toMatchObject({
      posts: [{ platform: 'Instagram' }],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
  })

  it('a day may be the number of a spreadsheet', () => {
    const text = `Nombre,Enlace,Fecha\nNilo,${reel},45973.878\nMole,${youtube},20`
    expect(read('a.csv', text)?.posts.map(({ savedAt }) => savedAt)).toEqual([
      new Date('2025-11-12T21:04:19Z'),
      null,
    ])
  })

  it('a day may have words', () => {
    const text = `Nombre,Enlace,Fecha\nNilo,${reel},"November 12, 2025 9:05 PM"\nMole,${youtube},12/11/2025`
    expect(read('a.csv', text)?.posts.map(({ savedAt }) => savedAt)).toEqual([
      new Date('2025-11-12T12:00:00Z'),
      null,
    ])
  })

  it('a wrong quote changes no other row', () => {
    const text = 'Nombre,Nota\nNilo,"pan\nLucha,"mole, ""negro""",\nSol "Rojo",x\nLuna,"dos\nlíneas"\nMar,"'
    expect(read('a.csv', text)?.posts.map(({ title, note }) => [title, note])).toEqual([
      ['Nilo', '"pan'],
      ['Lucha', 'mole, "negro"'],
      ['Sol "Rojo"', 'x'],
      ['Luna', 'dos\nlíneas'],
      ['Mar', '"'],
    ])
  })

  it.each([
    ['¿Dónde?;Lat.;Nombre del lugar;Long.\nLuna 9;19.42;Nilo;-99.17', at('Nilo%2C%20Luna%209/@19.42,-99.17')],
    [
      'place_name,formatted_address,geometry.location.lat,geometry.location.lng\nNilo,Luna 9,19.42,-99.17',
      at('Nilo%2C%20Luna%209/@19.42,-99.17'),
    ],
    [
      'Name;Straße;Ort;Breitengrad;Längengrad\nNilo;Luna 9;Ulm;52,5;13,4',
      at('Nilo%2C%20Luna%209%2C%20Ulm/@52.5,13.4'),
    ],
    ['Nombre,Coordenadas\nNilo,"19°25\'12.0""N 99°10\'12.0""W"', at('Nilo/@19.42,-99.17')],
    ['Nombre,Latitud,Longitud\nNilo,19.42° N,99.17° W', at('Nilo/@19.42,-99.17')],
    ['Nombre,Mapa\nNilo,"19.42, -99.17"', at('Nilo/@19.42,-99.17')],
    ['¿Cuál?,lat,lng,place_id\nNilo,19.42,-99.17,ChIJYxW99TX_0YUR9y_gLQ5vNmw', at('@19.42,-99.17')],
    ['Foto URL;Sitio web;NOMBRE;Lat/Lng\nhttps://x.example/;;Nilo;19.42, -99.17', at('Nilo/@19.42,-99.17')],
  ])('columns are known by their letters: %j', (text, place) => {
    expect(read('a.csv', text)?.posts).toMatchObject([place])
  })
})
