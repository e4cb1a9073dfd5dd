import type { Tx } from '@antojo/db/database'
import { instagramPosts2026 } from '@antojo/testing/exports'
import type { AppClient } from '@antojo/testing/client'
import { startCityRelease } from '@antojo/testing/overture/city-release'
import type { ReleaseServer } from '@antojo/testing/overture/release-server'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql as raw } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerTo, importOf, PATIENTLY, preview, rows, start } from './imports.fixture.ts'
import { startTestNode, type TestNode } from './test-node.ts'

const WHITELOCKS = 'Sunday roast at Whitelock’s Ale House in Leeds'
const CHATA = 'Torta ahogada 📍 La Chata de Juárez, Guadalajara'

let release: ReleaseServer
let node: TestNode
let ana: AppClient

beforeEach(async () => {
  release = await startCityRelease()
  node = await startTestNode([], { PLACES_ON_DEMAND: 'on', OVERTURE_URL: release.url })
  ana = await node.person('ana')
})
afterEach(async () => {
  await node.stop()
  await release.close()
})

const captions = (all: readonly string[]): string =>
  instagramPosts2026(
    all.map((caption, index) => ({
      code: `C9aBcDeFg${String(index).padStart(2, '0')}`,
      caption,
      hashtags: [],
      owner: ['Lupe', 'lupe'],
    })),
  )

async function sql(text: string): Promise<readonly Record<string, unknown>[]> {
  const work = (tx: Tx) => raw.raw<Record<string, unknown>>(text).execute(tx)
  return (await node.database.asSystem('change what time would change', work)).rows
}

const areas = () => sql('select name, state, wanted_for, is_of_import from place_areas order by id')
const restaurants = async () => (await rows(ana, 'videos')).map((row) => row['restaurant_name'])

describe('the cities of a list', () => {
  it('are fetched for a reason, the most named first, and then judged again', async () => {
    const file = captions([
      CHATA,
      WHITELOCKS,
      'Nos vemos en Leeds el domingo',
      'Otro año más en Leeds',
      'Nos casamos en Valladolid y fue hermoso',
      'Golden hour #sunset #gaming',
    ])
    const found = await preview(ana, 'saved_posts.json', file)
    await start(ana, found, [0])
    await expect
      .poll(() => importOf(ana, found), PATIENTLY)
      .toMatchObject({ state: 'done', counts: { waiting: 0, reading: 0, identified: 2, nameless: 4 } })
    expect(await areas()).toEqual([
      { name: 'Leeds', state: 'done', wanted_for: 'food', is_of_import: true },
      { name: 'Guadalajara', state: 'done', wanted_for: 'pin', is_of_import: true },
    ])
    expect(await answerTo(ana, '/places/areas')).toMatchObject({
      areas: [
        { name: 'Guadalajara', wantedFor: 'pin' },
        { name: 'Leeds', wantedFor: 'food' },
      ],
    })
  })

  it('leave a part of the day to links that a person saves', async () => {
    await sql(`insert into place_areas (name, source, release, west, south, east, north, is_of_import)
               select 'Area', 'overture', '', n, 0, n + 1, 1, true from generate_series(1, 30) n`)
    const found = await preview(ana, 'saved_posts.json', captions(['Torta ahogada en Guadalajara, Jalisco']))
    await start(ana, found, [0])
    await expect.poll(() => importOf(ana, found), PATIENTLY).toMatchObject({ counts: { nameless: 1 } })
    expect(await areas()).toHaveLength(30)
    const own = buildPost({ id: 'own', title: CHATA })
    node.sandbox.addPost(own)
    await ana.add(own.link)
    expect((await areas()).slice(30)).toMatchObject([
      { name: 'Guadalajara', wanted_for: 'pin', is_of_import: false },
    ])
  })

  it('do not hold its end up while the source of places rests, and come quietly', async () => {
    release.behave('html')
    const found = await preview(ana, 'saved_posts.json', captions([CHATA, WHITELOCKS]))
    await start(ana, found, [0])
    await expect
      .poll(async () => {
        await sql('update imports set continued_at = null')
        await start(ana, found, [0])
        return importOf(ana, found)
      }, PATIENTLY)
      .toMatchObject({ state: 'done', counts: { waiting: 0, later: 2, nameless: 0 } })
    release.behave('none')
    await sql(`update place_areas set next_try_at = now() where state = 'failed'`)
    const bob = await node.person('bob')
    const [first] = await sql('select id from place_areas order by id limit 1')
    expect(first).toBeDefined()
    const own = buildPost({ id: 'own', title: CHATA })
    node.sandbox.addPost(own)
    await bob.add(own.link)
    await expect
      .poll(async () => {
        await sql('update imports set continued_at = null')
        await start(ana, found, [0])
        const { state, counts } = await importOf(ana, found)
        expect(state).toBe('done')
        return counts
      }, PATIENTLY)
      .toMatchObject({ waiting: 0, later: 0, identified: 2 })
  })
})

