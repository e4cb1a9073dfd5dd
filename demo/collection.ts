/** The demo's person keeps more than links: notes and days of visits, a list with a second person, a comment. */
import { AppClient } from '@antojo/testing/client'
import { z } from 'zod'

const FRIEND = { email: 'ana@antojo.test', password: 'tengo-antojo-de-tacos' }

/** A place by a word of its name, and what the person says of it. */
const SAID = [
  [
    'Contramar',
    {
      visited_on: ['2026-08-14', '2026-10-30'],
      own_rating: 5,
      note: 'Llegar antes de la 1. Pedir la mesa de la terraza.',
    },
  ],
  ['Katz', { visited_on: ['2026-05-02'], own_rating: 4.5, note: 'Compartir: medio sándwich basta.' }],
  ['Los Cocuyos', { visited_on: ['2026-09-19'], own_rating: 4 }],
  ['Don Julio', { want: true, note: 'Reservar con un mes.' }],
  ['Isolina', { want: true }],
  ['Beigel Bake', { want: true, note: 'Abre toda la noche.' }],
] as const

/** The news of a newer release of the source: one place closed, one moved. */
const OF = { source: 'antojo', release: '2026-11-18.0' }
const NEWS = [
  ['Duck & Waffle', { news: { closed: true, ...OF } }],
  ["Juliana's", { news: { lat: 40.7061, lng: -73.9969, ...OF } }],
] as const

/** As Google gives them; the index of the demo has no prices. */
const PRICES = { Contramar: '$$$', Katz: '$$', 'Los Cocuyos': '$', Isolina: '$$', 'Don Julio': '$$$$' }

const rows = z.array(
  z.looseObject({ id: z.string(), place_key: z.string().nullable(), restaurant_name: z.string().nullable() }),
)
const lists = z.array(z.object({ id: z.string(), kind: z.string() }))
const made = z.array(z.object({ id: z.string() }))

/** Writes it once; a collection that has words already stays as it is. Throws when the server refuses something. */
export async function furnish(url: string, owner: AppClient): Promise<void> {
  const said = await read(owner, 'user_places?select=place_id&limit=1')
  if (z.array(z.unknown()).parse(said).length > 0) return
  const videos = rows.parse(
    await read(owner, 'videos?select=id,place_key,restaurant_name&identify_state=eq.identified'),
  )
  const find = (name: string) => videos.find((video) => video.restaurant_name?.includes(name))
  const kept = [...SAID, ...NEWS].flatMap(([name, words]) => {
    const { place_key, restaurant_name } = find(name) ?? {}
    return place_key ? [{ place_id: place_key, place_name: restaurant_name, ...words }] : []
  })
  for (const row of kept) await write(owner, 'user_places', row)
  for (const [name, restaurant_price_range] of Object.entries(PRICES))
    await write(owner, `videos?restaurant_name=like.${name}*`, { restaurant_price_range }, 'PATCH')
  const builtIn = lists.parse(await read(owner, 'video_lists?select=id,kind&kind=neq.custom'))
  for (const [name, words] of SAID) {
    const list_id = builtIn.find(({ kind }) => kind === ('want' in words ? 'want_to_try' : 'visited'))?.id
    const video_id = find(name)?.id
    if (list_id && video_id) await write(owner, 'list_videos', { list_id, video_id })
  }
  await write(owner, 'users?id=eq.' + owner.userId, { display_name: 'Lupe' }, 'PATCH')
  await share(
    url,
    owner,
    ['Contramar', 'Los Cocuyos', 'El Califa', 'El Vilsito'].flatMap((name) => find(name)?.id ?? []),
  )
}

/** A list that a friend edits too, with her comment. */
async function share(url: string, owner: AppClient, videoIds: readonly string[]): Promise<void> {
  const list = {
    name: 'Fin de semana en CDMX',
    share_options: { allow_collaborators: true, allow_comments: true, show_creator: true },
  }
  const [{ id: list_id } = { id: '' }] = made.parse(await write(owner, 'video_lists?select=id', list))
  await write(
    owner,
    'list_videos',
    videoIds.map((video_id, position) => ({ list_id, video_id, position })),
  )
  const friend = await AppClient.enter(url, FRIEND)
  await write(friend, 'users?id=eq.' + friend.userId, { display_name: 'Ana' }, 'PATCH')
  const token = await write(owner, 'rpc/create_list_invite', { list_id, access: 'edit' })
  await write(friend, 'rpc/accept_list_invite', { token })
  await write(friend, 'rpc/add_list_comment', {
    list_id,
    body: '¿Empezamos con tostadas y terminamos en los tacos?',
  })
}

const read = async (client: AppClient, path: string): Promise<unknown> =>
  (await client.request(`/rest/v1/${path}`)).json()

async function write(client: AppClient, path: string, body: unknown, method = 'POST'): Promise<unknown> {
  const headers = { prefer: 'return=representation' }
  const answer = await client.request(`/rest/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  const given: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(given)}`)
  return given
}
