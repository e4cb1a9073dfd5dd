import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootConfig } from '@antojo/contract/boot-config'
import { OPEN_FREE_MAP } from '@antojo/contract/map'
import { createTestDatabase } from '@antojo/testing/database'
import { type MapHosts, startMapHosts } from '@antojo/testing/map/map-hosts'
import { streetArchive, streetTile, vectorTile } from '@antojo/testing/map/streets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GuardedFetch } from '../src/adapters/http/guarded-fetch.ts'
import { readConfig } from '../src/config/config.ts'
import { createMap } from '../src/features/map/service.ts'
import { startTestNode, type TestNode } from './test-node.ts'

let hosts: MapHosts
let dir: string

beforeAll(async () => {
  hosts = await startMapHosts()
  dir = await mkdtemp(join(tmpdir(), 'antojo-map-'))
})
afterAll(async () => {
  await hosts.close()
  await rm(dir, { recursive: true })
})

async function withNode<T>(
  env: Readonly<Record<string, string>>,
  work: (node: TestNode) => Promise<T>,
): Promise<T> {
  const node = await startTestNode([], env)
  try {
    return await work(node)
  } finally {
    await node.stop()
  }
}

const configOf = async ({ url }: TestNode) =>
  bootConfig.parse(await (await fetch(`${url}/config.json`)).json())
const policyOf = async ({ url }: TestNode) =>
  (await fetch(url, { headers: { accept: 'text/html' } })).headers.get('content-security-policy') ?? ''
const tileAt = ({ url }: TestNode, zoom: number) => {
  const { x, y } = streetTile(zoom)
  return fetch(`${url}/map-tiles/${zoom}/${x}/${y}`)
}

describe('a style', () => {
  it('may load its tiles, glyphs and sprites from its own hosts, and from no other', async () => {
    await withNode({ MAP_STYLE_URL: hosts.styleUrl }, async (node) => {
      const { streets } = await configOf(node)
      expect(streets).toMatchObject({ kind: 'style', light: hosts.styleUrl, dark: hosts.styleUrl })
      expect(streets?.kind === 'style' && streets.origins.toSorted()).toEqual(hosts.origins.toSorted())
      const policy = await policyOf(node)
      for (const origin of hosts.origins)
        expect(policy).toMatch(new RegExp(`connect-src [^;]*${origin}`, 'u'))
      expect(policy).not.toContain(OPEN_FREE_MAP.origins[0])
    })
  })

  it('that this server cannot read is left to the browser', { tags: 'slow' }, async () => {
    await withNode({ MAP_STYLE_URL: 'http://127.0.0.1:9/style' }, async (node) => {
      expect((await configOf(node)).streets).toMatchObject({ origins: ['http://127.0.0.1:9'] })
    })
  })
})

describe('an archive', () => {
  /** The answers that browsers get from the archive. */
  const seen = async (node: TestNode) => {
    const tile = await tileAt(node, 14)
    const others = ['14/0/0', '14/99999/0', '30/0/0', 'a/b/c', '1/-1/0']
    return {
      streets: (await configOf(node)).streets,
      type: tile.headers.get('content-type'),
      tile: Buffer.from(await tile.arrayBuffer()),
      others: await Promise.all(
        others.map(async (path) => (await fetch(`${node.url}/map-tiles/${path}`)).status),
      ),
    }
  }
  const { x, y } = streetTile(14)
  const STREETS = {
    streets: { kind: 'tiles', maxZoom: 14, attribution: expect.stringContaining('OpenStreetMap') },
    type: 'application/vnd.mapbox-vector-tile',
    tile: vectorTile(14, x, y),
    others: [204, 400, 400, 400, 400],
  }

  it('that is a file gives its tiles', async () => {
    const path = join(dir, 'city.pmtiles')
    await writeFile(path, streetArchive())
    expect(await withNode({ MAP_PMTILES: path }, seen)).toEqual(STREETS)
  })

  it('behind an address is read by ranges', async () => {
    expect(await withNode({ MAP_PMTILES: hosts.archiveUrl }, seen)).toEqual(STREETS)
  })

  it.each(['no ranges', 'html', 'gone'] as const)(
    'with the answer "%s" leaves the built-in map',
    async (manner) => {
      hosts.behave(manner)
      try {
        await withNode({ MAP_PMTILES: hosts.archiveUrl }, async (node) => {
          expect((await configOf(node)).streets).toBeNull()
          expect((await tileAt(node, 14)).status).toBe(204)
        })
      } finally {
        hosts.behave('ranges')
      }
    },
  )

  it('that is no archive leaves the built-in map', { tags: 'slow' }, async () => {
    const path = join(dir, 'text.pmtiles')
    await writeFile(path, 'PMTiles, but not really')
    await withNode({ MAP_PMTILES: path }, async (node) => expect((await configOf(node)).streets).toBeNull())
  })
})

describe('without a setting', () => {
  const logged: unknown[] = []
  const log = { info: (entry: unknown) => logged.push(entry), warn: (entry: unknown) => logged.push(entry) }

  /** OpenFreeMap as this server reaches it. */
  function outside(status: () => number): { fetch: GuardedFetch; asked: string[] } {
    const asked: string[] = []
    const fetch: GuardedFetch = async ({ url }) => {
      asked.push(url)
      return status() === 0
        ? { ok: false, reason: 'network', detail: 'refused' }
        : { ok: true, url, status: status(), headers: new Map(), body: Buffer.from('{}') }
    }
    return { fetch, asked }
  }

  it('the map has the streets of OpenFreeMap while it answers, unless an administrator hides them', async () => {
    const database = await createTestDatabase()
    await database.asSystem('found', (tx) => sql`insert into app.installation default values`.execute(tx))
    const { fetch, asked } = outside(() => 200)
    const settings = readConfig({ DATABASE_URL: 'postgres://unused/unused' }).settings
    const map = await createMap(settings, { database, serviceFetch: fetch, log })
    expect([map.streets(), asked]).toEqual([OPEN_FREE_MAP, [OPEN_FREE_MAP.light]])
    expect(await map.choose({ streets: false })).toEqual({
      streets: 'none',
      isSetting: false,
      isWanted: false,
    })
    expect(map.streets()).toBeNull()
    await map.choose({ streets: true })
    expect([map.streets(), asked.length]).toEqual([OPEN_FREE_MAP, 1])
    await map.close()

    const silent = await createMap(settings, { database, serviceFetch: outside(() => 0).fetch, log })
    expect([silent.streets(), silent.status()]).toEqual([
      null,
      { streets: 'none', isSetting: false, isWanted: true },
    ])
    await silent.close()
    await database.close()
  })

  it('only an administrator chooses, and "none" asks nobody', async () => {
    await withNode({}, async (node) => {
      await node.person('ana')
      const other = await node.person('luis')
      const answer = await other.request('/admin/map', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ streets: true }),
      })
      expect(answer.status).toBe(403)
      expect((await configOf(node)).streets).toBeNull()
      expect(await policyOf(node)).not.toContain(OPEN_FREE_MAP.origins[0])
    })
  })
})
