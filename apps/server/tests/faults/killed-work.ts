import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { areasResponse, citySearchResponse } from '@antojo/contract/places'
import { importView } from '@antojo/contract/transfer/imports'
import { openDatabase } from '@antojo/db/database'
import { startApp } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { startCityRelease } from '@antojo/testing/overture/city-release'
import { verifyBackup } from '../../src/features/backups/read-backup.ts'
import {
  backupOf,
  belongingsOf,
  enter as enterRelease,
  fillWithRelease,
  readExpected,
} from '../upgrade.fixture.ts'
import { ADDS_PER_KILL, beginAdds, beginImport, endOfImport, IMPORT_ENV, IMPORTED_POSTS } from './kills.ts'
import { withPostgres } from './roles.ts'
import { ACCOUNT, expectWhole, type Ground, isReady, manyPosts, withNode, until } from './with-node.ts'

const server = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** The other node tries a post again when the time of its try has ended: 150 s, the queue's next poll, and a pause. */
const IMPORT_LIMIT_MS = 400_000

/** Kills one of two whole nodes on one database, during adds through both and an import; the other one ends the work. */
export async function killOneOfTwo(kills: number): Promise<string> {
  const posts = manyPosts(kills * ADDS_PER_KILL * 2)
  const links = posts.map(({ link }) => link)
  return withPostgres((databaseUrl) =>
    withNode(
      posts,
      async ({ app: other, dataDir, enter }) => {
        const env = { ...other.sandbox.env, ...IMPORT_ENV, RATE_LIMITS: 'off', DATABASE_URL: databaseUrl }
        const killed = await startApp({ dataDir, env })
        try {
          const client = await enter()
          const through = await AppClient.enter(killed.url, ACCOUNT)
          const promised = { acknowledged: new Set<string>(), kept: new Set<string>() }
          // An import's posts have no pages here, so that their jobs try again for long: another person's.
          const bea = { ...ACCOUNT, email: 'bea@antojo.test' }
          const begun = await beginImport(await AppClient.enter(killed.url, bea))
          for (let kill = 0; kill < kills; kill += 1) {
            const adding = [
              ...(await beginAdds(client, links.splice(0, ADDS_PER_KILL), promised)),
              ...(await beginAdds(through, links.splice(0, ADDS_PER_KILL), promised)),
            ]
            await killed.kill()
            await Promise.all(adding)
            assert.ok(await isReady(other.url))
            if (kill < kills - 1) await killed.restart()
          }
          const brought = await endOfImport(await AppClient.enter(other.url, bea), begun, IMPORT_LIMIT_MS)
          assert.deepEqual(brought, { state: 'done', saved: IMPORTED_POSTS, different: IMPORTED_POSTS })
          await expectWhole(client, promised.kept)
          return `${kills} times: an import of ${IMPORTED_POSTS}, ${promised.acknowledged.size} acknowledged adds and ${promised.kept.size - promised.acknowledged.size} kept links all there once`
        } finally {
          await killed.stop()
        }
      },
      { env: { ...IMPORT_ENV, DATABASE_URL: databaseUrl } },
    ),
  )
}

/** Kills a node while it fetches a city: first before the places come, then at random moments of their coming. */
export async function killDuringCity(kills: number): Promise<string> {
  const release = await startCityRelease()
  const env = {
    PLACES_ON_DEMAND: 'on',
    OVERTURE_URL: release.url,
    ADMIN_EMAILS: ACCOUNT.email,
  }
  const work = async ({ app, enter }: Ground): Promise<string> => {
    const client = await enter()
    const areas = async () => areasResponse.parse(await (await client.request('/places/areas')).json())
    const before = (await areas()).places
    const send = release.hold()
    for (const name of ['Leeds', 'Guadalajara']) {
      const found = await (await client.request(`/places/areas/search?q=${name}`)).json()
      const [city] = citySearchResponse.parse(found).cities
      assert.equal(
        (await client.request('/places/areas', { method: 'POST', body: JSON.stringify(city) })).status,
        202,
      )
    }
    await until('a fetch runs', async () => (await areas()).areas.some(({ state }) => state === 'running'))
    for (let kill = 0; kill < kills; kill += 1) {
      await app.kill()
      send()
      await app.restart()
      await wait(Math.random() * 1_000)
    }
    await until('both fetched', async () => (await areas()).areas.every(({ state }) => state === 'done'))
    const { areas: known, places } = await areas()
    assert.equal(known.length, 2)
    assert.equal(
      places - before,
      known.reduce((sum, area) => sum + (area.places ?? 0), 0),
    )
    return `${kills} kills: two cities with ${places - before} places, each there once`
  }
  try {
    return await withNode([], work, { env, allowPrivateHosts: [release.host] })
  } finally {
    await release.close()
  }
}

