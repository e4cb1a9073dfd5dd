import { m } from '@antojo/i18n/messages'
import { z } from 'zod'
import { listOf } from '../../lib/api/rest.ts'
import type { Services } from '../../lib/services.tsx'
import { sendToPipeline } from '../../entities/pipeline/send-to-pipeline.ts'
import { videoOf, type Video } from '../../entities/video/video.ts'

/** The id of the person's own copy of a video: people put their own videos into lists, so another's is saved first. */
export async function ownCopyId(services: Services, video: Video, userId: string): Promise<string> {
  if (video.userId === userId) return video.id
  const known = listOf(
    await services.rest.from('videos').select('id').eq('user_id', userId).eq('video_url', video.url).limit(1),
  )
  const [first] = z.array(z.object({ id: z.string() })).parse(known)
  if (first) return first.id
  const input = { videoUrl: video.url, oembedDomain: location.hostname }
  const outcome = await sendToPipeline(services, { action: 'extract-video', input })
  const saved =
    outcome.kind === 'accepted' || outcome.kind === 'weak_data' ? videoOf(outcome.answer.video) : null
  if (!saved) throw new Error(m.add_list_unsure())
  return saved.id
}
