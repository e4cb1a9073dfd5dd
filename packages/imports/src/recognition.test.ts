import { googleList, tiktokJson } from '@antojo/testing/exports'
import { describe, expect, it } from 'vitest'
import { type ImportChoice, ImportReading, readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const tiktok = 'https://www.tiktok.com/@lucha.come/video/7411111111111111111'

describe('a format is recognised by the whole file', () => {
  it('a word of eleven letters makes no playlist of a list, and a description may precede its header', () => {
    const link = (name: string) => `https://www.google.com/maps/place/${name}/@19.4,-99.1,17z`
    const rows = ['Smashburger', 'Nilo'].map((name) => `${name},,${link(name)},,`)
    const text = ['Lugares para ir,,,,', 'Title,Note,URL,Tags,Comment', ',,,,', ...rows].join('\n')
    expect(read('Quiero ir.csv', text)).toMatchObject({
      format: 'google',
      parts: [{ name: 'Quiero ir' }],
      posts: [{ title: 'Smashburger' }, { title: 'Nilo' }],
    })
  })

  it('a link to TikTok makes no export of notes', () => {
    const text = `Mole de Lucha: ${tiktok}\nReel de Nilo: https://www.instagram.com/reel/C9aBcDeFgHi/`
    expect(read('notas.txt', text)).toMatchObject({ format: 'links', posts: [{}, {}], unread: [] })
  })

  it('web pages are no places, whatever else is in the file', () => {
    const rows = [
      'Receta,https://lucha.example/mole',
      'Fonda,https://maps.google.com/?cid=31',
      `Mole,${tiktok}`,
    ]
    expect(read('pocket.csv', ['title,url', ...rows].join('\n'))).toMatchObject({
      posts: [{ platform: 'Other' }, { platform: 'TikTok' }],
      unread: [{ reason: 'not_a_post', examples: ['https://lucha.example/mole'] }],
    })
  })

  it('the picture of a page is no post', () => {
    const text =
      'title,note,excerpt,url,folder,created,cover\nReceta,,,https://lucha.example/mole,Recetas,2024-05-02T10:00:00Z,https://youtu.be/aBcDeFgHiJk\nMole,pedir más,El mejor,https://youtu.be/aBcDeFgHiJk,Tacos,2024-05-02T10:00:00Z,'
    expect(read('raindrop.csv', text)).toMatchObject({
      parts: [{ name: 'Tacos' }],
      posts: [{ title: 'Mole', note: 'pedir más', texts: [{ kind: 'description', text: 'El mejor' }] }],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
  })

  it('a table without a header has names and links', () => {
    const text = `Fonda Lucha,https://maps.app.goo.gl/AbCd1,rico\nMole,${tiktok},`
    expect(read('a.csv', text)).toMatchObject({
      format: 'table',
      posts: [
        { url: 'https://maps.app.goo.gl/AbCd1', title: 'Fonda Lucha', note: 'rico' },
        { platform: 'TikTok', title: 'Mole' },
      ],
    })
  })

  it('short links to Maps beside names stay two branches', () => {
    const text =
      'Restaurante,Enlace,Ciudad\nCafé Nilo,https://maps.app.goo.gl/AbCd1,CDMX\nCafé Nilo,https://maps.app.goo.gl/AbCd2,Puebla'
    expect(read('a.csv', text)?.posts).toMatchObject([
      { url: 'https://maps.app.goo.gl/AbCd1', title: 'Café Nilo' },
      { url: 'https://maps.app.goo.gl/AbCd2', title: 'Café Nilo' },
    ])
  })

  it.each([
    ['Excel', 'sep=;\nNombre;Dirección;Latitud;Longitud\nFonda Lucha;Calle Luna 9;19,4022;-99,1711'],
    ['words', 'Nombre del lugar;Ubicación;Coordenadas\nFonda Lucha;Calle Luna 9;19.4022, -99.1711'],
  ])('a table with a header of %s', (_, text) => {
    expect(read('a.csv', text)?.posts).toMatchObject([
      { url: 'https://www.google.com/maps/place/Fonda%20Lucha%2C%20Calle%20Luna%209/@19.4022,-99.1711,17z' },
    ])
  })
})

describe('what a person has not saved is not read', () => {
  it('an export of TikTok without favourites has nothing, also when it has other links', () => {
    const text = JSON.stringify({
      'Likes and Favorites': {
        'Favorite Videos': { FavoriteVideoList: [] },
        'Like List': { ItemFavoriteList: null },
      },
      'Your Activity': { 'Watch History': { VideoList: [{ Date: '2025-11-09 02:42:30', Link: tiktok }] } },
      'Direct Message': { 'Direct Messages': { ChatHistory: { 'Chat with ana:': [{ Content: tiktok }] } } },
    })
    expect(read('user_data_tiktok.json', text)).toMatchObject({
      format: 'tiktok',
      posts: [],
      read: 0,
      unread: [],
    })
  })

  it.each(['Watch History.txt', 'TikTok/Share History.txt', 'Direct Messages.txt'])(
    '%s has nothing',
    (name) => {
      expect(read(name, `Date: 2025-11-09 02:42:30 UTC\nLink: ${tiktok}\n`)).toMatchObject({ posts: [] })
    },
  )

  it('the history of YouTube has nothing', () => {
    const text = '<a href="https://www.youtube.com/watch?v=aBcDeFgHiJk">Corto</a>'
    expect(read('watch-history.html', text)).toMatchObject({ format: 'youtube', posts: [] })
  })

  it('reviews and labels of Google are counted', () => {
    const feature = (properties: unknown) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-99.1711, 19.4022] },
      properties,
    })
    const file = (name: string, properties: unknown) => ({
      name: `Takeout/Maps (tus sitios)/${name}`,
      text: JSON.stringify({ type: 'FeatureCollection', features: [feature(properties)] }),
    })
    const found = readImport([
      file('Reseñas.json', { 'Star Rating': 1, Location: { 'Business Name': 'Fonda Lucha' } }),
      file('Lugares etiquetados.json', { name: 'Home', address: 'Calle Luna 9' }),
    ])
    expect(found).toMatchObject({ posts: [], unread: [{ reason: 'not_saved', total: 2 }] })
  })
})

