import type { Schema } from '@antojo/db/schema'
import { sql, type Transaction } from 'kysely'

export interface SharedList {
  readonly name: string
  readonly description: string | null
  readonly videos: number
  readonly thumbnail: string | null
}

/** The list, if the transaction's actor may open it by its id. */
export async function loadSharedList(tx: Transaction<Schema>, id: string): Promise<SharedList | null> {
  const { rows } = await sql<SharedList>`
    select name, description, video_count as videos, cover_images[1] as thumbnail from read_list(${id}::uuid)
  `.execute(tx)
  return rows[0] ?? null
}
