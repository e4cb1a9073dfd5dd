import type { App } from '@antojo/testing/app'
import type { Post } from '@antojo/testing/sandbox/post'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { SignInPage } from '../support/sign-in-page.ts'
import { createPerson, saveVideos, type Person } from '../support/people.ts'
import type { Texts } from '../support/texts.ts'
import { openSettings } from '../support/settings.ts'

// The server refuses a session that it has ended.
test.use({ serviceWorkers: 'allow', expectedComplaint: /status of 40[013]/ })

/** The data on the device: keys of local storage, stored pictures with their records, and the offline copy. */
async function onDevice(page: Page) {
  return await page.evaluate(async () => {
    const all = async (database: string) => {
      const { promise, resolve } = Promise.withResolvers<unknown[]>()
      const asked = indexedDB.open(database)
      asked.addEventListener('success', () => {
        const [store] = [...asked.result.objectStoreNames]
        if (store === undefined) return resolve([])
        const read = asked.result.transaction(store).objectStore(store).getAll()
        read.addEventListener('success', () => {
          asked.result.close()
          resolve(read.result)
        })
        return undefined
      })
      return await promise
    }
    const known = (await indexedDB.databases()).map(({ name }) => name)
    const pictures = (await caches.has('pictures')) ? await (await caches.open('pictures')).keys() : []
    return {
      local: JSON.stringify(Object.entries(localStorage)),
      pictures: pictures.length,
      records: known.includes('workbox-expiration') ? (await all('workbox-expiration')).length : 0,
      copy: known.includes('antojo') ? JSON.stringify(await all('antojo')) : '',
    }
  })
}

interface Walk {
  readonly page: Page
  readonly app: App
  readonly posts: ReadonlyMap<string, Post>
  readonly texts: Texts
}

/**
 * Ana uses the device: it stores a picture and her collection, a link waits to be saved, and she changes her settings.
 */
async function anaWasHere({ page, app, posts, texts }: Walk): Promise<Person> {
  const ana = await createPerson(app)
  await ana.client.add(posts.get('01-contramar')?.link ?? '')
  await new SignInPage(page, texts).signIn(ana.credentials)
  await expect(page.getByText('Contramar').first()).toBeVisible()
  const drawer = await openSettings(page, texts)
  await drawer.getByText(texts('settings_theme_dark'), { exact: true }).click()
  await drawer.getByText(texts('visibility_public'), { exact: true }).click()
  await expect.poll(() => settingsOf(ana)).toMatchObject({ default_visibility: 'public', theme: 'dark' })
  await drawer
    .getByRole('button', { name: texts('close') })
    .first()
    .click()
  await page.evaluate(async (owner) => {
    await navigator.serviceWorker.ready
    const item = {
      owner,
      url: 'https://example.org/of-ana',
      status: 'needs_review',
      message: null,
      quiet: true,
    }
    localStorage.setItem('fs:import:v1', JSON.stringify([item]))
  }, ana.client.userId)
  await page.reload()
  await expect.poll(async () => (await onDevice(page)).copy).toContain('Contramar')
  await expect.poll(async () => (await onDevice(page)).records).toBeGreaterThan(0)
  return ana
}

async function settingsOf({ client }: Person): Promise<unknown> {
  const rows: unknown[] = await (await client.request('/rest/v1/user_settings?select=*')).json()
  return rows[0]
}

