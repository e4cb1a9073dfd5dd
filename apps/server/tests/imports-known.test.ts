import { googleList, instagramPosts } from '@antojo/testing/exports'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importOf, PATIENTLY, preview, remove, rows, start } from './imports.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const contramar = buildPost({
  id: 'contramar',
  title: 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos',
})

let node: TestNode
beforeAll(async () => {
  node = await startTestNode([contramar])
})
afterAll(() => node.stop())

const table = (note: string, visited: string) =>
  `name,note,lat,lng,visited,lists,videos\nContramar,"${note}",19.41938,-99.1676,${visited},,\n`
/** Without a position, as Google writes its lists. */
const GOOGLE = { name: 'Contramar', cid: '77' }
const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Fin de semana</H3><DL><DT>
  <A HREF="https://www.google.com/maps/place/Restaurante+Contramar/@19.4194,-99.1675,17z">Contramar</A>
  <DD>llegar a la una</DL></DL>`

const HUNDREDS = Array.from({ length: 300 }, (_, id) => {
  const code = `C8Known${String(id).padStart(4, '0')}`
  const [name, lat, lng] = [`Fonda Número ${id}`, 19 + id / 1_000, -99 - id / 1_000]
  const map = `https://www.google.com/maps/place/${encodeURIComponent(name)}/@${lat},${lng},17z`
  return {
    code,
    name,
    lat,
    lng,
    map,
    note: `pedir el plato ${id}`,
    reel: `https://www.instagram.com/reel/${code}/`,
  }
})

const EXPORTS: readonly (readonly [string, string])[] = [
  [
    'Cenas.csv',
    ['Title,Note,URL,Tags,Comment', ...HUNDREDS.map((p) => `${p.name},${p.note},"${p.map}",,`)].join('\n'),
  ],
  [
    'lugares.csv',
    ['Nombre;Lat;Long;Nota', ...HUNDREDS.map((p) => `${p.name};${p.lat};${p.lng};${p.note}`)].join('\n'),
  ],
  [
    'marcadores.html',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${HUNDREDS.map((p) => `<DT><A HREF="${p.reel}?igsh=x" ADD_DATE="1762981533">${p.name}</A><DD>${p.note}`).join('')}</DL>`,
  ],
  [
    'saved_posts.json',
    instagramPosts(
      HUNDREDS.map(({ code }) => code),
      'Guardado el',
    ),
  ],
]

describe('what a file brings of a place that the person has', () => {
  it('stays with the row that is there, in every kind of file, and is taken back with the import', async () => {
    const ana = await node.person('ana')
    await ana.add(contramar.link)
    const [video] = await rows(ana, 'videos')
    await ana.request('/rest/v1/user_places', {
      method: 'POST',
      body: JSON.stringify({
        place_id: video?.['enrich_place_id'],
        place_name: 'Contramar',
        note: 'la mesa de afuera',
      }),
    })
    const before = await rows(ana, 'user_places')
    const files = [
      ['lugares.csv', table('pedir tostadas', '2025-03-01'), '2025-03-01'],
      ['marcadores.html', bookmarks, undefined],
      ['otra-vez.csv', table('pedir tostadas', '2025-03-01'), undefined],
    ] as const
    const imports = []
    for (const [name, text] of files) {
      const found = await preview(ana, name, text)
      expect(found.counts).toMatchObject({ waiting: 0, known: 1 })
      expect(await start(ana, found, [0])).toMatchObject({ state: 'done', counts: { waiting: 0, known: 1 } })
      imports.push(found)
    }
    expect(await rows(ana, 'videos')).toMatchObject([{ id: video?.['id'] }])
    const report = await ana.request(`/imports/${imports[0]?.id}/report`)
    expect(await report.json()).toMatchObject({ places: [{ videoId: video?.['id'], name: 'Contramar' }] })
    expect(await rows(ana, 'user_places')).toMatchObject([
      { note: 'la mesa de afuera\npedir tostadas\nllegar a la una', visited_on: ['2025-03-01'], want: false },
    ])
    for (const found of imports) expect((await remove(ana, found)).status).toBe(204)
    expect(await rows(ana, 'user_places')).toMatchObject(before.map(({ note }) => ({ note, visited_on: [] })))
    expect(await rows(ana, 'videos')).toMatchObject([{ id: video?.['id'] }])
  })

  it.each([
    [
      'by its address',
      'bea',
      `name,address,note,list\nContramar,"Calle de Durango 200, Ciudad de México",para el cumpleaños,Fiestas\n`,
    ],
    ['by a name that no other has', 'dan', googleList([{ ...GOOGLE, note: 'para el cumpleaños' }])],
  ])('is handed over when only the index tells that it is the same place, %s', async (_how, name, list) => {
    const bea = await node.person(name)
    await bea.add(contramar.link)
    const [video] = await rows(bea, 'videos')
    const found = await preview(bea, 'Fiestas.csv', list)
    expect(found.counts).toMatchObject({ waiting: 1, known: 0 })
    expect(found.parts).toMatchObject([{ total: 1, known: 0, alike: 1 }])
    await start(bea, found, [0])
    await expect
      .poll(async () => (await importOf(bea, found)).counts, PATIENTLY)
      .toMatchObject({ waiting: 0, known: 1, reading: 0, identified: 0, deleted: 0 })
    expect(await rows(bea, 'videos')).toMatchObject([
      { id: video?.['id'], created_at: video?.['created_at'] },
    ])
    expect(await rows(bea, 'user_places')).toMatchObject([{ note: 'para el cumpleaños' }])
    expect(await rows(bea, 'list_videos')).toMatchObject([{ video_id: video?.['id'] }])
    expect((await remove(bea, found)).status).toBe(204)
    expect(await rows(bea, 'videos')).toMatchObject([{ id: video?.['id'] }])
    expect([await rows(bea, 'user_places'), await rows(bea, 'list_videos')]).toEqual([[], []])
  })

  it('is asked about when the list has two of its name', async () => {
    const eli = await node.person('eli')
    await eli.add(contramar.link)
    const found = await preview(eli, 'Fiestas.csv', googleList([GOOGLE, { ...GOOGLE, cid: '78' }]))
    await start(eli, found, [0])
    await expect
      .poll(async () => (await importOf(eli, found)).counts, PATIENTLY)
      .toMatchObject({ waiting: 0, reading: 0, known: 0, open: 2 })
  })

  it('is there for all of 300 videos, whatever the file: no card is new, and every note is there once', async () => {
    const caro = await node.person('caro')
    const values = HUNDREDS.map(({ name, lat, lng, reel }) => ({ name, lat, lng, reel }))
    await node.database.asSystem('fill a collection', (tx) =>
      sql`
        insert into videos (user_id, platform, video_url, canonical_url, identify_state, restaurant_name,
                            enrich_place_id, enrich_place_lat, enrich_place_lng)
          select ${caro.userId}, 'Instagram', g.reel, g.reel, 'identified', g.name, g.reel, g.lat, g.lng
            from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (name text, lat float, lng float, reel text)`.execute(
        tx,
      ),
    )
    for (const [name, text] of EXPORTS) {
      const found = await preview(caro, name, text)
      expect(found).toMatchObject({ counts: { waiting: 0, known: 300 }, unread: [] })
      expect(await start(caro, found, [0])).toMatchObject({ state: 'done', counts: { known: 300 } })
    }
    expect(await rows(caro, 'videos')).toHaveLength(300)
    const notes = (await rows(caro, 'user_places')).map(({ note }) => String(note))
    expect(notes.toSorted()).toEqual(HUNDREDS.map(({ note }) => note).toSorted())
  })
})
