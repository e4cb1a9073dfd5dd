import { importsResponse } from '@antojo/contract/transfer/imports'
import { errorBody } from '@antojo/contract/error-codes'
import { instagramCollections, tiktokJson } from '@antojo/testing/exports'
import { bookmarksHtml } from '@antojo/testing/link-exports'
import { buildPost } from '@antojo/testing/sandbox/post'
import { randomUUID } from 'node:crypto'
import { zipSync, strToU8 } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENTLY, importOf, preview, remove, rows, start, upload } from './imports.fixture.ts'
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

const ids = (n: number) =>
  Array.from({ length: n }, (_, index) => String(7_300_000_000_000_000_000n + BigInt(index)))

describe('an import', () => {
  it('shows what is new and what is there, adds the selected parts, and is undone as a whole', async () => {
    const ana = await node.person('ana')
    const [own = '', fresh = '', liked = ''] = ids(3)
    await ana.add(`https://www.tiktok.com/@a/video/${own}`)
    const before = await rows(ana, 'videos')
    const zip = zipSync({
      'TikTok/user_data_tiktok.json': strToU8(tiktokJson({ favourites: [own, fresh], likes: [liked] })),
      'TikTok/video.mp4': new Uint8Array(1000),
    })
    const found = await preview(ana, 'TikTok_Data.zip', zip)
    expect(found).toMatchObject({
      format: 'tiktok',
      fileName: 'TikTok_Data.zip',
      state: 'preview',
      parts: [
        { kind: 'favourites', isSelected: true, total: 2, known: 1 },
        { kind: 'likes', isSelected: false, total: 1, known: 0 },
      ],
      counts: { waiting: 2, known: 1 },
      unread: [],
    })
    expect(await rows(ana, 'videos')).toEqual(before)

    const started = await start(ana, found, [0])
    expect(started).toMatchObject({ state: 'running', counts: { waiting: 0, known: 1, reading: 1 } })
    expect(await rows(ana, 'videos')).toMatchObject([
      // The collection is sorted by the day on which the person saved the post.
      { canonical_url: `https://www.tiktok.com/@_/video/${fresh}`, created_at: '2023-06-01T12:00:00+00:00' },
      { canonical_url: `https://www.tiktok.com/@_/video/${own}` },
    ])
    // A repeated start changes nothing.
    expect(await start(ana, found, [0, 1])).toMatchObject({
      parts: started.parts,
      counts: { waiting: 0, known: 1 },
    })

    await expect
      .poll(() => importOf(ana, found), PATIENTLY)
      .toMatchObject({ state: 'done', counts: { reading: 0, open: 0, later: 1 } })
    // A post that cannot be read is in the report, not in the collection.
    expect(await rows(ana, 'videos')).toMatchObject(before.map(({ id }) => ({ id })))
    expect((await remove(ana, found)).status).toBe(204)
    expect(await rows(ana, 'videos')).toMatchObject(before.map(({ id }) => ({ id })))
    expect((await ana.request(`/imports/${found.id}`)).status).toBe(404)
  })

  it('identifies the posts of any text through the pipeline', async () => {
    const ivan = await node.person('ivan')
    const found = await preview(ivan, '_chat.txt', `[1/6/23 12:00] Lupe: mira ${contramar.link} 🤤`)
    expect(found).toMatchObject({ format: 'links', parts: [{ kind: 'file', total: 1 }] })
    await start(ivan, found, [0])
    await expect
      .poll(async () => (await importOf(ivan, found)).counts, PATIENTLY)
      .toMatchObject({ identified: 1 })
    expect(await rows(ivan, 'videos')).toMatchObject([{ restaurant_name: 'Contramar' }])
  })

  it('keeps the note of a place with its place, and takes it back', async () => {
    const hilda = await node.person('hilda')
    const list = 'name,note,lat,lng\nContramar,"pedir tostadas, mesa de afuera",19.4194,-99.1675\n'
    const found = await preview(hilda, 'lista.csv', list)
    await start(hilda, found, [0])
    await expect
      .poll(async () => (await importOf(hilda, found)).counts, PATIENTLY)
      .toMatchObject({ identified: 1 })
    expect(await rows(hilda, 'user_places')).toMatchObject([
      { place_name: 'Contramar', note: 'pedir tostadas, mesa de afuera' },
    ])
    expect((await remove(hilda, found)).status).toBe(204)
    expect(await rows(hilda, 'user_places')).toEqual([])
  })

  it('places without a video are matched to the index, and go to "Quiero ir"; doubtful ones become questions', async () => {
    const julia = await node.person('julia')
    const mark = (name: string, position: string) =>
      `<Placemark><name>${name}</name><Point><coordinates>${position}</coordinates></Point></Placemark>`
    const text = `<kml><Document><Folder><name>Ruta</name>
      ${mark('Restaurante Contramar', '-99.1675,19.4194')}
      <Placemark><name>Contramar</name><address>Calle 5 de Mayo, Puebla</address></Placemark>
      ${mark('Fonda Doña Lupe', '-98.2,19.04')}</Folder></Document></kml>`
    const found = await preview(julia, 'mapa.kmz', zipSync({ 'doc.kml': strToU8(text) }))
    expect(found).toMatchObject({ format: 'map', parts: [{ kind: 'collection', name: 'Ruta', total: 3 }] })
    await start(julia, found, [0])
    await expect
      .poll(async () => (await importOf(julia, found)).counts, PATIENTLY)
      .toMatchObject({ identified: 2, open: 1, reading: 0 })
    const saved = await rows(julia, 'videos')
    expect(
      saved.map((row) => [row['restaurant_name'], row['identify_state'], row['enrich_place_id']]),
    ).toEqual(
      expect.arrayContaining([
        ['Contramar', 'identified', 'antojo:contramar-ciudad-de-mexico'],
        [null, 'question', null],
        ['Fonda Doña Lupe', 'identified', null],
      ]),
    )
    expect(saved.find((row) => row['restaurant_name'] === 'Fonda Doña Lupe')).toMatchObject({
      platform: 'Other',
      google_maps_url: expect.stringContaining('google.com/maps'),
      enrich_place_lat: 19.04,
      enrich_place_lng: -98.2,
    })
    const lists = await rows(julia, 'video_lists')
    const entries = await rows(julia, 'list_videos')
    const entriesOf = (kind: string) =>
      entries.filter(({ list_id: id }) => lists.some((list) => list['id'] === id && list['kind'] === kind))
    expect([entriesOf('custom').length, entriesOf('want_to_try').length]).toEqual([2, 2])
    expect((await preview(julia, 'mapa.kml', text)).counts).toMatchObject({ waiting: 0, known: 3 })

    await remove(julia, found)
    expect(await rows(julia, 'videos')).toEqual([])
    expect((await rows(julia, 'video_lists')).filter(({ kind }) => kind === 'custom')).toEqual([])
  })

  it.each([
    ['Favoritos.csv', 'favorites', 2],
    ['Want to go.csv', 'want_to_try', 2],
    // They were there already.
    ['Ya fui.csv', 'visited', 0],
  ])(
    'a file called %s fills the list %s that everybody has, and shows its first names',
    async (name, kind, wanted) => {
      const paola = await node.person(`paola-${kind}`)
      const table =
        'Nombre,Latitud,Longitud\nContramar,19.4194,-99.1675\nFonda Doña Lupe,19.04,-98.2\nContramar,19.4194,-99.1675'
      const found = await preview(paola, name, table)
      expect(found.parts).toMatchObject([
        { kind: 'collection', name: name.slice(0, -4), names: ['Contramar', 'Fonda Doña Lupe'] },
      ])
      await start(paola, found, [0])
      await expect
        .poll(async () => (await importOf(paola, found)).counts, PATIENTLY)
        .toMatchObject({ identified: 2, open: 0, reading: 0 })
      const lists = await rows(paola, 'video_lists')
      expect(lists).toHaveLength(3)
      const entries = await rows(paola, 'list_videos')
      const entriesOf = (of: string) =>
        entries.filter(({ list_id: id }) => lists.some((list) => list['id'] === id && list['kind'] === of))
      expect(entriesOf(kind)).toHaveLength(2)
      expect(entriesOf('want_to_try')).toHaveLength(wanted)
      await remove(paola, found)
      expect(await rows(paola, 'list_videos')).toEqual([])
      expect(await rows(paola, 'video_lists')).toHaveLength(3)
    },
  )

  it('a pasted link to a map becomes a place', async () => {
    const karla = await node.person('karla')
    const link =
      'https://www.google.com/maps/place/Contramar/@19.41,-99.16,17z/data=!3m1!8m2!3d19.4194!4d-99.1675'
    expect(await karla.add(`Mira ${link}`)).toMatchObject({
      decision: 'accepted',
      restaurants: ['Contramar'],
    })
    expect(await karla.add('https://maps.google.com/maps?q=Fonda+Sin+Nombre&ll=19.3,-99.1')).toMatchObject({
      decision: 'accepted',
      restaurants: ['Fonda Sin Nombre'],
      duplicate: false,
    })
    expect(await rows(karla, 'videos')).toHaveLength(2)
  })

  it('makes lists of collections, which receive a video when it is identified, and uses lists of the same name', async () => {
    const bea = await node.person('bea')
    const list = { user_id: bea.userId, name: 'Café' }
    await bea.request('/rest/v1/video_lists', { method: 'POST', body: JSON.stringify(list) })
    const text = instagramCollections(
      [
        { name: 'Mariscos 🦐', codes: ['C8aBcDeFgHi'] },
        { name: 'café', codes: ['C8aBcDeFgHi', 'C8aBcDeFgHj'] },
      ],
      'string_map_data',
    )
    const found = await preview(bea, 'saved_collections.json', text)
    await start(bea, found, [0, 1])
    // At once: a post that cannot be read leaves the collection for the report. The person identifies one of them,
    // which then appears in both lists.
    const named = await bea.request('/rest/v1/videos?canonical_url=like.*C8aBcDeFgHi*', {
      method: 'PATCH',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify({ restaurant_name: 'La Docena' }),
    })
    expect(await named.json()).toHaveLength(1)
    const lists = (await rows(bea, 'video_lists')).filter(({ kind }) => kind === 'custom')
    expect(lists.map(({ name }) => name)).toEqual(['Café', 'Mariscos 🦐'])
    expect(await rows(bea, 'list_videos')).toHaveLength(2)

    await remove(bea, found)
    expect(await rows(bea, 'videos')).toEqual([])
    const left = (await rows(bea, 'video_lists')).filter(({ kind }) => kind === 'custom')
    expect(left.map(({ name }) => name)).toEqual(['Café'])
  })

  it('leaves in a list what the person had put there before, and selects likes when a file has nothing else', async () => {
    const tomasa = await node.person('tomasa')
    await tomasa.add(contramar.link)
    const [video] = await rows(tomasa, 'videos')
    const post = (table: string, body: object) =>
      tomasa.request(`/rest/v1/${table}`, { method: 'POST', body: JSON.stringify(body) })
    await post('video_lists', { user_id: tomasa.userId, name: 'Tacos' })
    const list = (await rows(tomasa, 'video_lists')).find(({ name }) => name === 'Tacos')
    const entry = { list_id: list?.['id'], video_id: video?.['id'] }
    await post('list_videos', entry)
    expect(await rows(tomasa, 'list_videos')).toMatchObject([entry])
    const found = await preview(
      tomasa,
      'bookmarks.html',
      bookmarksHtml('Tacos', [{ name: 'Contramar', url: contramar.link }]),
    )
    await start(tomasa, found, [0])
    await remove(tomasa, found)
    expect(await rows(tomasa, 'list_videos')).toMatchObject([entry])

    const [liked = ''] = ids(1)
    const likes = await preview(
      tomasa,
      'user_data_tiktok.json',
      tiktokJson({ favourites: [], likes: [liked] }),
    )
    expect(likes.parts).toMatchObject([{ kind: 'likes', isSelected: true }])
  })

  it('keeps a list of its own in which the person has put something else', async () => {
    const carla = await node.person('carla')
    const text = instagramCollections([{ name: 'Para ir', codes: ['C8aBcDeFgHi'] }], 'label_values')
    const found = await preview(carla, 'saved_collections.json', text)
    await start(carla, found, [0])
    const added = { video_url: 'https://www.instagram.com/reel/C8aBcDeFgHz/', restaurant_name: 'Otra' }
    await carla.request('/rest/v1/videos', {
      method: 'POST',
      body: JSON.stringify({ ...added, user_id: carla.userId }),
    })
    const own = (await rows(carla, 'videos')).find(({ restaurant_name: name }) => name === 'Otra')
    const [list] = (await rows(carla, 'video_lists')).filter(({ kind }) => kind === 'custom')
    const entry = JSON.stringify({ list_id: list?.['id'], video_id: own?.['id'] })
    await carla.request('/rest/v1/list_videos', { method: 'POST', body: entry })
    await remove(carla, found)
    expect(await rows(carla, 'videos')).toMatchObject([{ restaurant_name: 'Otra' }])
    expect(await rows(carla, 'list_videos')).toHaveLength(1)
  })

  it(
    'adds many links turn by turn, each once, and a new file replaces a preview',
    { tags: 'slow' },
    async () => {
      const dora = await node.person('dora')
      const file = tiktokJson({ favourites: ids(100), likes: [] })
      await preview(dora, 'a.json', tiktokJson({ favourites: ids(5), likes: [] }))
      const found = await preview(dora, 'b.json', file)
      const list = importsResponse.parse(await (await dora.request('/imports')).json())
      expect(list.imports.map(({ fileName }) => fileName)).toEqual(['b.json'])
      expect(await start(dora, found, [0])).toMatchObject({ state: 'running', counts: { waiting: 70 } })
      // The second file with these posts contains nothing new.
      for (;;) {
        await node.database.asSystem('make the next turn due', (tx) =>
          sql`update imports set continued_at = null where user_id = ${dora.userId}`.execute(tx),
        )
        await node.database.asSystem('end the tries', (tx) =>
          sql`update videos set identify_state = 'unidentified' where user_id = ${dora.userId}`.execute(tx),
        )
        await start(dora, found, [0])
        if ((await importOf(dora, found)).state === 'done') break
      }
      const { counts } = await importOf(dora, found)
      expect(counts).toMatchObject({ waiting: 0, known: 0, identified: 0, nameless: 0 })
      expect(counts.reading + counts.open + counts.later).toBe(100)
    },
  )

  it('counts what becomes of its posts, and refuses parts that the file does not have', async () => {
    const irma = await node.person('irma')
    const collections = [
      { name: 'Uno', codes: ['C8aBcDeFgHi', 'C8aBcDeFgHj'] },
      { name: 'Dos', codes: ['C8aBcDeFgHk'] },
    ]
    const text = instagramCollections(collections, 'label_values')
    const found = await preview(irma, 'saved_collections.json', text)
    expect(found.parts).toMatchObject([{ total: 2 }, { total: 1 }])
    const body = JSON.stringify({ parts: [2] })
    const refused = await irma.request(`/imports/${found.id}/start`, { method: 'POST', body })
    expect([refused.status, errorBody.parse(await refused.json()).error]).toEqual([
      400,
      'import_part_unknown',
    ])
    expect(await importOf(irma, found)).toMatchObject({ state: 'preview', counts: { waiting: 3 } })

    expect(await start(irma, found, [0])).toMatchObject({ state: 'running', counts: { waiting: 0 } })
    const { rows: items } = await node.database.asSystem('read what is kept', (tx) =>
      sql`select state from import_items where user_id = ${irma.userId}`.execute(tx),
    )
    // The posts are being read: one that cannot be opened may be put off already.
    expect(items).toHaveLength(2)
    await expect
      .poll(async () => (await importOf(irma, found)).counts, PATIENTLY)
      .toMatchObject({ reading: 0, later: 2 })
    const wanted = { method: 'POST', body: JSON.stringify({ positions: [0, 1] }) }
    await irma.request(`/imports/${found.id}/nameless`, wanted)
    await expect
      .poll(async () => (await importOf(irma, found)).counts, PATIENTLY)
      .toMatchObject({ reading: 0, open: 2, later: 0 })
    const [first, second] = (await rows(irma, 'videos')).map(({ id }) => String(id))
    const named = { method: 'PATCH', body: JSON.stringify({ restaurant_name: 'La Docena' }) }
    await irma.request(`/rest/v1/videos?id=eq.${first}`, named)
    await irma.request(`/rest/v1/videos?id=eq.${second}`, { method: 'DELETE', body: '{}' })
    expect((await importOf(irma, found)).counts).toEqual({
      waiting: 0,
      known: 0,
      reading: 0,
      identified: 1,
      open: 0,
      deleted: 1,
      nameless: 0,
      later: 0,
    })
    expect((await remove(irma, found)).status).toBe(204)
    expect(await rows(irma, 'videos')).toEqual([])
  })

  it('is its owner’s alone', async () => {
    const [eva, fer] = [await node.person('eva'), await node.person('fer')]
    const found = await preview(eva, 'x.json', tiktokJson({ favourites: ids(2), likes: [] }))
    expect((await fer.request(`/imports/${found.id}`)).status).toBe(404)
    expect((await remove(fer, found)).status).toBe(404)
    const parts = JSON.stringify({ parts: [0] })
    expect((await fer.request(`/imports/${found.id}/start`, { method: 'POST', body: parts })).status).toBe(
      404,
    )
    expect((await fetch(`${node.url}/imports?name=x`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(await importOf(eva, found)).toMatchObject({ state: 'preview' })
    expect(await rows(fer, 'videos')).toEqual([])
  })
})

describe('a file is refused with a reason, and nothing is stored', () => {
  const json = strToU8(tiktokJson({ favourites: ids(50), likes: [] }))
  const zipped = zipSync({ 'user_data.json': json })
  const bomb = zipSync({ 'user_data.json': new Uint8Array(30 * 1024 * 1024) })
  const nested = zipSync({
    'a.json': strToU8('['.repeat(500_000) + Array.from({ length: 500 }, () => randomUUID()).join('')),
  })
  const many = zipSync(
    Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${index}/user_data.json`, strToU8('{}')])),
  )
  const encrypted = Uint8Array.from(zipped)
  // The encryption flag, in the file's header and in the directory at the end.
  encrypted[6] = 1
  const directory = Buffer.from(encrypted).indexOf('504b0102', 0, 'hex')
  encrypted[directory + 8] = 1
  it.each([
    ['half an archive', zipped.slice(0, 200), 'import_unreadable'],
    [
      'an archive with a broken file',
      zipped.with(120, 255).with(121, 255).with(122, 255),
      'import_unreadable',
    ],
    ['an encrypted archive', encrypted, 'import_unreadable'],
    ['an empty archive', zipSync({}), 'import_unreadable'],
    ['an archive of pictures', zipSync({ 'a.jpg': json }), 'import_unreadable'],
    ['an archive that grows a thousand times', bomb, 'import_too_large'],
    ['an archive with too many texts', many, 'import_too_large'],
    ['an archive with JSON nested without end', nested, 'import_too_deep'],
    ['a map nested without end', `<kml>${'<Folder>'.repeat(100_000)}`, 'import_too_deep'],
    ['half a JSON file', '{"Activity":{"Favorite Videos":{"FavoriteVideoList":[{"Da', 'import_unreadable'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'import_unreadable'],
    ['nothing', new Uint8Array(0), 'media_unavailable'],
  ])('%s', async (name, bytes, code) => {
    const gil = await node.person('gil')
    const response = await upload(gil, `${name}.zip`, bytes)
    expect(errorBody.parse(await response.json()).error).toBe(code)
    expect(importsResponse.parse(await (await gil.request('/imports')).json()).imports).toEqual([])
  })

  it('names that lead outside are refused in an archive, and shown without folders and marks of direction', async () => {
    const hugo = await node.person('hugo')
    const hostile = zipSync({ '../../../../etc/user_data.json': json })
    expect(errorBody.parse(await (await upload(hugo, 'x.zip', hostile)).json()).error).toBe(
      'import_unreadable',
    )
    const name = `..\\..\\\u202eexe.${'x'.repeat(20)}<b>.zip`
    expect(await preview(hugo, name, zipped)).toMatchObject({ fileName: `exe.${'x'.repeat(20)}<b>.zip` })
  })
})
