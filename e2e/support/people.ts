import { randomUUID } from 'node:crypto'
import type { App } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import type { Credentials } from '@antojo/testing/client'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import type { Language, Texts } from './texts.ts'

/** A person with an account, reachable over HTTP. */
export interface Person {
  readonly credentials: Credentials
  readonly client: AppClient
}

/** Makes an account without a browser. */
export async function createPerson(app: App): Promise<Person> {
  const credentials = {
    email: `lupe-${randomUUID().slice(0, 8)}@antojo.test`,
    password: 'tengo-antojo-de-tacos',
  }
  return { credentials, client: await AppClient.enter(app.url, credentials) }
}

/** Saves videos of restaurants with these names, the last one newest; their ids in the same order. */
export async function saveVideos(
  { client }: Person,
  names: readonly string[],
  facts: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const rows = names.map((name, index) => ({
    video_url: `https://www.tiktok.com/@lupe/video/${index}${Date.now()}`,
    restaurant_name: name,
    created_at: new Date(Date.now() - (names.length - index) * 60_000).toISOString(),
    ...facts,
  }))
  const ids: string[] = []
  for (const row of rows) {
    const answer = await client.request('/rest/v1/videos?select=id', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: JSON.stringify(row),
    })
    expect(answer.status).toBe(201)
    const [made]: { id: string }[] = await answer.json()
    ids.push(made?.id ?? '')
  }
  return ids
}

/** Makes a list of these videos; its id. */
export async function makeList(
  { client }: Person,
  name: string,
  videoIds: readonly string[],
  shared: { readonly visibility?: string; readonly share_options?: Readonly<Record<string, boolean>> } = {},
): Promise<string> {
  const headers = { prefer: 'return=representation' }
  const made = await client.request('/rest/v1/video_lists?select=id', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, ...shared }),
  })
  const [list]: { id: string }[] = await made.json()
  const id = list?.id ?? ''
  const entries = videoIds.map((videoId, position) => ({ list_id: id, video_id: videoId, position }))
  const filled = await client.request('/rest/v1/list_videos', {
    method: 'POST',
    body: JSON.stringify(entries),
  })
  expect(filled.status).toBe(201)
  return id
}

/** Says that a video shows these places too. */
export async function addPlaces(
  { client }: Person,
  videoId: string,
  names: readonly string[],
): Promise<void> {
  const places = names.map((name, position) => ({
    video_id: videoId,
    place_id: `osm:${name}`,
    name,
    position,
  }))
  const saved = await client.request('/rest/v1/video_places', {
    method: 'POST',
    body: JSON.stringify(places),
  })
  expect(saved.status).toBe(201)
}

/** Another browser with nothing in it, whose errors fail the test that looks at them. */
export async function openDevice(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript((chosen) => {
    localStorage.setItem(
      'fs:settings:v1',
      localStorage.getItem('fs:settings:v1') ?? JSON.stringify({ language: chosen }),
    )
    localStorage.setItem('fs:onboarding:v1', 'done')
  }, language)
  return page
}

/** Signs in through the form that stands in the place of the screen. */
export async function signIn(page: Page, texts: Texts, { credentials }: Person, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByLabel(texts('auth_email')).fill(credentials.email)
  await page.getByLabel(texts('auth_password'), { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: texts('auth_login'), exact: true }).click()
  await expect(page.getByLabel(texts('auth_password'), { exact: true })).toBeHidden()
}