describe('KML', () => {
  const kml = (content: string) =>
    `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`

  it('without folders is one list, with the days of its places', () => {
    const mark =
      '<Placemark><name>Fonda Lucha</name><TimeStamp><when>2024-05-02T10:00:00Z</when></TimeStamp><Point><coordinates>-99.1711,19.4022</coordinates></Point></Placemark>'
    expect(read('files/Tacos.kml', kml(`<name>Tacos</name>${mark}`))).toMatchObject({
      parts: [{ kind: 'collection', name: 'Tacos' }],
      posts: [{ title: 'Fonda Lucha', savedAt: new Date('2024-05-02T10:00:00Z') }],
    })
  })

  it('has names in columns, points among shapes and links to posts', () => {
    const data =
      '<ExtendedData><SchemaData><SimpleData name="location">{"address":"Calle Luna 9","name":"Fonda Lucha"}</SimpleData></SchemaData>' +
      `<Data name="Video"><value>${tiktok}</value></Data></ExtendedData>`
    const shapes =
      '<MultiGeometry><LineString><coordinates>1,2</coordinates></LineString><Point><coordinates>-99.1711,19.4022</coordinates></Point></MultiGeometry>'
    expect(read('doc.kml', kml(`<Placemark>${data}${shapes}</Placemark>`))?.posts).toMatchObject([
      { url: 'https://www.google.com/maps/place/Fonda%20Lucha%2C%20Calle%20Luna%209/@19.4022,-99.1711,17z' },
      { platform: 'TikTok', placeUrl: expect.stringContaining('fonda%20lucha') },
    ])
  })
})

describe('the person chooses', () => {
  const text = 'Nazwa;Gdzie;Uwagi\nFonda Lucha;Calle Luna 9, CDMX;mole\nBar Nilo;Calle Sol 3, CDMX;'

  function readAs(choice: ImportChoice, file = { name: 'miejsca.csv', text }) {
    const reading = new ImportReading(choice)
    reading.add(file)
    return reading.result()
  }

  it('the columns of a table with names that nobody knows', () => {
    expect(readAs({})).toMatchObject({
      posts: [],
      unread: [{ reason: 'no_link', total: 2 }],
      choices: { table: { header: ['Nazwa', 'Gdzie', 'Uwagi'], columns: {} } },
    })
    expect(readAs({ columns: { name: 0, address: 1, note: 2 } })).toMatchObject({
      posts: [{ title: 'Fonda Lucha', note: 'mole' }, { title: 'Bar Nilo' }],
      unread: [],
      choices: { table: { columns: { name: 0, address: 1, note: 2 } } },
    })
  })

  it('another format in which the file has entries, and never the messages of an export', () => {
    const list = { name: 'Tacos.csv', text: googleList([{ name: 'Fonda Lucha', cid: '1f' }]) }
    expect(readAs({}, list)).toMatchObject({
      format: 'google',
      choices: { formats: ['table', 'links'], table: null },
    })
    expect(readAs({ format: 'table' }, list)).toMatchObject({ format: 'table', read: 1 })
    expect(readAs({ format: 'youtube' }, list)).toBeNull()
    const saved = {
      name: 'user_data.json',
      text: tiktokJson({ favourites: ['7301234567890123456'], likes: [] }),
    }
    expect(readAs({}, saved)?.choices).toEqual({ formats: [], table: null })
  })

  it('of a long text from its beginning', () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `Fonda ${at},https://youtu.be/aBcDeFgHiJk,rico y bueno`,
    )
    const long = ['Nombre,Enlace,Nota', ...rows].join('\n')
    expect(readAs({}, { name: 'a.csv', text: long })?.choices).toMatchObject({
      formats: ['links'],
      table: { columns: { name: 0 } },
    })
    expect(readAs({}, { name: 'a.txt', text: long.replaceAll('\n', ' ') })?.choices).toEqual({
      formats: [],
      table: null,
    })
  })
})
