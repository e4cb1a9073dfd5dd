import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type CityRelease, startCityRelease } from '@antojo/testing/overture/city-release'
import { buildPost } from '@antojo/testing/sandbox/post'
import { expect, test as base } from '../support/fixtures.ts'
import { enterWith, rowsOf } from '../support/people.ts'

const [CLOSED, MOVED, RENAMED] = ['La Chata de Juárez', 'El Compadre Nacho', 'El Pilón Dorado']
const NEW_NAME = 'La Pila Dorada'
const NOTE = 'Pedir la torta ahogada de doña Meche'
const posts = [CLOSED, MOVED, RENAMED].map((name, at) =>
  buildPost({ id: `changing${at}`, title: `📍 ${name}, Guadalajara` }),
)
const COMMAND = fileURLToPath(new URL('../../apps/server/src/cli/antojo.ts', import.meta.url))

interface Changing {
  readonly release: CityRelease
  readonly dir: string
  /** Runs `antojo places …` beside the server; returns what it prints. */
  readonly places: (...words: readonly string[]) => Promise<string>
}

/** A server whose index is brought from one release to the next by the command line. */
const test = base.extend<object, Changing>({
  release: [
    // Playwright requires the empty pattern in a fixture that uses no other.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const release = await startCityRelease()
      await use(release)
      await release.close()
    },
    { scope: 'worker' },
  ],
  dir: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'antojo-news-'))
      await use(dir)
      await rm(dir, { recursive: true })
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ release, dir }, use) => use({ DATA_DIR: dir, OVERTURE_URL: release.url }),
    { scope: 'worker' },
  ],
  places: [
    async ({ app, release, dir }, use) => {
      for (const post of posts) app.sandbox.addPost(post)
      const { PATH, HOME } = process.env
      const env = { PATH, HOME, DATA_DIR: dir, OVERTURE_URL: release.url }
      await use(
        async (...words) =>
          (await promisify(execFile)(process.execPath, [COMMAND, 'places', ...words], { env })).stdout,
      )
    },
    { scope: 'worker' },
  ],
})

test('places that closed, moved or have another name say so, and nothing of the person is lost', async ({
  page,
  app,
  release,
  places,
  home,
  texts,
  expectAccessible,
}) => {
  await places('get', 'Guadalajara', '--bbox=-103.6,20.4,-103.1,20.9')
  const client = await enterWith(
    { page, app },
    posts.map(({ link }) => link),
  )
  const always = { opening_hours: '24/7', time_zone: 'America/Mexico_City' }
  const patch = { method: 'PATCH', body: JSON.stringify(always) }
  expect((await client.request('/rest/v1/videos?restaurant_name=not.is.null', patch)).status).toBe(204)
  const note = { place_id: 'overture:La-Chata-de-Juárez', place_name: CLOSED, note: NOTE }
  // A note on a place that stays as it is, is no news.
  for (const said of [note, { ...note, place_id: 'osm:1', place_name: 'Otro' }])
    await client.request('/rest/v1/user_places', { method: 'POST', body: JSON.stringify(said) })

  await release.publishNovember()
  expect(await places('update')).toMatch(/2026-10-21\.0 → 2026-11-18\.0, .* MB: .*2 closed/)
  expect(await places('update')).toContain('has release 2026-11-18.0')

  await page.goto('/')
  const year =
    new Date().getFullYear() === 2026 ? '' : texts('news_search') === 'cambios' ? ' de 2026' : ' 2026'
  const month = `${texts('news_search') === 'cambios' ? 'noviembre' : 'November'}${year}`
  const of = { source: 'Overture', month }
  await expect(home.card(CLOSED)).toContainText(texts('place_closed', of))
  await expect(home.card(MOVED)).not.toContainText(texts('place_closed', of))
  const notice = page.getByRole('status').filter({ hasText: texts('news_count', { n: '3' }) })
  await expect(notice).toBeVisible()
  await expectAccessible()
  await notice.getByRole('button', { name: texts('news_see') }).click()
  await expect(page).toHaveURL(`/?q=${texts('news_search')}`)
  await expect(home.cards()).toHaveCount(3)
  await expect(notice).toBeHidden()

  await page.goto('/?q=cerrados')
  await expect(home.cards()).toHaveCount(1)
  await expect(home.card(CLOSED)).toBeVisible()
  await page.goto('/?open=1')
  await expect(home.card(MOVED)).toBeVisible()
  await expect(home.cards()).toHaveCount(2)

  await page.goto('/')
  await expect(home.card(CLOSED)).toBeVisible()
  await expect(notice).toBeHidden()
  const closed = await home.openDetail(CLOSED)
  await expect(closed.getByText(texts('place_closed', of))).toBeVisible()
  await expect(closed.getByText(NOTE)).toBeVisible()
  await expectAccessible()
  await page.goBack()

  const renamed = await home.openDetail(RENAMED)
  await expect(renamed.getByText(texts('place_renamed', { name: NEW_NAME, ...of }))).toBeVisible()
  await renamed.getByRole('button', { name: texts('place_use_name') }).click()
  const now = page.getByRole('dialog', { name: NEW_NAME })
  await expect(now).toBeVisible()
  await expect(now.getByRole('button', { name: texts('place_use_name') })).toBeHidden()
  await page.goBack()
  await expect(home.card(NEW_NAME)).toBeVisible()

  const moved = await home.openDetail(MOVED)
  await moved.getByRole('button', { name: texts('place_use_point') }).click()
  await expect(moved.getByRole('button', { name: texts('place_use_point') })).toBeHidden()
  await page.goBack()
  const path = 'videos?select=restaurant_name,enrich_place_lat&order=created_at'
  expect(await rowsOf(client, path)).toEqual([
    { restaurant_name: CLOSED, enrich_place_lat: expect.closeTo(20.6721, 4) },
    { restaurant_name: MOVED, enrich_place_lat: expect.closeTo(20.6716, 4) },
    { restaurant_name: NEW_NAME, enrich_place_lat: expect.closeTo(20.6702, 4) },
  ])

  expect(await places('update', '--undo', 'guadalajara')).toContain('7 places are as before')
  await page.goto('/')
  await expect(home.card(CLOSED)).toBeVisible()
  await expect(home.card(CLOSED)).not.toContainText(texts('place_closed', of))
})
