import { acceptedResponse, confirmPlaceResponse, extractVideoResponse } from '@antojo/contract/ai'
import { taughtNamesResponse } from '@antojo/contract/corrections'
import { finderResponse } from '@antojo/contract/finder'
import type { AppClient } from '@antojo/testing/client'
import { buildPost } from '@antojo/testing/sandbox/post'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chosenPosts } from '../src/features/corrections/export.ts'
import { startTestNode, type TestNode } from './test-node.ts'
import { archiveOf } from './archive.fixture.ts'

/** A post of one creator; each test corrects `first` and checks another one. */
function post(id: string, title: string, handle = 'comelon') {
  return buildPost({ id, title, author: { name: 'El Comelón', handle } })
}
const first = post('first', 'Tostadas de atún 📍 Contramar, Roma Norte, CDMX #mariscos')
const second = post('second', 'Otra vez tostadas 📍 Contramar, Roma Norte, CDMX #mariscos')
const third = post('third', 'Y otra más 📍 Contramar, Roma Norte, CDMX #mariscos')
const ofOther = post('of-other', 'Mis tostadas 📍 Contramar, Roma Norte, CDMX #mariscos', 'otra.persona')
const elsewhere = post('elsewhere', 'Tacos 📍 El Vilsito, Petén 248, Narvarte, CDMX. Mañana Contramar')
const asked = post('asked', '📍La Mar Cebichería: cebiche clásico, causa y un chilcano')
const askedAgain = post('asked-again', 'Volvimos 📍La Mar Cebichería: el mejor cebiche')
const unknown = post('unknown', 'Mole 📍 Fonda Quetzalpapa, Ciudad de México #mole')
const unknownAgain = post('unknown-again', 'Más mole 📍 Fonda Quetzalpapa otra vez, Ciudad de México #mole')
const posts = [first, second, third, ofOther, elsewhere, asked, askedAgain, unknown, unknownAgain]

const CONTRAMAR = 'antojo:contramar-ciudad-de-mexico'
const RIGHT = 'antojo:lardo-ciudad-de-mexico'
const OTHER = 'antojo:rosetta-ciudad-de-mexico'

let node: TestNode
let accounts = 0

beforeAll(async () => {
  node = await startTestNode(posts, { TRUST_PROXY: 'on' })
})
afterAll(() => node.stop())
beforeEach(async () => {
  await node.database.pool.query('truncate corrections, videos, analyses cascade')
})

function system<T>(
  work: (tx: Parameters<Parameters<TestNode['database']['asSystem']>[1]>[0]) => Promise<T>,
): Promise<T> {
  return node.database.asSystem('test', work)
}

/** All stored analyses as one text. */
async function stored(): Promise<string> {
  return JSON.stringify(
    await system((tx) => tx.selectFrom('analyses').select(['result', 'evidence']).execute()),
  )
}

interface Person {
  readonly client: AppClient
  readonly headers: Readonly<Record<string, string>>
}

interface PersonOptions {
  readonly address?: string
  readonly days?: number
}

/** A new person; by default in a separate network, with an account that is a week old. */
async function person({ address, days = 7 }: PersonOptions = {}): Promise<Person> {
  accounts += 1
  const client = await node.person(`persona${accounts}`)
  await system((tx) =>
    sql`update users set created_at = now() - make_interval(days => ${days}) where id = ${client.userId}`.execute(
      tx,
    ),
  )
  return { client, headers: { 'x-forwarded-for': address ?? `198.51.${accounts}.1` } }
}

function ai({ client, headers }: Person, body: object): Promise<Response> {
  return client.request('/functions/v1/ai', { method: 'POST', body: JSON.stringify(body), headers })
}

/** The place of an accepted add, otherwise the decision and the offered places. */
async function add(who: Person, { link }: { link: string }): Promise<string> {
  const answer = await ai(who, { action: 'extract-video', input: { videoUrl: link } })
  const body = extractVideoResponse.parse(await answer.json())
  if ('needs_confirmation' in body) return `asks ${body.top.map(({ place_id: id }) => id).join(' ')}`
  return 'weak_data' in body ? 'weak' : body.best.place_id
}

