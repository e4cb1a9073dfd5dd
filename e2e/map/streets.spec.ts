import { type MapHosts, startMapHosts } from '@antojo/testing/map/map-hosts'
import { expect, test as base } from '../support/fixtures.ts'
import { enterWith } from '../support/people.ts'

interface Streets {
  source: 'style' | 'archive'
  mapHosts: MapHosts
}

/** A server whose map has streets. */
const test = base.extend<object, Streets>({
  source: ['style', { scope: 'worker', option: true }],
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
  environment: [
    async ({ source, mapHosts }, use) =>
      use(source === 'style' ? { MAP_STYLE_URL: mapHosts.styleUrl } : { MAP_PMTILES: mapHosts.archiveUrl }),
    { scope: 'worker' },
  ],
})

for (const source of ['style', 'archive'] as const) {
  test.describe(`streets of ${source === 'style' ? 'a style on four hosts' : 'an archive'}`, () => {
    test.use({ source })

    for (const colorScheme of ['light', 'dark'] as const) {
      test(
        `are drawn without an error when the device is ${colorScheme}`,
        { tag: '@slow' },
        async ({ page, app, posts, texts, mapHosts, expectAccessible }, info) => {
          await page.emulateMedia({ colorScheme })
          await enterWith({ page, app }, [posts.get('01-contramar')?.link ?? ''])
          const drawn = page.waitForResponse((response) => /\/14\/\d+\/\d+/.test(response.url()))
          await page.goto('/map')
          const map = page.getByRole('region', { name: texts('map_of_videos', { n: '1' }) })
          await expect(map.getByRole('button', { name: 'Contramar' })).toBeVisible({ timeout: 30_000 })
          expect((await drawn).ok()).toBe(true)
          await expect(map.getByText(source === 'style' ? 'OpenMapTiles' : 'OpenStreetMap')).toBeVisible()
          if (source === 'style')
            for (const purpose of ['glyphs', 'sprite', 'tiles'])
              await expect.poll(() => mapHosts.asked.get(purpose)).toBeGreaterThan(0)
          await expectAccessible()
          await info.attach('map', { body: await page.screenshot(), contentType: 'image/png' })
        },
      )
    }
  })
}
