import { randomUUID } from 'node:crypto'
import type { App } from '@antojo/testing/app'
import { AppClient } from '@antojo/testing/client'
import { z } from 'zod'
import { saveSampleVideos } from './sample-videos.ts'

const bootConfig = z.looseObject({ anonKey: z.string() })
const videoRows = z.array(z.object({ id: z.string(), thumbnail_url: z.string().nullable() }))

/** A person by the size of the collection; `new` is a new person each time. */
export type Person = 'guest' | 'none' | 'one' | 'some' | 'many' | 'new'

/** The session in a person's browser; a guest has none. */
export type People = Readonly<Record<Exclude<Person, 'new'>, string | null>>

/** The list that `some` shares, with all of that person's videos. */
export const LIST_ID = '0b7d5c8e-0b0e-4a52-9d59-6f7a3c1e2d10'

/** Creates people with no video, one video, 13 real ones and 2,000 invented ones. */
export async function makePeople(app: App, links: readonly string[]): Promise<People> {
  const some = await enter(app)
  for (const link of links) await some.client.add(link)
  const answer = await some.client.request(
    '/rest/v1/videos?identify_state=eq.identified&select=id,thumbnail_url',
  )
  const videos = videoRows.parse(await answer.json())
  const pictures = videos.flatMap(({ thumbnail_url: url }) => url ?? [])
  await post(some.client, 'video_lists', {
    id: LIST_ID,
    name: 'Para cuando venga mi hermana con todos los niños',
    description: 'Sillas altas, porciones grandes y nada de picante.',
    visibility: 'unlisted',
  })
  await post(
    some.client,
    'list_videos',
    videos.map(({ id }) => ({ list_id: LIST_ID, video_id: id })),
  )
  const one = await enter(app)
  await one.client.add(links[0] ?? '')
  const many = await enter(app)
  await saveSampleVideos(many.client, 2000, pictures)
  const none = await enter(app)
  return { guest: null, none: none.session, one: one.session, some: some.session, many: many.session }
}

async function post(client: AppClient, table: string, rows: unknown): Promise<void> {
  const answer = await client.request(`/rest/v1/${table}`, { method: 'POST', body: JSON.stringify(rows) })
  if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`)
}

/** Creates a person; returns the session for the browser. */
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