async function choose(who: Person, placeId: string, { link }: { link: string } = first) {
  const input = { videoUrl: link, placeId }
  return confirmPlaceResponse.parse(await (await ai(who, { action: 'confirm-place', input })).json())
}

async function taught({ client }: Person) {
  return taughtNamesResponse.parse(await (await client.request('/corrections')).json()).names
}

async function found(who: Person | null, { link }: { link: string }): Promise<string[]> {
  const body = JSON.stringify({ action: 'find', input: { mediaUrl: link } })
  const headers = { 'content-type': 'application/json' }
  const answer = who
    ? await ai(who, { action: 'find', input: { mediaUrl: link } })
    : await fetch(`${node.url}/functions/v1/ai`, { method: 'POST', headers, body })
  return finderResponse.parse(await answer.json()).results.map(({ placeId }) => placeId)
}

describe('a correction by one person', () => {
  it('applies to their next post of the creator with that name, and to nobody else’s', async () => {
    const [ana, luis] = [await person(), await person()]
    expect(await add(ana, first)).toBe(CONTRAMAR)
    expect((await choose(ana, RIGHT)).taught).toEqual({ name: 'Contramar', creator: '@comelon' })
    expect(await add(ana, second)).toBe(RIGHT)
    expect((await found(ana, third))[0]).toBe(RIGHT)
    expect(await add(luis, second)).toBe(CONTRAMAR)
    expect(await stored()).toContain('contramar-ciudad-de-mexico')
    expect(await stored()).not.toContain('lardo-ciudad-de-mexico')
  })

  it('does not apply to another creator, nor to a post that names another place', async () => {
    const ana = await person()
    await add(ana, first)
    await choose(ana, RIGHT)
    expect(await add(ana, ofOther)).toBe(CONTRAMAR)
    expect(await add(ana, elsewhere)).toBe('antojo:el-vilsito-ciudad-de-mexico')
  })

  it('answers the same question in the next post', { tags: 'slow' }, async () => {
    const ana = await person()
    const question = await add(ana, asked)
    expect(question).toMatch(/^asks antojo:la-mar/u)
    const [, chosen = ''] = question.split(' ')
    await choose(ana, chosen, asked)
    expect(await add(ana, askedAgain)).toBe(chosen)
  })

  it('teaches a name for which no place was found', { tags: 'slow' }, async () => {
    const ana = await person()
    expect(await add(ana, unknown)).not.toBe(RIGHT)
    expect((await choose(ana, RIGHT, unknown)).taught?.name).toBe('Fonda Quetzalpapa')
    expect(await add(ana, unknownAgain)).toBe(RIGHT)
  })

  it('is replaced by a later one at once, even by the original answer', async () => {
    const ana = await person()
    await add(ana, first)
    await choose(ana, RIGHT)
    await choose(ana, OTHER, second)
    expect(await add(ana, third)).toBe(OTHER)
    await choose(ana, CONTRAMAR, third)
    await ana.client.request('/rest/v1/videos?id=not.is.null', { method: 'DELETE' })
    expect(await add(ana, third)).toBe(CONTRAMAR)
    expect(await taught(ana)).toHaveLength(1)
  })

  it('applies until they delete it', async () => {
    const [ana, luis] = [await person(), await person()]
    await choose(ana, RIGHT)
    const [entry] = await taught(ana)
    expect(entry).toMatchObject({
      name: 'Contramar',
      place: { id: RIGHT, name: 'Lardo', location: 'Ciudad de México' },
      creator: '@comelon',
      platform: 'TikTok',
      isAgreed: false,
    })
    const remove = ({ client }: Person) =>
      client.request(`/corrections/${entry?.id}`, { method: 'DELETE', body: '{}' })
    expect((await remove(luis)).status).toBe(404)
    expect(await taught(ana)).toHaveLength(1)
    expect((await remove(ana)).status).toBe(204)
    expect([await taught(ana), await add(ana, second)]).toEqual([[], CONTRAMAR])
    expect((await fetch(`${node.url}/corrections`)).status).toBe(401)
  })
})

