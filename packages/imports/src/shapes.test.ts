import { describe, expect, it } from 'vitest'
import { readImport } from './read-import.ts'

const read = (name: string, text: string) => readImport([{ name, text }])
const reel = 'https://www.instagram.com/reel/C9aBcDeFgHi/'
const tiktok = 'https://www.tiktok.com/@lucha.come/video/7411111111111111111'
const youtube = 'https://youtu.be/aBcDeFgHiJk'
const at = (place: string) => ({ url: `https://www.google.com/maps/place/${place},17z` })
const kml = (content: string) =>
  `<?xml version="1.0"?><kml><Document><name>Viaje</name>${content}</Document></kml>`
const mark = (name: string, content: string) => `<Placemark><name>${name}</name>${content}</Placemark>`

describe('folders', () => {
  it('of bookmarks bear the names of those around them, and notes keep their words', () => {
    const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Barra</H3><DL><p>
      <DT><H3>Puebla</H3><DD>mi viaje<DL><p><DT><H3>Cenas</H3><DL><p>
      <DT><A HREF="${reel}" ADD_DATE="1762981533">Mole</A><DD>usa <script> y <b>más</b> de <a href="https://x.example/">este blog</a>, <a href="${youtube}">aquí</a>
      </DL><p></DL><p><DT><H3>Lima</H3><DL><p><DT><H3>Cenas</H3><DL><p><DT><A HREF="${tiktok}">Cau cau</A></DL><p></DL><p></DL><p></DL><p>`
    expect(read('marcadores.html', text)).toMatchObject({
      parts: [{ name: 'Puebla / Cenas' }, { name: 'Lima / Cenas' }],
      posts: [
        { title: 'Mole', note: 'usa <script> y más de este blog, aquí' },
        { platform: 'YouTube', parts: [0] },
        { platform: 'TikTok', note: null },
      ],
      read: 2,
      unread: [],
    })
  })

  it('of maps, too', () => {
    const point = mark('Nilo', '<Point><coordinates>-99.17,19.42</coordinates></Point>')
    const folder = (name: string, content: string) => `<Folder><name>${name}</name>${content}</Folder>`
    expect(read('a.kml', kml(folder('Puebla', folder('Cenas', point) + folder('', point))))).toMatchObject({
      parts: [{ name: 'Puebla / Cenas' }, { name: 'Puebla' }],
    })
  })

  it.each([
    [
      'Chrome',
      'Bookmarks',
      {
        roots: {
          bookmark_bar: {
            name: 'Barra',
            children: [
              {
                type: 'folder',
                name: 'Puebla',
                children: [
                  {
                    type: 'folder',
                    name: 'Cenas',
                    children: [
                      { type: 'url', name: 'Mole', url: reel, date_added: '13345678901234567' },
                      { type: 'url', name: 'Blog', url: 'https://x.example/' },
                      null,
                    ],
                  },
                ],
              },
            ],
          },
          version: 1,
        },
      },
    ],
    [
      'Firefox',
      'bookmarks-2025.json',
      {
        guid: 'root________',
        children: [
          {
            title: 'menu',
            children: [
              {
                title: 'Puebla',
                children: [
                  {
                    title: 'Cenas',
                    children: [
                      { title: 'Mole', uri: reel, dateAdded: 1_701_205_301_234_567 },
                      { title: 'Blog', uri: 'https://x.example/' },
                      7,
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  ])('of the own files of %s', (_, name, value) => {
    expect(read(name, JSON.stringify(value))).toMatchObject({
      format: 'bookmarks',
      parts: [{ name: 'Puebla / Cenas' }],
      posts: [{ title: 'Mole', savedAt: new Date('2023-11-28T21:01:41.234Z') }],
      unread: [{ reason: 'not_a_post' }, { reason: 'no_link' }],
    })
  })
})

describe('shapes of maps', () => {
  const feature = (geometry: unknown, properties: unknown = { name: 'Nilo' }) => ({
    type: 'Feature',
    properties,
    geometry,
  })
  const nilo = at('Nilo/@19.42,-99.17')
  const second = at('Nilo/@19.43,-99.18')
  const point = { type: 'Point', coordinates: [-99.17, 19.42] }

  it.each([
    ['a point', point, [nilo]],
    [
      'points',
      {
        type: 'MultiPoint',
        coordinates: [
          [-99.17, 19.42],
          [-99.18, 19.43],
        ],
      },
      [nilo, second],
    ],
    ['a collection', { type: 'GeometryCollection', geometries: [{ type: 'LineString' }, point] }, [nilo]],
    ['a line', { type: 'LineString', coordinates: [[1, 2]] }, []],
    ['no points', { type: 'MultiPoint', coordinates: [] }, []],
    [
      'a collection in itself',
      { type: 'GeometryCollection', geometries: [{ type: 'GeometryCollection', geometries: [point] }] },
      [],
    ],
  ])('%s of GeoJSON', (_, geometry, places) => {
    const found = read('a.geojson', JSON.stringify(feature(geometry)))
    expect(found?.posts).toMatchObject(places)
    expect(found?.posts.every(({ placeUrl }) => placeUrl === null)).toBe(true)
    const reason = { reason: 'not_a_point', total: 1 }
    expect(found).toMatchObject(places.length > 0 ? { read: 1, unread: [] } : { read: 0, unread: [reason] })
  })

  it('one of GeoJSON in each line', () => {
    const lines = [feature(point), feature(null), 7].map((each) => JSON.stringify(each)).join('\n')
    expect(read('a.geojsonl', lines)).toMatchObject({
      format: 'map',
      posts: [nilo, { title: 'Nilo' }],
      unread: [{ reason: 'no_link', total: 1 }],
    })
  })

  it('several points of KML, but not those of another placemark', () => {
    const inner = mark('Lucha', '<Point><coordinates>-99.1,19.4</coordinates></Point>')
    const points =
      '<MultiGeometry><Point><coordinates>-99.17,19.42</coordinates></Point><Point><coordinates>-99.18,19.43</coordinates></Point></MultiGeometry>'
    expect(read('a.kml', kml(mark('Nilo', points + inner)))).toMatchObject({
      posts: [nilo, second, at('Lucha/@19.4,-99.1')],
      read: 2,
    })
  })

  it('layers of uMap are lists', () => {
    const layer = (name: string) => ({
      type: 'FeatureCollection',
      features: [feature(point)],
      _umap_options: { name },
    })
    expect(
      read('mapa.umap', JSON.stringify({ type: 'umap', layers: [layer('Cenas'), layer('Pan'), 1] })),
    ).toMatchObject({
      format: 'map',
      parts: [{ name: 'Cenas' }, { name: 'Pan' }],
      posts: [{ ...nilo, parts: [0, 1] }],
    })
  })

  it('check-ins of Swarm are visits', () => {
    const visit = (day: string, words: string) =>
      mark(
        'Bar-Nilo',
        `<description><![CDATA[@<a href="https://foursquare.com/v/1">Bar-Nilo</a>${words}]]></description><published>${day}</published><Point><coordinates>-99.17,19.42</coordinates></Point>`,
      )
    const feed = `<kml><Folder><name>foursquare checkin history for Lupe</name>${visit('Wed, 12 Nov 25 21:05:33 -0600', '- rico')}${visit('Fri, 14 Nov 25 10:00:00 +0000', '- caro')}${visit('Fri, 14 Nov 25 11:00:00 +0000', '')}</Folder></kml>`
    const expected = { title: 'Bar-Nilo', note: 'rico\ncaro', visited: ['2025-11-13', '2025-11-14'] }
    expect(read('feed.kml', feed)).toMatchObject({ parts: [{ kind: 'file' }], posts: [expected], read: 3 })
    const checkin = (createdAt: unknown, lat: number, shout?: string) => ({
      type: 'checkin',
      createdAt,
      shout,
      lat,
      lng: -99.17,
      venue: { id: 'v', name: 'Bar-Nilo' },
    })
    const items = [
      checkin('2025-11-13 03:05:33.000000', 19.42, 'rico'),
      checkin(1_763_114_400, 19.43, 'caro'),
      {},
    ]
    expect(read('checkins1.json', JSON.stringify({ items }))).toMatchObject({
      posts: [{ ...expected, ...at('Bar-Nilo/@19.42,-99.17') }],
      read: 2,
      unread: [{ reason: 'no_link', total: 1 }],
    })
  })
})

describe('the words of a whole message are about its link', () => {
  it.each([
    ['12/11/25, 9:05 - Lupe: hola\n25/11/25, 9:05 - Lupe: ', '25', '11'],
    ['[12/11/25, 9:05:33 p.m.] Lupe: ', '12', '11'],
    ['[11/12/25, 9:05:33 PM] Lupe: ', '12', '11'],
    ['[11/25/25, 21:05:33] Lupe: ', '25', '11'],
    ['12.11.25, 21:05 - Lupe: ', '12', '11'],
    ['12/11/25 à 21:05 - Lupe : ', '12', '11'],
    ['12/11/2025 às 21:05 - Lupe: ', '12', '11'],
    ['\u200e[2025-11-12, 21:05:33] Lupe: ', '12', '11'],
  ])('of a chat that writes %j', (head, day, month) => {
    const text = `${head}Nilo, Puebla\n\nel pan\n${reel}\n[12/11/25, 9:06:00 p.m.] Lupe: otra cosa`
    expect(
      read('_chat.txt', text.replace('[12/11/25, 9:06:00 p.m.] Lupe: otra cosa', ''))?.posts,
    ).toMatchObject([
      {
        title: null,
        savedAt: new Date(`2025-${month}-${day}T12:00:00Z`),
        texts: [{ kind: 'message', text: 'Nilo, Puebla\nel pan' }],
      },
    ])
  })

  it('of a chat, until the next message', () => {
    const text = `[12/11/25, 9:05:00] Lupe: ${reel}\nNilo\n[12/11/25, 9:06:00] Ana creó el grupo\n[12/11/25, 9:07:00] Ana: Lucha ${youtube} y Sol ${tiktok}`
    expect(read('_chat.txt', text)?.posts.map(({ texts }) => texts[0]?.text)).toEqual([
      'Nilo',
      'Lucha y Sol',
      'Lucha y Sol',
    ])
  })

  it('of notes: a paragraph or an item of a list', () => {
    const text = `Puebla\n\nNilo, del centro\nel pan\n${reel}\n- otra cosa\n- Lucha\n  ${youtube}\n\nmole: ${tiktok}\nde la abuela`
    expect(read('notas.md', text)?.posts).toMatchObject([
      { texts: [{ text: 'Nilo, del centro\nel pan' }] },
      { texts: [{ text: 'Lucha' }] },
      { title: 'mole', texts: [{ text: 'de la abuela' }] },
    ])
  })

  it('of notes: the line of a table, and a task', () => {
    const text = `| Lugar | Link |\n| Nilo | ${reel} |\n- [x] Lucha ${youtube}\n- [ ] Sol: ${tiktok}`
    expect(read('notas.md', text)?.posts).toMatchObject([
      { texts: [{ text: 'Nilo |' }] },
      { texts: [{ text: 'Lucha' }] },
      { title: 'Sol', texts: [] },
    ])
  })

  it('of an exported chat as a table', () => {
    const text = `AuthorID,Author,Date,Content\n1,lupe,2025-11-12T21:05:33.000Z,"Nilo, Puebla ${reel}"`
    expect(read('chat.csv', text)?.posts).toMatchObject([
      {
        title: null,
        savedAt: new Date('2025-11-12T21:05:33Z'),
        texts: [{ kind: 'message', text: 'Nilo, Puebla' }],
      },
    ])
  })

  it('of Telegram, with its time', () => {
    const page = `<html><body><div class="page_body chat_page"><div class="message" id="message1"><div class="date details" title="12.11.2025 21:05:33 UTC-06:00">21:05</div><div class="from_name">Lupe</div><div class="text">Nilo en <a href="https://x.example/">Puebla</a><br>el pan<br><a href="${reel}">${reel}</a></div></div><div class="message" id="message2"><div class="text">ok</div></div></div></body></html>`
    expect(read('messages.html', page)).toMatchObject({
      posts: [{ title: null, savedAt: new Date('2025-11-13T03:05:33Z'), texts: [{ text: 'el pan' }] }],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
    const pieces = ['Nilo en ', { type: 'text_link', text: 'Puebla', href: reel }, '\nel pan']
    const message = {
      id: 1,
      date: '2025-11-12T21:05:33',
      date_unixtime: '1763003133',
      text: pieces,
      text_entities: pieces,
    }
    expect(read('result.json', JSON.stringify({ messages: [message] }))).toMatchObject({
      posts: [{ savedAt: new Date('2025-11-13T03:05:33Z'), texts: [{ text: 'Nilo en Puebla\nel pan' }] }],
      read: 1,
    })
  })

  it('of Telegram, forwarded or with a position', () => {
    const message = (id: number, content: string) =>
      `<div class="message" id="message${id}"><div class="date details" title="12.11.2025 21:05:33">21:05</div><div class="from_name">Lupe</div>${content}</div>`
    const forwarded = `<div class="forwarded body"><div class="from_name">Canal <span class="date details" title="01.10.2024 10:00:00">x</span></div><div class="text">Nilo <a href="${reel}">${reel}</a></div></div>`
    const position =
      '<div class="media_wrap clearfix"><a href="https://maps.google.com/maps?q=19.42,-99.17"><div class="title">Nilo</div><div>Luna 9</div></a></div>'
    const page = `<div class="page_body chat_page">${message(1, forwarded)}${message(2, position)}</div>`
    const savedAt = new Date('2025-11-12T21:05:33Z')
    expect(read('messages.html', page)?.posts).toMatchObject([
      { savedAt, texts: [{ text: 'Nilo' }] },
      { ...at('@19.42,-99.17'), savedAt, texts: [{ text: 'Nilo\nLuna 9' }] },
    ])
  })

  it('of a page: the block of the link', () => {
    const page = `<html><head><title>x</title></head><body><p>Nilo <a href="${reel}">el mole</a></p><div>Lucha<br>${youtube}</div></body></html>`
    expect(read('a.html', page)?.posts).toMatchObject([
      { title: 'el mole', texts: [{ text: 'Nilo' }] },
      { texts: [{ text: 'Lucha' }] },
    ])
  })
})

describe('other products', () => {
  it('saved items of Facebook have their day and words', () => {
    const bytes = (text: string) => [...Buffer.from(text)].map((byte) => String.fromCharCode(byte)).join('')
    const context = {
      name: bytes('Café de olla'),
      source: bytes('Cocina Fácil'),
      url: 'https://www.facebook.com/reel/987654321012345/',
    }
    const saved = [
      { timestamp: 1_762_981_533, title: 'x', attachments: [{ data: [{ external_context: context }] }] },
      { timestamp: 1, title: 'Sin enlace' },
    ]
    expect(read('your_saved_items.json', JSON.stringify({ saves_v2: saved }))).toMatchObject({
      format: 'bookmarks',
      parts: [{ kind: 'saved' }],
      posts: [
        {
          platform: 'Facebook',
          title: 'Café de olla',
          savedAt: new Date('2025-11-12T21:05:33Z'),
          texts: [{ kind: 'author', text: 'Cocina Fácil' }],
        },
      ],
      unread: [{ reason: 'no_link', examples: ['Sin enlace'] }],
    })
  })

  it.each([
    ['Nov 12, 2025 3:05:33 pm', '2025-11-12T12:00:00Z'],
    ['12 de noviembre de 2025 15:05', '2025-11-12T12:00:00Z'],
    ['ayer', null],
  ])('saved items of Facebook as a page, at %s', (time, day) => {
    const box = (words: string, link: string) =>
      `<div class="_3-95 _a6-g"><div class="_2ph_ _a6-h">Lupe guardó un reel.</div><div class="_a6-p">${words}<a href="${link}"><div>${link}</div></a></div><div class="_3-94 _a6-o"><div>${time}</div></div></div>`
    const rows =
      '<table><tr><td>Nombre<div>Mole</div></td></tr><tr><td>Fuente<div>Cocina</div></td></tr></table>'
    const page = `<html><body>${box('<div>Mole</div><div>Cocina</div>', 'https://www.facebook.com/reel/987654321012345/')}${box(rows, 'https://www.facebook.com/reel/987654321012346/')}${box('', 'https://x.example/')}</body></html>`
    const post = {
      platform: 'Facebook',
      title: 'Mole',
      savedAt: day === null ? null : new Date(day),
      texts: [{ kind: 'author', text: 'Cocina' }],
    }
    expect(read('your_saved_items.html', page)).toMatchObject({
      format: 'bookmarks',
      parts: [{ kind: 'saved' }],
      posts: [post, post],
      unread: [{ reason: 'not_a_post', total: 1 }],
    })
  })

  it('lines and lists of JSON are tables', () => {
    const rows = [
      { name: 'Nilo', location: { lat: 19.42, lng: -99.17 }, tags: ['pan', 'cena'] },
      { name: 'Mole', url: youtube, note: 'ir' },
    ]
    const expected = {
      format: 'table',
      posts: [
        { ...at('Nilo/@19.42,-99.17'), texts: [{ kind: 'hashtags', text: 'pan, cena' }] },
        { title: 'Mole', note: 'ir' },
      ],
      read: 2,
    }
    expect(read('a.json', JSON.stringify(rows))).toMatchObject({ ...expected, unread: [] })
    const lines = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"name":`
    expect(read('a.jsonl', lines)).toMatchObject({ ...expected, unread: [{ reason: 'no_link', total: 1 }] })
  })

  it.each([
    ['[Nilo](geo:19.42,-99.17) tag:cena', { ...at('Nilo/@19.42,-99.17'), note: 'tag:cena' }],
    ['* Nilo: geo:19.42,-99.17?z=15', { ...at('Nilo/@19.42,-99.17'), note: null }],
    [`[Nilo](geo:19.42,-99.17) ${reel}`, at('Nilo/@19.42,-99.17')],
    ['- geo:0,0?q=19.42,-99.17(Nilo%20Bar) rico', { ...at('Nilo%20Bar/@19.42,-99.17'), note: 'rico' }],
    ['geo:0,0?q=19.42,-99.17(Nilo Bar)', at('Nilo%20Bar/@19.42,-99.17')],
    ['geo:19.42,-99.17?z=15&q=Nilo+Bar,+Luna+9', at('Nilo%20Bar%2C%20Luna%209/@19.42,-99.17')],
    ['[Lucha]( geo:0,0?q=19.42,-99.17(Nilo) )', at('Lucha/@19.42,-99.17')],
    ['geo:19.42,-99.17;u=35', at('@19.42,-99.17')],
  ])('positions in notes: %s', (text, place) => {
    const found = read('notas.md', text)
    expect(found?.posts[0]).toMatchObject(place)
    expect(found).toMatchObject({ format: 'links', read: 1, unread: [] })
  })

  it.each(['geo:199.42,-99.17', 'geo:19.42', 'geo:a,b', '{"geo:1,2": 3}'])('%s is no position', (text) => {
    expect(read('notas.md', text)).toBeNull()
  })
})
