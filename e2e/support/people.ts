import { randomUUID } from 'node:crypto'
import type { App } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import type { Credentials } from '@antojo/testing/client'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** The password of all accounts in the tests. */
export const PASSWORD = 'tengo-antojo-de-tacos'

/** A person with an account, reachable over HTTP. */
export interface Person {
  readonly credentials: Credentials
  readonly client: AppClient
}

/** An address that no other test uses. */
export function newEmail(): string {
  return `lupe-${randomUUID().slice(0, 8)}@antojo.test`
}

/** Creates an account over HTTP, or signs in when it exists. */
export async function createPerson(app: App, email = newEmail()): Promise<Person> {
  const credentials = { email, password: PASSWORD }
  return { credentials, client: await AppClient.enter(app.url, credentials) }
}

/** Creates a person with these links saved, and starts each document of the page with their session. */
export async function enterWith(
  { page, app }: { page: Page; app: App },
  links: readonly string[] = [],
  email = newEmail(),
): Promise<AppClient> {
  const { client } = await createPerson(app, email)
  for (const link of links) await client.add(link)
  await keepSession(page, client)
  return client
}

/** Opens a screen with the person's session, without the sign-in form. */
export async function openAs(page: Page, { client }: Person, path = '/'): Promise<void> {
  await keepSession(page, client)
  await page.goto(path)
}

/** Starts each document of the page with this session, unless it has one. */
async function keepSession(page: Page, { session }: AppClient): Promise<void> {
  await page.addInitScript((stored) => {
    if (localStorage.getItem('antojo:session') === null) localStorage.setItem('antojo:session', stored)
  }, JSON.stringify(session))
}

/** The rows that the data API answers to a request of the person. */
export async function rowsOf(client: AppClient, path: string): Promise<unknown> {
  return await (await client.request(`/rest/v1/${path}`)).json()
}

/** Saves videos of restaurants with these names, the last one newest; returns their ids in the given order. */
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

/** Creates a list of these videos; returns its id. */
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

/** Adds further places to a video. */
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