describe('a correction on which two people agree', () => {
  it('applies to everybody including guests, and to posts that were analysed earlier', async () => {
    const [ana, luis, eva] = [await person(), await person(), await person()]
    expect(await add(eva, third)).toBe(CONTRAMAR)
    await choose(ana, RIGHT)
    expect((await found(null, third))[0]).toBe(CONTRAMAR)
    await choose(luis, RIGHT, second)
    expect((await found(null, third))[0]).toBe(RIGHT)
    const pepe = await person()
    expect([await add(pepe, first), await add(pepe, third)]).toEqual([RIGHT, RIGHT])
    expect((await taught(ana)).map(({ isAgreed }) => isAgreed)).toEqual([true])
    expect(await stored()).not.toContain('lardo-ciudad-de-mexico')
  })

  it(
    'ends when one of them corrects again, deletes the correction or deletes the account',
    { tags: 'slow' },
    async () => {
      const takeBack: ((who: Person) => Promise<unknown>)[] = [
        (who) => choose(who, OTHER, third),
        async (who) =>
          who.client.request(`/corrections/${(await taught(who))[0]?.id}`, { method: 'DELETE', body: '{}' }),
        ({ client }) => node.database.pool.query('delete from auth.users where id = $1', [client.userId]),
      ]
      for (const back of takeBack) {
        const [ana, luis] = [await person(), await person()]
        await choose(ana, RIGHT)
        await choose(luis, RIGHT)
        expect(await add(await person(), second)).toBe(RIGHT)
        await back(luis)
        expect(await add(await person(), second)).toBe(CONTRAMAR)
        await node.database.pool.query('truncate corrections')
      }
    },
  )

  it('ends when two others disagree, while one other changes only their own answers', async () => {
    const [ana, luis, eva, pepe] = [await person(), await person(), await person(), await person()]
    await choose(ana, RIGHT)
    await choose(luis, RIGHT)
    await choose(eva, OTHER)
    expect(await add(eva, second)).toBe(OTHER)
    expect(await add(await person(), second)).toBe(RIGHT)
    await choose(pepe, CONTRAMAR)
    expect(await add(await person(), second)).toBe(CONTRAMAR)
    expect(await add(ana, second)).toBe(RIGHT)
  })
})

it('the corrections of an account that is marked for deletion count for nobody until it is restored', async () => {
  const [ana, luis, eva, pepe] = [await person(), await person(), await person(), await person()]
  for (const who of [ana, luis]) await choose(who, RIGHT)
  for (const who of [eva, pepe]) await choose(who, OTHER)
  const mark = ({ client }: Person, deleteAfter: Date | null) =>
    node.database.pool.query('update auth.users set delete_after = $2 where id = $1', [
      client.userId,
      deleteAfter,
    ])
  const answer = async () => add(await person(), second)
  const soon = new Date(Date.now() + 86_400_000)
  expect(await answer()).toBe(CONTRAMAR)
  await mark(pepe, soon)
  expect(await answer()).toBe(RIGHT)
  await mark(luis, soon)
  expect(await answer()).toBe(CONTRAMAR)
  await mark(luis, null)
  expect(await answer()).toBe(RIGHT)
  await mark(pepe, null)
  expect(await answer()).toBe(CONTRAMAR)
})

