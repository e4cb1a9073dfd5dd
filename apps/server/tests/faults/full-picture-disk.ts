import { strict as assert } from 'node:assert'
import { glob, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fill, whyNoDisk, withDisk } from './full-disk.ts'
import { expectWhole, isReady, manyPosts, withNode, until } from './with-node.ts'
import { withPostgres } from './roles.ts'

const DISK_MEGABYTES = 64
const pictures = z.array(z.object({ provider_thumbnail_url: z.string() }))

/** Fills only the disk for copies of pictures: adds and jobs must work, and pictures must be shown. */
export async function fillPictureDisk(): Promise<string> {
  const why = whyNoDisk()
  if (why !== undefined) return `not tried: ${why}`
  const [before, meanwhile, after] = manyPosts(3)
  if (!before || !meanwhile || !after) throw new Error('no posts')
  return withPostgres((databaseUrl) =>
    withDisk(DISK_MEGABYTES, (disk) =>
      withNode(
        [before, meanwhile, after],
        async ({ app, enter }) => {
          const client = await enter()
          const acknowledged = new Set<string>()
          const add = async ({ link }: { link: string }): Promise<void> => {
            assert.equal((await client.add(link)).decision, 'accepted')
            acknowledged.add(link)
            await expectWhole(client, acknowledged)
          }
          await add(before)
          assert.equal(await copiesIn(disk), 1)
          const filler = join(disk, 'filler')
          await fill(filler)
          const full = performance.now()
          await add(meanwhile)
          const seconds = ((performance.now() - full) / 1000).toFixed(1)
          assert.equal(await copiesIn(disk), 1)
          const path = '/rest/v1/videos?select=provider_thumbnail_url'
          for (const { provider_thumbnail_url: url } of pictures.parse(
            await (await client.request(path)).json(),
          )) {
            const shown = await fetch(`${app.url}/img?u=${encodeURIComponent(url)}&w=400`)
            assert.equal(shown.status, 200)
            assert.equal(shown.headers.get('content-type'), 'image/webp')
          }
          await rm(filler)
          await add(after)
          await until('a copy again', async () => (await copiesIn(disk)) === 2)
          assert.ok(await isReady(app.url))
          return `an add and its job done within ${seconds} s without a copy, both pictures shown; copied again once there was room, ${acknowledged.size} adds all there once`
        },
        { dataDir: disk, env: { DATABASE_URL: databaseUrl } },
      ),
    ),
  )
}

async function copiesIn(disk: string): Promise<number> {
  let copies = 0
  for await (const _ of glob('images/*/*', { cwd: disk })) copies += 1
  return copies
}
