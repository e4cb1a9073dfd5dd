import type { Schema } from '@antojo/db/schema'
import type { Transaction } from 'kysely'

export interface SharedList {
  readonly name: string
  readonly description: string | null
  readonly videos: number
  readonly thumbnail: string | null
}

/** A list that the actor of the transaction may see. */
export async function loadSharedList(tx: Transaction<Schema>, id: string): Promise<SharedList | null> {
  const list = await tx
    .selectFrom('video_lists')
    .select(['name', 'description'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!list) return null
  const videos = await tx
    .selectFrom('list_videos')
    .innerJoin('videos', 'videos.id', 'list_videos.video_id')
    .select('videos.thumbnail_url')
    .where('list_videos.list_id', '=', id)
    .orderBy('list_videos.position')
    .execute()
  const thumbnail = videos.find(({ thumbnail_url: url }) => url !== null)?.thumbnail_url ?? null
  return { ...list, videos: videos.length, thumbnail }
}