/** Kills a node while it restores an own file of many videos. */
export async function killDuringRestore(kills: number): Promise<string> {
  const VIDEOS = 3_000
  return withNode([], async ({ app, enter }) => {
    const from = await enter()
    const videos = Array.from({ length: VIDEOS }, (_, n) => ({
      video_url: `https://example.org/${n}`,
      title: `Taco ${n}`,
    }))
    for (let at = 0; at < VIDEOS; at += 500)
      await from.request('/rest/v1/videos', {
        method: 'POST',
        body: JSON.stringify(videos.slice(at, at + 500)),
      })
    const file = new Uint8Array(await (await from.request('/account/export')).arrayBuffer())
    const to = await AppClient.enter(app.url, { ...ACCOUNT, email: 'bea@antojo.test' })
    const headers = { 'content-type': 'application/octet-stream' }
    const preview = await to.request('/imports?name=antojo.zip', { method: 'POST', body: file, headers })
    const { id } = importView.parse(await preview.json())
    const view = async () => importView.parse(await (await to.request(`/imports/${id}`)).json())
    await to.request(`/imports/${id}/start`, { method: 'POST', body: '{"parts":[0]}' })
    let interrupted = 0
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(Math.random() * 500)
      if ((await view()).state !== 'done') interrupted += 1
      await app.kill()
      await app.restart()
    }
    await until('restored', async () => (await view()).state === 'done')
    const links = new Set<unknown>()
    let rows = 0
    for (let at = 0; at === rows; at += 1_000) {
      const path = `/rest/v1/videos?user_id=eq.${to.userId}&select=video_url&order=id&limit=1000&offset=${at}`
      const page: unknown = await (await to.request(path)).json()
      assert.ok(Array.isArray(page))
      for (const row of page) links.add(JSON.stringify(row))
      rows += page.length
    }
    assert.deepEqual([rows, links.size], [VIDEOS, VIDEOS])
    assert.ok(interrupted > 0, 'no kill came before the end')
    return `${kills} kills, ${interrupted} before the end: ${VIDEOS} videos there once`
  })
}

/** Kills a node while it makes a backup: the next one is whole, and nothing of the killed one stays. */
export async function killDuringBackup(kills: number): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'antojo-backups-'))
  const posts = manyPosts(1)
  const names = async (ending: string) => (await readdir(dir)).filter((name) => name.endsWith(ending))
  const work = async ({ app, enter }: Ground): Promise<string> => {
    const client = await enter()
    for (const { link } of posts) await client.add(link)
    const ask = () => client.request('/admin/backup', { method: 'POST', body: '{}' })
    await until('the first one', async () => (await names('.gz')).length > 0)
    let killed = 0
    for (let kill = 0; kill < kills; kill += 1) {
      await ask()
      await until('a draft', async () => (await names('.part')).length > 0, 5_000).catch(() => undefined)
      await app.kill()
      killed += (await names('.part')).length > 0 ? 1 : 0
      await app.restart()
    }
    const before = new Set(await names('.gz'))
    await until('another one', async () => {
      await ask()
      return (await names('.gz')).some((name) => !before.has(name)) && (await names('.part')).length === 0
    })
    for (const name of await names('.gz'))
      assert.ok((await verifyBackup(join(dir, name))).tables['public.videos'])
    assert.ok(killed > 0, 'no kill came during a backup')
    return `${kills} kills, ${killed} during a backup: ${(await names('.gz')).length} whole files, no draft`
  }
  try {
    return await withNode(posts, work, { env: { BACKUP_DIR: dir, ADMIN_EMAILS: ACCOUNT.email } })
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** Kills nodes while they upgrade the database of 1.0.0; the next one ends it, and everybody has what they had. */
export async function killDuringUpgrade(kills: number): Promise<string> {
  return withPostgres(async (url) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'antojo-fault-'))
    const database = await openDatabase({ kind: 'postgres', url })
    try {
      await fillWithRelease(database, join(dataDir, 'images'), '1.0.0')
      const applied = async () => (await database.pool.query('select from migrations.applied')).rowCount ?? 0
      const steps = [await applied()]
      for (let kill = 0; kill < kills; kill += 1) {
        const env = {
          PATH: process.env['PATH'],
          DATA_DIR: dataDir,
          DATABASE_URL: url,
          PORT: '0',
          LOG_LEVEL: 'silent',
        }
        const node = spawn(process.execPath, [server('main.ts')], { env, stdio: 'ignore' })
        const ended = once(node, 'exit')
        await until('a migration', async () => {
          const { rowCount } = await database.pool.query(
            `select from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
          )
          return (rowCount ?? 0) > 0 || (await applied()) > (steps.at(-1) ?? 0)
        })
        node.kill('SIGKILL')
        await ended
        steps.push(await applied())
      }
      const app = await startApp({ dataDir, env: { ROLE: 'web', DATABASE_URL: url } })
      steps.push(await applied())
      try {
        const expected = await readExpected('1.0.0')
        for (const name of ['ana', 'luis'] as const)
          assert.partialDeepStrictEqual(
            (await belongingsOf(await enterRelease(app.url, name))).data,
            expected.people[name].data,
          )
      } finally {
        await app.stop()
      }
      return `${kills} kills, migrations applied: ${steps.join(', ')}; all have what they had`
    } finally {
      await database.close()
      await rm(dataDir, { recursive: true })
    }
  })
}

/** Kills `antojo restore` at random moments: the next one restores everything, unless a killed one had ended. */
export async function killRestoreCommand(kills: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-fault-'))
  const restore = () => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir }
    return spawn(
      process.execPath,
      [server('cli/antojo.ts'), 'restore', backupOf('1.0.0'), '--keep-sessions'],
      {
        env,
        stdio: 'ignore',
      },
    )
  }
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const command = restore()
      const ended = once(command, 'exit')
      await wait(700 + Math.random() * 1_500)
      command.kill('SIGKILL')
      await ended
    }
    const [status] = await once(restore(), 'exit')
    const app = await startApp({ dataDir, env: { ROLE: 'all' } })
    try {
      const expected = await readExpected('1.0.0')
      const { data } = await belongingsOf(await enterRelease(app.url, 'ana'))
      assert.deepEqual(
        Object.entries(data).map(([name, rows]) => [name, rows.length]),
        Object.entries(expected.people.ana.data).map(([name, rows]) => [name, rows.length]),
      )
    } finally {
      await app.stop()
    }
    return `${kills} kills, then ${status === 0 ? 'restored' : 'it was restored already'}: everything is there once`
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
