import { buildPost } from '@antojo/testing/sandbox/post'
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
const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Fin de semana</H3><DL><DT>
  <A HREF="https://www.google.com/maps/place/Restaurante+Contramar/@19.4194,-99.1675,17z">Contramar</A>
  <DD>llegar a la una</DL></DL>`

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
    expect(await rows(ana, 'user_places')).toMatchObject([
      { note: 'la mesa de afuera\npedir tostadas\nllegar a la una', visited_on: ['2025-03-01'], want: false },
    ])
    for (const found of imports) expect((await remove(ana, found)).status).toBe(204)
    expect(await rows(ana, 'user_places')).toMatchObject(before.map(({ note }) => ({ note, visited_on: [] })))
    expect(await rows(ana, 'videos')).toMatchObject([{ id: video?.['id'] }])
  })

  it('is handed over when only the index tells that it is the same place', async () => {
    const bea = await node.person('bea')
    await bea.add(contramar.link)
    const [video] = await rows(bea, 'videos')
    const list = `name,address,note,list\nContramar,"Calle de Durango 200, Ciudad de México",para el cumpleaños,Fiestas\n`
    const found = await preview(bea, 'fiestas.csv', list)
    expect(found.counts).toMatchObject({ waiting: 1, known: 0 })
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
})
