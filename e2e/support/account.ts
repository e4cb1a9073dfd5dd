import { randomUUID } from 'node:crypto'
import type { App } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import type { Page } from '@playwright/test'
import { z } from 'zod'

/** Of every account that a test makes. */
export const PASSWORD = 'tengo-antojo-de-tacos'
const bootConfig = z.looseObject({ anonKey: z.string() })

/** A new person with these links saved, whose session every page of the context starts with. */
export async function enterWith(
  { page, app }: { page: Page; app: App },
  links: readonly string[] = [],
  email = `sofi-${randomUUID().slice(0, 8)}@antojo.test`,
): Promise<AppClient> {
  const credentials = { email, password: PASSWORD }
  const client = await AppClient.enter(app.url, credentials)
  for (const link of links) await client.add(link)
  const { anonKey } = bootConfig.parse(await (await fetch(`${app.url}/config.json`)).json())
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  await page.addInitScript(
    (session) => {
      if (localStorage.getItem('antojo:session') === null) localStorage.setItem('antojo:session', session)
    },
    JSON.stringify(await answer.json()),
  )
  return client
}
