import { randomUUID } from 'node:crypto'
import type { App } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { z } from 'zod'
import { saveSampleVideos } from '../sample-videos.ts'

const bootConfig = z.looseObject({ anonKey: z.string() })
const pictureRows = z.array(z.object({ thumbnail_url: z.string().nullable() }))

/** People whose collections differ, as the session that a browser of theirs holds; `guest` holds none. */
export type People = Readonly<Record<'guest' | 'none' | 'one' | 'some' | 'many', string | null>>

/** Makes them: nothing, one video, 13 real ones, 2,000 invented ones. */
export async function makePeople(app: App, links: readonly string[]): Promise<People> {
  const some = await enter(app)
  for (const link of links) await some.client.add(link)
  const answer = await some.client.request('/rest/v1/videos?select=thumbnail_url')
  const pictures = pictureRows.parse(await answer.json()).flatMap(({ thumbnail_url: url }) => url ?? [])
  await some.client.request('/rest/v1/video_lists', {
    method: 'POST',
    body: JSON.stringify({
      name: 'Para cuando venga mi hermana con todos los niños',
      visibility: 'unlisted',
    }),
  })
  const one = await enter(app)
  await one.client.add(links[0] ?? '')
  const many = await enter(app)
  await saveSampleVideos(many.client, 2000, pictures)
  const none = await enter(app)
  return { guest: null, none: none.session, one: one.session, some: some.session, many: many.session }
}

/** A new person, and the session that their browser keeps. */
export async function enter(app: App): Promise<{ client: AppClient; session: string }> {
  const credentials = {
    email: `sofia.de-los-angeles-${randomUUID().slice(0, 4)}@antojo.test`,
    password: 'tengo-antojo-de-tacos',
  }
  const client = await AppClient.enter(app.url, credentials)
  const { anonKey } = bootConfig.parse(await (await fetch(`${app.url}/config.json`)).json())
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  return { client, session: await answer.text() }
}
