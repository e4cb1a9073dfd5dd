import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@antojo/db/database'
import { asSuperuser } from '@antojo/db/embedded/provision'
import { createTestDatabase, socketUrl } from '@antojo/testing/database'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { readConfig } from '../src/config/config.ts'
import { type RunningNode, startNode } from '../src/run.ts'
import {
  backupOf,
  belongingsOf,
  enter,
  type expectations,
  fillWithRelease,
  PEOPLE,
  readExpected,
  RELEASES,
} from './upgrade.fixture.ts'

/** The schema of a release, by its files, with the data of its fixture. */
async function databaseOfRelease(version: string, imagesDir: string): Promise<Database> {
  const name = `release_${randomBytes(4).toString('hex')}`
  const host = inject('databaseSocketDir')
  await asSuperuser({ host }, 'postgres', (root) => root.query(`create database ${name} owner antojo`))
  const database = await openDatabase({ kind: 'postgres', url: socketUrl(host, name) })
  await fillWithRelease(database, imagesDir, version)
  return {
    ...database,
    close: async () => {
      await database.close()
      await asSuperuser({ host }, 'postgres', (root) => root.query(`drop database ${name} with (force)`))
    },
  }
}

async function restoredHere(version: string, imagesDir: string): Promise<Database> {
  const database = await createTestDatabase()
  await restoreBackup(database, { imagesDir, file: backupOf(version), keepSessions: true })
  return database
}

const ways = RELEASES.flatMap(
  (version) =>
    [
      ['a database that this version migrates', version, databaseOfRelease],
      ['a backup that this version restores', version, restoredHere],
    ] as const,
)

describe.each(ways)('%s of %s', (_what, version, prepare) => {
  let dir: string
  let database: Database
  let node: RunningNode
  let expected: z.infer<typeof expectations>
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'antojo-upgrade-'))
    database = await prepare(version, join(dir, 'images'))
    expected = await readExpected(version)
    // Without jobs, which would go on with what was open.
    const settings = { DATA_DIR: dir, DATABASE_URL: database.pool.options.connectionString ?? '' }
    node = await startNode(readConfig({ ...settings, ROLE: 'web', PORT: '0', LOG_LEVEL: 'silent' }))
  }, 60_000)
  afterAll(async () => {
    await node.stop()
    await database.close()
    await rm(dir, { recursive: true })
  })

  it.each(PEOPLE.slice(0, 2))('gives %s what they had', async (name) => {
    const person = await enter(node.url, name)
    const { own, data } = await belongingsOf(person)
    // Later versions may add columns and files, and take none away.
    // `each_video` replaced one setting.
    const settings = Object.assign({ group_by_place: false }, own['settings.json'])
    expect({ ...own, 'settings.json': settings }).toMatchObject(expected.people[name].own)
    expect(data).toMatchObject(expected.people[name].data)
    expect(Object.keys(own['antojo.json'] ?? {})).not.toEqual([])
  })

  it('still asks Bea for her second step', async () => {
    const bea = await enter(node.url, 'bea')
    expect((await bea.request('/rest/v1/videos')).status).toBe(401)
  })

  it('serves the live links, tokens and the role of the administrator', async () => {
    const answers = await Promise.all(expected.feeds.map((path) => fetch(node.url + path)))
    expect(answers.map(({ status }) => status)).toEqual(expected.feeds.map(() => 200))
    expect(await answers[0]?.json()).toEqual(JSON.parse(expected.feed))
    const ana = await enter(node.url, 'ana')
    expect(await (await ana.request('/tokens')).json()).toMatchObject({ tokens: [{ name: 'Atajo' }] })
    expect((await ana.request('/admin/metrics?hours=1')).status).toBe(200)
  })

  it('finds by the notes and the further places of before', async () => {
    const ana = await enter(node.url, 'ana')
    const found = async (q: string) =>
      z
        .array(z.object({ restaurant_name: z.string() }))
        .parse(await (await ana.request(`/rest/v1/rpc/search_videos?q=${q}&order=restaurant_name`)).json())
        .map(({ restaurant_name: name }) => name)
    expect(await found('pedir siempre')).toEqual(['Contramar', 'Ganbara', 'Pizzería Güerrín'])
    expect(await found('cuchara')).toEqual(['Ganbara'])
  })

  it('lets Luis work on the list of Ana, and nobody else', async () => {
    const luis = await enter(node.url, 'luis')
    const { ana: owner, luis: member } = expected.people
    const list = owner.data['video_lists']?.find(({ name }) => name === 'Domingo')
    const list_id = z.uuid().parse(list?.['id'])
    const [video] = member.data['videos']?.filter((each) => each['user_id'] === luis.userId) ?? []
    const add = () =>
      luis.request('/rest/v1/list_videos', {
        method: 'POST',
        body: JSON.stringify({ list_id, video_id: video?.['id'] }),
      })
    expect((await add()).status).toBe(201)
    const ana = await enter(node.url, 'ana')
    await ana.request(`/rest/v1/list_members?list_id=eq.${list_id}`, { method: 'DELETE', body: '{}' })
    expect((await add()).status).toBe(403)
  })
})
