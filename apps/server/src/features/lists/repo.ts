import type { Tx } from '@antojo/db/database'
import { sql } from 'kysely'

export interface SharedList {
  readonly name: string
  readonly description: string | null
  readonly videos: number
  readonly thumbnail: string | null
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
    select name, description, video_count as videos, cover_images[1] as thumbnail from read_list(${id}::uuid)
  `.execute(tx)
  return rows[0] ?? null
}
