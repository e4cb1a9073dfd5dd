import { googleList, googleSavedPlaces, youtubePlaylist } from '@antojo/testing/exports'
import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { namesToRead, readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const cid = '63f7d1e2a3b4c5d6'
const canonical = `https://www.google.com/maps?cid=${BigInt(`0x${cid}`)}`
const contramar = {
  name: 'Contramar',
  cid,
  address: 'Durango 200, Roma Norte, Ciudad de México',
  position: [-99.1675, 19.4194],
} as const
const at = (name: string) => `https://www.google.com/maps/place/${name}/@19.4194,-99.1675,17z`

describe("Google's Takeout", () => {
  it.each([
    ['Title,Note,URL,Tags,Comment', 'Takeout/Saved/Want to go.csv', 'Want to go'],
    ['Título,Nota,URL,Etiquetas,Comentario', 'Takeout/Guardado/Quiero ir.csv', 'Quiero ir'],
    ['タイトル,メモ,URL,タグ,コメント', '行きたい場所.csv', '行きたい場所'],
  ])('reads a saved list with the columns %s', (header, name, list) => {
    expect(
      read(name, googleList([contramar, { name: 'Café, el de la esquina', cid: '1f' }], header)),
    ).toMatchObject({
      format: 'google',
      parts: [{ kind: 'collection', name: list }],
      posts: [
        { platform: 'Other', canonicalUrl: canonical, title: 'Contramar' },
        { canonicalUrl: 'https://www.google.com/maps?cid=31', title: 'Café, el de la esquina' },
      ],
      unread: [],
    })
  })

  it.each(['now', '2019'] as const)('reads saved places in the form of %s', (shape) => {
    expect(
      read('Takeout/Maps (your places)/Saved Places.json', googleSavedPlaces([contramar], shape)),
    ).toMatchObject({
      format: 'map',
      parts: [{ kind: 'saved' }],
      posts: [
        {
          canonicalUrl: canonical,
          url: `https://www.google.com/maps/place/${encodeURIComponent('Contramar, Durango 200, Roma Norte, Ciudad de México')}/@19.4194,-99.1675,17z?cid=${BigInt(`0x${cid}`)}`,
          savedAt: new Date('2023-06-01T12:00:00Z'),
        },
      ],
    })
  })

  it('the same place in a list and among the saved ones is one item', () => {
    const found = readImport([
      { name: 'Takeout/Saved/Tacos.csv', text: googleList([contramar]) },
      { name: 'Takeout/Maps (your places)/Saved Places.json', text: googleSavedPlaces([contramar], 'now') },
    ])
    expect(found?.posts).toMatchObject([{ canonicalUrl: canonical, parts: [0, 1] }])
  })

  it.each(['Video ID,Playlist Video Creation Timestamp', 'ID del video,Marca de tiempo'])(
    'reads a playlist of bare ids under %s, and no history',
    (header) => {
      const name = 'Takeout/YouTube and YouTube Music/playlists/Tacos y más-videos.csv'
      expect(read(name, youtubePlaylist(['dQw4w9WgXcQ', '-abc_DEF123'], header))).toMatchObject({
        format: 'youtube',
        parts: [{ kind: 'collection', name: 'Tacos y más' }],
        posts: [
          { platform: 'YouTube', canonicalUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
          { canonicalUrl: 'https://www.youtube.com/watch?v=-abc_DEF123' },
        ],
      })
      const history = 'Takeout/YouTube and YouTube Music/history/watch-history.html'
      expect(namesToRead([name, history])).toEqual([name])
    },
  )
})

it("a text shared from Google's lists has its places", () => {
  const text =
    'Tacos\nhttps://maps.app.goo.gl/AbCdEf123?g_st=ic\nhttps://www.google.com/maps/place/Contramar/@19.4194,-99.1675,17z'
  expect(read('lista.txt', text)).toMatchObject({
    format: 'links',
    posts: [{ platform: 'Other', url: 'https://maps.app.goo.gl/AbCdEf123?g_st=ic' }, { title: 'Contramar' }],
  })
})

describe('maps', () => {
  it('a folder of KML is a list, and areas, scripts and links into the network are not read', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Mi mapa</name>
      <NetworkLink><Link><href>http://127.0.0.1/x.kml</href></Link></NetworkLink>
      <Folder><name>Tacos</name>
        <Placemark><name><![CDATA[El <b>Vilsito]]></name><description><script>alert(1)</script></description>
          <Point><coordinates>-99.1675,19.4194,0</coordinates></Point></Placemark>
        <Placemark><name>Zona</name><Polygon><outerBoundaryIs/></Polygon></Placemark>
      </Folder>
      <Placemark><name>&x;&b;</name><Point><coordinates> -99.1675,19.4194 </coordinates></Point></Placemark>
      </Document></kml>`
    expect(read('doc.kml', text)).toMatchObject({
      format: 'map',
      parts: [{ kind: 'collection', name: 'Tacos' }, { kind: 'file' }],
      posts: [
        { url: at(encodeURIComponent('El <b>Vilsito')), parts: [0] },
        { title: '&x;&b;', parts: [1] },
      ],
      unread: [{ reason: 'not_a_point', total: 1, examples: ['Zona'] }],
    })
  })

  it('reads waypoints of GPX', () => {
    const text = `<?xml version="1.0"?><gpx version="1.1" creator="Organic Maps"><wpt lat="19.4194" lon="-99.1675"><name>Contramar</name></wpt><trk><name>Paseo</name></trk></gpx>`
    expect(read('sitios.gpx', text)).toMatchObject({
      format: 'map',
      posts: [{ url: at('Contramar') }],
      unread: [{ reason: 'not_a_point', total: 1, examples: ['Paseo'] }],
    })
  })

  it('reads points of any GeoJSON', () => {
    const point = (properties: unknown, coordinates: unknown) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates },
    })
    const features = [
      point({ name: 'Contramar', userComment: 'rico' }, [-99.1675, 19.4194]),
      point({}, [-99.1675, 200]),
      { type: 'Feature', properties: null, geometry: null },
    ]
    expect(read('mapstr.geojson', JSON.stringify({ type: 'FeatureCollection', features }))).toMatchObject({
      posts: [{ url: at('Contramar') }],
      unread: [{ reason: 'no_link', total: 2 }],
    })
  })
})

describe('tables and bookmarks', () => {
  it.each([
    ['My Maps', 'WKT,name,description\n"POINT (-99.1675 19.4194)",Contramar,'],
    [
      'another language and decimal commas',
      'Nombre;Dirección;Latitud;Longitud\nContramar;;"19,4194";"-99,1675"',
    ],
    ['tabs', 'title\tlat\tlng\nContramar\t19.4194\t-99.1675'],
    ['bad quotes', 'name,note,lat,lng\nContramar,"the "best" tuna",19.4194,-99.1675'],
    ['a quote without an end', 'name,note,lat,lng\nContramar,"the best,19.4194,-99.1675'],
    ['a byte order mark', '\uFEFFname,lat,lng\nContramar,19.4194,-99.1675'],
    ['blank rows', 'name,lat,lng\n , , \n\nContramar,19.4194,-99.1675'],
    ['a huge cell', `name,note,lat,lng\nContramar,"${'x\n'.repeat(500_000)}",19.4194,-99.1675`],
  ])('reads a table of %s', (_, text) => {
    expect(read('sitios.csv', text)).toMatchObject({ format: 'table', posts: [{ url: at('Contramar') }] })
  })

  it('reads old spreadsheets in Windows-1252, and UTF-16', () => {
    const text = 'Nombre,Lat,Lng\nCafé,19.4194,-99.1675'
    expect(decodeText(Buffer.from(text, 'latin1'))).toBe(text)
    expect(decodeText(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(text)
    expect(decodeText(Buffer.from(text))).toBe(text)
  })

  it('a column of lists makes collections, and links of posts stay posts', () => {
    const text = 'name,url,list\nTacos,https://youtu.be/dQw4w9WgXcQ,Ver\nContramar,,Comer\n'
    expect(read('x.csv', text)).toMatchObject({
      parts: [{ kind: 'collection', name: 'Ver' }, { name: 'Comer' }],
      posts: [
        { platform: 'YouTube', title: 'Tacos' },
        { platform: 'Other', title: 'Contramar' },
      ],
    })
  })

  it('folders of bookmarks are lists; other pages are counted', () => {
    const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><DL><p>
      <DT><H3 ADD_DATE="1">Comida</H3><DL><p>
        <DT><A HREF="https://www.tiktok.com/@a/video/7301234567890123456" ADD_DATE="1685620800">Tacos &amp; más</A>
        <DT><A HREF="https://www.google.com/maps/place/Contramar/@19.4194,-99.1675,17z">Contramar - Google Maps</A>
      </DL><p><DT><A HREF="https://example.org/">Otra</A><DT><A HREF="javascript:alert(1)">x</A></DL>`
    expect(read('bookmarks.html', text)).toMatchObject({
      format: 'bookmarks',
      parts: [{ kind: 'collection', name: 'Comida' }],
      posts: [
        { platform: 'TikTok', title: 'Tacos & más', savedAt: new Date('2023-06-01T12:00:00Z') },
        { platform: 'Other', title: 'Contramar' },
      ],
      unread: [
        { reason: 'not_a_post', total: 1 },
        { reason: 'no_link', total: 1 },
      ],
    })
  })

  it("reads Karakeep's bookmarks and Mealie's recipes", () => {
    const url = 'https://youtu.be/dQw4w9WgXcQ'
    const bookmark = {
      createdAt: 1_685_620_800,
      title: 'Tacos',
      tags: ['comida'],
      content: { type: 'link', url },
      note: null,
    }
    expect(read('karakeep-export.json', JSON.stringify({ bookmarks: [bookmark] }))).toMatchObject({
      format: 'karakeep',
      posts: [{ title: 'Tacos', savedAt: new Date('2023-06-01T12:00:00Z') }],
    })
    expect(
      read('database.json', JSON.stringify({ recipes: [{ name: 'Tacos', org_url: url }] })),
    ).toMatchObject({
      format: 'mealie',
      posts: [{ title: 'Tacos' }],
    })
  })
})
