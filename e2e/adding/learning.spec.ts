import { type CityRelease, startCityRelease } from '@antojo/testing/overture/city-release'
import { buildPost } from '@antojo/testing/sandbox/post'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/fixtures.ts'
import type { Texts } from '../support/texts.ts'
import { createPerson, enterWith } from '../support/people.ts'

const ADMINISTRATOR = 'jefa@antojo.test'
const torta = buildPost({ id: 'torta', title: 'La mejor torta ahogada 📍 La Chata de Juárez, Guadalajara' })
const birria = buildPost({ id: 'birria', title: '📍 El Compadre Nacho, Guadalajara, Jalisco' })

/** A server that has no places in the cities of a small release, and may fetch them. */
const test = base.extend<object, { release: CityRelease; prepared: void }>({
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
  environment: [
    async ({ release }, use) =>
      use({ PLACES_ON_DEMAND: 'on', OVERTURE_URL: release.url, ADMIN_EMAILS: ADMINISTRATOR }),
    { scope: 'worker' },
  ],
  prepared: [
    async ({ app }, use) => {
      app.sandbox.addPost(torta)
      app.sandbox.addPost(birria)
      await createPerson(app, ADMINISTRATOR)
      await use()
    },
    { scope: 'worker', auto: true },
  ],
})

test(
  'a post of a city that nobody knew becomes its card without a reload, and the next one at once',
  { tag: '@slow' },
  async ({ page, app, release, home, texts, expectAccessible }) => {
    await enterWith({ page, app })
    const send = release.hold()
    const learning = page
      .getByRole('status')
      .filter({ hasText: texts('open_learning', { area: 'Guadalajara' }) })
    await page.goto('/')
    await home.add(torta.link)
    await expect(learning).toBeVisible()
    await expectAccessible()
    send()
    await expect(home.card('La Chata de Juárez')).toBeVisible({ timeout: 20_000 })
    await expect(learning).toBeHidden()
    await home.add(birria.link)
    await expect(home.card('El Compadre Nacho')).toBeVisible()
  },
)

test('an administrator finds a city, adds it, updates it, and takes it off', async ({
  page,
  app,
  release,
  texts,
  expectAccessible,
}) => {
  await enterWith({ page, app }, [], ADMINISTRATOR)
  await page.goto('/admin')
  await page.getByRole('searchbox', { name: texts('cities_search') }).fill('Leeds')
  await expectAccessible()
  const found = page.getByRole('list', { name: texts('cities_results') }).getByRole('listitem')
  await found
    .filter({ hasText: countryIn(texts) })
    .getByRole('button')
    .click()
  const leeds = knownCity(page, texts, 'Leeds')
  await expect(leeds).toContainText(new RegExp(texts('cities_done', { n: String.raw`\d+` })), {
    timeout: 20_000,
  })
  await expectAccessible()
  await page.reload()
  await expect(leeds).toBeVisible()
  await expect(
    page.getByRole('region', { name: texts('admin_providers') }).getByRole('row', { name: /Overture Maps/ }),
  ).toContainText(texts('admin_provider_well'))
  await release.publishNovember()
  await leeds.getByRole('button', { name: texts('cities_update', { name: 'Leeds' }) }).click()
  await expect(leeds).toContainText('2026-11-18.0', { timeout: 20_000 })
  await expectAccessible()
  await leeds.getByRole('button', { name: texts('cities_remove', { name: 'Leeds' }) }).click()
  await page.getByRole('button', { name: texts('cities_remove_agree'), exact: true }).click()
  await expect(leeds).toBeHidden()
})

function knownCity(page: Page, texts: Texts, name: string) {
  return page
    .getByRole('region', { name: texts('cities_known') })
    .getByRole('listitem')
    .filter({ hasText: name })
}

function countryIn(texts: Texts): RegExp {
  return texts('cities_add') === 'Add' ? /United Kingdom/ : /Reino Unido/
}
