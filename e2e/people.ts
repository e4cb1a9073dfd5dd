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