/** Nothing of Ana is left except theme, language and motion. */
async function expectForgotten(page: Page, ana: Person): Promise<void> {
  await expect
    .poll(async () => await onDevice(page))
    .toMatchObject({ pictures: 0, records: 0, local: expect.not.stringContaining('of-ana') })
  const { local, copy } = await onDevice(page)
  for (const text of [local, copy])
    for (const secret of ['Contramar', ana.client.userId, ana.credentials.email])
      expect(text).not.toContain(secret)
  expect(local).not.toContain(String.raw`default_visibility\":\"public`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
}

/** The server's settings of the account that is signed in. */
async function settingsOfPage(page: Page): Promise<unknown> {
  return await page.evaluate(async () => {
    const { access_token: token } = JSON.parse(localStorage.getItem('antojo:session') ?? '{}')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch('/rest/v1/user_settings?select=*', { headers })
    return (await answer.json())[0]
  })
}

test('home opens at its top after a sign-in screen that was scrolled', async ({ page, app, signInPage }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const lupe = await createPerson(app)
  await saveVideos(lupe, ['Contramar', 'La Docena', 'Entremar', 'Kisen'])
  await signInPage.open()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(80)
  await signInPage.submit(lupe.credentials)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test(
  'the next account on a device sees nothing of the one that signed out',
  { tag: '@slow' },
  async ({ page, app, posts, texts, signInPage }) => {
    test.slow()
    const ana = await anaWasHere({ page, app, posts, texts })
    await page.getByRole('button', { name: /lupe-/ }).click()
    await page.getByRole('button', { name: texts('header_sign_out') }).click()
    await expect(page.getByLabel(texts('auth_password'), { exact: true })).toBeVisible()
    await expectForgotten(page, ana)
    await signInPage.signUp()
    await expect
      .poll(() => settingsOfPage(page))
      .toMatchObject({ default_visibility: 'private', theme: 'dark' })
    expect(await settingsOf(ana)).toMatchObject({ default_visibility: 'public' })
  },
)

test(
  'a session that the server ended is removed like one that signed out',
  { tag: '@slow' },
  async ({ page, app, posts, texts }) => {
    test.slow()
    const ana = await anaWasHere({ page, app, posts, texts })
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('antojo:session') ?? '{}')
      localStorage.setItem(
        'antojo:session',
        JSON.stringify({ ...session, expires_at: 1, refresh_token: 'ended' }),
      )
    })
    await page.reload()
    await expect(page.getByLabel(texts('auth_password'), { exact: true })).toBeVisible()
    await expectForgotten(page, ana)
  },
)

test.describe('refused for a while', () => {
  test.use({ expectedComplaint: /status of 429/ })

  test('too many refreshes end no session', { tag: '@slow' }, async ({ page, app, posts, texts, home }) => {
    await anaWasHere({ page, app, posts, texts })
    const refused = page.waitForResponse((answer) => answer.status() === 429)
    await page.route('**/auth/v1/token?grant_type=refresh_token', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 429, error_code: 'over_request_rate_limit', msg: 'later' },
      }),
    )
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('antojo:session') ?? '{}')
      localStorage.setItem('antojo:session', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await page.reload()
    await refused
    await expect(home.cards().first()).toBeVisible()
    await page.unroute('**/auth/v1/token?grant_type=refresh_token')
    await page.reload()
    await expect(home.cards().first()).toBeVisible()
  })
})

test(
  'another session in the same browser inherits nothing',
  { tag: '@slow' },
  async ({ page, app, posts, texts }) => {
    test.slow()
    const ana = await anaWasHere({ page, app, posts, texts })
    const eve = await createPerson(app)
    await page.evaluate(async (credentials) => {
      const answer = await fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      })
      localStorage.setItem('antojo:session', JSON.stringify(await answer.json()))
    }, eve.credentials)
    await page.reload()
    await expect.poll(() => settingsOf(eve)).toMatchObject({ default_visibility: 'private', theme: 'dark' })
    await expectForgotten(page, ana)
    expect(await settingsOf(ana)).toMatchObject({ default_visibility: 'public' })
  },
)

test(
  'what a guest set before signing up becomes the account’s',
  { tag: '@slow' },
  async ({ page, signInPage }) => {
    await page.goto('/')
    await page.evaluate(() =>
      localStorage.setItem(
        'fs:settings:v1',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('fs:settings:v1') ?? '{}'), radius_km: 33 }),
      ),
    )
    await page.reload()
    await signInPage.signUp()
    await expect.poll(() => settingsOfPage(page)).toMatchObject({ radius_km: 33 })
  },
)
