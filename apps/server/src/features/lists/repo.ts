import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

export interface SharedList {
  readonly name: string
  readonly description: string | null
  readonly places: number
  readonly thumbnail: string | null
}

export interface ListedPlace {
  readonly name: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
}

export interface Invited {
  readonly name: string
  readonly inviter: string | null
  readonly thumbnail: string | null
}

/** The list that an invitation is for, and who invites; null for a token that is not valid. */
export async function loadInvitation(tx: Tx, token: string): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select name, creator_name as inviter, cover_images[1] as thumbnail from read_list_invite(${token})
  `.execute(tx)
  return rows[0] ?? null
}

/** The list, if the transaction's actor may open it by its id. */
export async function loadSharedList(tx: Tx, id: string): Promise<SharedList | null> {
  const { rows } = await sql<SharedList>`
    select name, description, video_count as places, cover_images[1] as thumbnail from read_list(${id}::uuid)
  `.execute(tx)
  return rows[0] ?? null
}

/** The named places of a list in its order, each once, if the transaction's actor may open it by its id. */
export async function listedPlaces(tx: Tx, id: string, max: number): Promise<readonly ListedPlace[]> {
  const { rows } = await sql<ListedPlace>`
    with shown as (
      select *, row_number() over () as n from read_list_videos(${id}::uuid)
    ), first as (
      select *, row_number() over (partition by coalesce(place_key, id::text) order by n) as of_place from shown
    )
    select coalesce(restaurant_name, enrich_place_name) as name,
           coalesce(restaurant_address, enrich_place_address, restaurant_location) as address,
           enrich_place_lat as lat, enrich_place_lng as lng
      from first
     where of_place = 1 and coalesce(restaurant_name, enrich_place_name) is not null
     order by n limit ${max}`.execute(tx)
  return rows
}