describe('an attacker changes nobody else’s answers', () => {
  it.each<[string, PersonOptions[]]>([
    ['with two accounts in one network', [{ address: '203.0.113.7' }, { address: '203.0.113.200' }]],
    [
      'with two accounts behind one IPv6 line',
      [{ address: '2001:db8:1:1::1' }, { address: '2001:db8:1:ff::1' }],
    ],
    [
      'with several new accounts in several networks',
      Array.from({ length: 6 }, (_, index) => ({ address: `203.0.${index}.1`, days: 0 })),
    ],
    [
      'with two accounts at one line that has both kinds of addresses',
      [{ address: '203.0.113.7' }, { address: '2001:db8:7:1::1' }],
    ],
    ['with an old account and new ones of other networks', [{}, { days: 0 }, { days: 0 }]],
    [
      'with several new accounts beside an old one of the same network',
      [{ address: '203.0.113.7' }, { address: '203.0.113.8', days: 0 }, { address: '203.0.113.9', days: 0 }],
    ],
  ])('%s', async (_how, accomplices) => {
    for (const options of accomplices) await choose(await person(options), RIGHT)
    expect(await add(await person(), second)).toBe(CONTRAMAR)
    expect(await system((tx) => tx.selectFrom('corrections').select('id').execute())).toHaveLength(
      accomplices.length,
    )
  })

  it('with one account, however many sessions, networks and posts', async () => {
    const mallory = await person()
    for (const [index, each] of [first, second, third, first].entries()) {
      const session = await node.person(`persona${accounts}`)
      await choose({ client: session, headers: { 'x-forwarded-for': `203.${index}.113.1` } }, RIGHT, each)
    }
    expect(mallory.client.userId).toBeTruthy()
    expect(await add(await person(), second)).toBe(CONTRAMAR)
  })

  it('by writing to the data API', async () => {
    const [ana, mallory] = [await person(), await person()]
    await choose(ana, RIGHT)
    const row = {
      restaurant_name: 'Lardo',
      to_place_id: RIGHT,
      creator: 'TikTok @comelon',
      name: 'Contramar',
      name_key: 'contramar',
    }
    const write = (method: string, path: string, body: object) =>
      mallory.client.request(`/rest/v1/corrections${path}`, { method, body: JSON.stringify(body) })
    expect(
      (await write('POST', '', { ...row, network: '203.0.113.0/24', is_established: true })).status,
    ).toBe(403)
    expect((await write('PATCH', '?id=not.is.null', { network: 'x' })).status).toBe(403)
    expect((await write('DELETE', '?id=not.is.null', {})).status).toBe(403)
    expect((await write('POST', '', { restaurant_name: 'Con mis palabras' })).status).toBe(201)
    expect(await taught(mallory)).toEqual([])
    expect(await add(await person(), second)).toBe(CONTRAMAR)
  })

  it('with fresh accounts against what people agreed on', async () => {
    for (const who of [await person(), await person()]) await choose(who, RIGHT)
    for (const address of ['203.0.1.1', '203.0.2.1', '203.0.3.1'])
      await choose(await person({ address, days: 0 }), OTHER)
    expect(await add(await person(), second)).toBe(RIGHT)
  })
})

it('the export contains the person’s corrections', async () => {
  const ana = await person()
  await choose(ana, RIGHT)
  expect((await archiveOf(ana.client)).corrections).toMatchObject([
    { name: 'Contramar', to_place_id: RIGHT, creator: 'TikTok @comelon' },
  ])
})

it('an answer without corrections has no correction among its reasons', async () => {
  const ana = await person()
  const answer = await ai(ana, { action: 'extract-video', input: { videoUrl: first.link } })
  expect(acceptedResponse.parse(await answer.json()).best.why.map(({ kind }) => kind)).not.toContain(
    'correction',
  )
})

describe('the export of posts to learn from', () => {
  it('holds the texts and the chosen place of a post, and nothing of the person', async () => {
    const who = await person()
    await add(who, first)
    await choose(who, RIGHT)
    expect(await chosenPosts(node.database)).toEqual([])
    await choose(await person({ days: 0 }), RIGHT)
    expect(await chosenPosts(node.database)).toEqual([])
    await choose(await person(), RIGHT)
    const [line, ...others] = await chosenPosts(node.database)
    expect(others).toEqual([])
    expect(line).toMatchObject({
      kind: 'named',
      texts: expect.arrayContaining([
        expect.objectContaining({ text: expect.stringContaining('Contramar') }),
      ]),
      gold: [expect.objectContaining({ source: 'antojo', source_id: 'lardo-ciudad-de-mexico' })],
    })
    expect(JSON.stringify(line)).not.toContain(who.client.userId)
  })

  it('leaves out a post about which people disagree', async () => {
    const [one, another] = [await person(), await person()]
    await choose(one, RIGHT)
    await choose(another, OTHER)
    expect(await chosenPosts(node.database)).toEqual([])
  })
})