describe('posts without a text that cannot be read', () => {
  const posts = Array.from({ length: 40 }, (_, index) =>
    buildPost({ id: `later${index}`, title: 'Tostadas 📍 Contramar, Roma Norte, CDMX' }),
  )
  const chat = posts.map(({ link }) => link).join('\n')
  const nextTurn = async (found: Parameters<typeof importOf>[1]) => {
    await sql('update imports set continued_at = null')
    await start(ana, found, [0])
    return importOf(ana, found)
  }

  it('are in the report within minutes, where they are read later without a second end', async () => {
    const found = await preview(ana, 'enlaces.txt', chat)
    await start(ana, found, [0])
    await expect
      .poll(() => importOf(ana, found), PATIENTLY)
      .toMatchObject({ state: 'running', counts: { waiting: 10, later: 30, reading: 0 } })
    expect(await nextTurn(found)).toMatchObject({ state: 'running' })
    await sql(`update imports set started_at = now() - interval '6 minutes'`)
    await expect
      .poll(() => nextTurn(found), PATIENTLY)
      .toMatchObject({ state: 'done', counts: { waiting: 0, later: 40, open: 0 } })
    expect(await rows(ana, 'videos')).toEqual([])
    expect(await answerTo(ana, `/imports/${found.id}/nameless?of=unread`)).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ reason: 'E_PROXY_OEMBED_HTTP' })]),
    })

    // While the platform rests, what is due is put off as a whole.
    await sql('update import_items set due_at = now()')
    await nextTurn(found)
    expect(await rows(ana, 'videos')).toEqual([])
    expect(await sql('select from import_items where due_at <= now()')).toEqual([])

    for (const post of posts) node.sandbox.addPost(post)
    await sql(`update import_items set due_at = now(), failed_at = now() - interval '6 minutes'`)
    await sql(`update analyses set finished_at = finished_at - interval '6 minutes'`)
    await expect
      .poll(async () => {
        const { state, counts } = await nextTurn(found)
        expect(state).toBe('done')
        return counts
      }, PATIENTLY)
      .toMatchObject({ waiting: 0, later: 0, identified: 40, reading: 0 })
    expect(new Set(await restaurants())).toEqual(new Set(['Contramar']))
  })

  it('do not keep others of their platform back when one of them is read', async () => {
    const [readable] = posts
    if (readable) node.sandbox.addPost(readable)
    const found = await preview(ana, 'enlaces.txt', chat)
    await start(ana, found, [0])
    await expect
      .poll(() => importOf(ana, found), PATIENTLY)
      .toMatchObject({ counts: { waiting: 10, later: 29, identified: 1 } })
    await sql(`update imports set started_at = now() - interval '6 minutes'`)
    await expect
      .poll(() => nextTurn(found), PATIENTLY)
      .toMatchObject({ state: 'done', counts: { waiting: 0, later: 39, identified: 1 } })
    expect(await sql('select from import_items where tries > 0')).toHaveLength(39)
  })

  it('end for good after their last try', async () => {
    const found = await preview(ana, 'enlaces.txt', posts[0]?.link ?? '')
    await start(ana, found, [0])
    await expect.poll(() => importOf(ana, found), PATIENTLY).toMatchObject({ counts: { later: 1 } })
    await sql(`update import_items set tries = 8, due_at = now(), failed_at = null`)
    await expect
      .poll(() => nextTurn(found), PATIENTLY)
      .toMatchObject({ state: 'done', counts: { later: 0, nameless: 1, open: 0, reading: 0 } })
  })
})
