import { type MapHosts, startMapHosts } from '@antojo/testing/map/map-hosts'
import { expect, test as base } from '../support/fixtures.ts'
import { enterWith } from '../support/people.ts'

/** Tests with a server whose map has streets. */
function testsWith(settingsOf: (hosts: MapHosts) => Readonly<Record<string, string>>) {
  return base.extend<object, { mapHosts: MapHosts }>({
    mapHosts: [
      // Playwright requires the empty pattern in a fixture that uses no other.
      // eslint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const hosts = await startMapHosts()
        await use(hosts)
        await hosts.close()
      },
      { scope: 'worker' },
    ],
    environment: [async ({ mapHosts }, use) => use(settingsOf(mapHosts)), { scope: 'worker' }],
  })
}

const SOURCES = [
  {
    name: 'a style on four hosts',
    test: testsWith(({ styleUrl }) => ({ MAP_STYLE_URL: styleUrl })),
    credit: 'OpenMapTiles',
    hosts: ['style', 'tiles', 'glyphs', 'sprite'],
  },
  {
    name: 'an archive',
    test: testsWith(({ archiveUrl }) => ({ MAP_PMTILES: archiveUrl })),
    credit: 'OpenStreetMap',
    hosts: ['archive'],
  },
] as const

for (const { name, test, credit, hosts } of SOURCES)
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `streets of ${name} are drawn without an error on a ${colorScheme} map`,
      { tag: '@slow' },
      async ({ page, app, posts, texts, mapHosts, expectAccessible }, info) => {
        await page.emulateMedia({ colorScheme })
        await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
        const drawn = page.waitForResponse((response) => /\/14\/\d+\/\d+/.test(response.url()))
        await page.goto('/map')
        const map = page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })
        await expect(map.getByRole('figure').getByRole('button', { name: 'Contramar' })).toBeVisible()
        expect((await drawn).ok()).toBe(true)
        await expect(map.getByText(credit)).toBeVisible()
        for (const host of hosts) await expect.poll(() => mapHosts.requests.get(host)).toBeGreaterThan(0)
        await expectAccessible()
        await info.attach('map', { body: await page.screenshot(), contentType: 'image/png' })
      },
    )
