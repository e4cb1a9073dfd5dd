import type { Database } from '@antojo/db/database'
import { SPEC_LIMITS } from '@antojo/domain/places/spec-limits'
import { z } from 'zod'
import { isKeptById } from '../../adapters/places/kept-place.ts'
import type { ImageStore } from '../../adapters/images/port.ts'
import type { JobDefinition } from '../../core/job-queue.ts'
import type { Places } from '../places/service.ts'
import { ownPicture, placeColumns } from './present.ts'
import { loadForEnrichment, type PlaceColumns, writeEnrichment } from './repo.ts'

const enrichPayload = z.object({
  userId: z.uuid(),
  videoId: z.uuid(),
  /** False when the save already stored the details of the place. Jobs enqueued by older versions lack this field. */
  needsDetails: z.boolean().default(true),
})
export type EnrichPayload = z.infer<typeof enrichPayload>

/** Progress of spec §4: reading, saving, done. */
const PROGRESS_PERCENT = { reading: 60, saving: 85, done: 100 } as const

/** The key is the video, so that at most one job of each kind waits for it. */
export const enrichVideo: JobDefinition<EnrichPayload> = {
  name: 'enrich-video',
  payload: enrichPayload,
  retries: 5,
  timeoutSeconds: 45,
  owner: ({ userId }) => userId,
}

export interface EnrichDeps {
  readonly database: Database
  readonly places: Places
  readonly images: ImageStore
}

/**
 * Completes a saved video: with details of its place, unless the save had them, and with our own copy of the picture,
 * since the platform's copy expires. It writes only changed columns, and only while the video still has that place, so
 * it is idempotent.
 */
export async function runEnrichVideo(
  deps: EnrichDeps,
  { userId, videoId, needsDetails }: EnrichPayload,
): Promise<void> {
  const video = await deps.database.asSystem('load a video', (tx) => loadForEnrichment(tx, userId, videoId))
  if (!video || (video.enrich_state === 'done' && !needsDetails)) return
  const of = { userId, id: videoId, placeId: video.enrich_place_id }
  // The final commit of the job waits for the disk, which makes these commits durable too.
  const write = (changed: Parameters<typeof writeEnrichment>[2]): Promise<boolean> =>
    deps.database.asSystem('enrich a video', (tx) => writeEnrichment(tx, of, changed), { asyncCommit: true })
  if (!(await write({ enrich_state: 'running', enrich_progress: PROGRESS_PERCENT.reading }))) return
  const confidence = video.enrich_confidence ?? 0
  const place =
    needsDetails &&
    of.placeId !== null &&
    !isKeptById({ source: of.placeId.split(':')[0] ?? '' }) &&
    confidence >= SPEC_LIMITS.backgroundConfidence
      ? await deps.places.byId(of.placeId)
      : null
  const fresh = place
    ? placeColumns(place, confidence, { locale: video.language ?? 'es', hoursOf: deps.places.hoursOf })
    : null
  const saving = { ...(fresh ? changedColumns(video, fresh) : {}), enrich_progress: PROGRESS_PERCENT.saving }
  if (!(await write(saving))) return
  const picture = video.provider_thumbnail_url
  const preview = picture === null ? null : await deps.images.save(picture)
  await write({
    ...(picture !== null && preview && { thumbnail_url: ownPicture(picture, preview) }),
    enrich_state: 'done',
    enrich_progress: PROGRESS_PERCENT.done,
  })
}

/** A known value is never replaced by an absent one. */
function changedColumns(
  before: Readonly<Record<keyof PlaceColumns, unknown>>,
  after: PlaceColumns,
): Partial<PlaceColumns> {
  const changed = Object.entries(after).filter(([name, value]) => {
    const known = Object.entries(before).find(([key]) => key === name)?.[1]
    const isPresent = Array.isArray(value) ? value.length > 0 : value !== null
    return isPresent && !isSame(known, value)
  })
  return Object.fromEntries(changed)
}

/** JSON columns are read as values and written as text; lists are compared by their elements. */
function isSame(known: unknown, written: unknown): boolean {
  const stored = JSON.stringify(known)
  return known === written || stored === written || stored === JSON.stringify(written)
}

const identifyPayload = z.object({ userId: z.uuid(), videoId: z.uuid() })
export type IdentifyPayload = z.infer<typeof identifyPayload>

/** A try of an open row. Its key is the video. */
export const identifyVideo: JobDefinition<IdentifyPayload> = {
  name: 'identify-video',
  payload: identifyPayload,
  retries: 1,
  timeoutSeconds: 150,
  owner: ({ userId }) => userId,
}
