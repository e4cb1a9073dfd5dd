import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WhyReason } from '@antojo/contract/ai'
import { EVIDENCE_SOURCES, WHY_KINDS } from '@antojo/domain/places/evidence-kinds'
import { isOneOf, isRecord } from '@antojo/domain/unknown-values'
import { listOf, rowsOf, type Rest } from '../../../lib/api/rest.ts'
import { useServices } from '../../../lib/services.tsx'
import { CARD_MARKS } from '../../../entities/video/queries/card-marks.ts'
import { videoKeys } from '../../../entities/video/query.ts'
import type { Video } from '../../../entities/video/video.ts'

/** A place that a video shows, and why we think so. */
export type VideoPlace = Readonly<NonNullable<ReturnType<typeof placeOf>>>

/** All places of a video in the order of their appearance; empty until they have loaded. */
export function useVideoPlaces(video: Video): readonly VideoPlace[] {
  const { rest } = useServices()
  const { data } = useQuery({ queryKey: videoKeys.places(video.id), queryFn: () => fetchPlaces(rest, video) })
  return data ?? []
}

/** Removes a place from a video, and returns how to put it back. Throws when that failed. */
export function useRemovePlace(videoId: string): (placeId: string) => Promise<() => Promise<void>> {
  const { rest } = useServices()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: videoKeys.places(videoId) }),
      queries.invalidateQueries({ queryKey: CARD_MARKS }),
    ])
  return async (placeId) => {
    const removed = rowsOf(await removePlace(rest, videoId, placeId).select(ALL_COLUMNS))
    await refresh()
    return async () => {
      if (removed.length > 0) rowsOf(await rest.from('video_places').insert(removed).select('place_id'))
      await refresh()
    }
  }
}

const ALL_COLUMNS = 'video_id,place_id,position,name,address,location,lat,lng,cuisine,confidence,evidence'

export function removePlace(rest: Rest, videoId: string, placeId: string) {
  return rest.from('video_places').delete().eq('video_id', videoId).eq('place_id', placeId)
}

/** The places of a video. Those of a list are read through it: who may open a list may not read its rows. */
export async function fetchPlaces(rest: Rest, { id, listId, url }: Video): Promise<readonly VideoPlace[]> {
  const request =
    listId !== null
      ? rest.rpc('read_list_places', { list_id: listId, video_url: url })
      : rest
          .from('video_places')
          .select('place_id,name,address,lat,lng,evidence')
          .eq('video_id', id)
          .order('position')
  return listOf(await request)
    .map(placeOf)
    .filter((place) => place !== null)
}

function placeOf(row: unknown) {
  if (!isRecord(row) || typeof row['place_id'] !== 'string' || typeof row['name'] !== 'string') return null
  return {
    id: row['place_id'],
    name: row['name'],
    address: typeof row['address'] === 'string' ? row['address'] : null,
    lat: numberOf(row['lat']),
    lng: numberOf(row['lng']),
    why: Array.isArray(row['evidence']) ? row['evidence'].flatMap(reasonOf) : [],
  }
}

/** Reads a stored reason; skips kinds that this version does not know. */
function reasonOf(value: unknown): WhyReason[] {
  if (!isRecord(value)) return []
  const { kind, words, source, second } = value
  if (!isOneOf(WHY_KINDS, kind) || !isOneOf(EVIDENCE_SOURCES, source) || typeof words !== 'string') return []
  return [{ kind, words, source, ...(typeof second === 'number' && { second }) }]
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
