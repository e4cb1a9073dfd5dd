import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dateLabel, platformName } from '../../../entities/video/labels.ts'
import { distinct } from '../../../entities/video/use-videos.ts'
import type { Video } from '../../../entities/video/video.ts'
import { overlay } from '../../../lib/navigation/overlay.ts'
import { useServices } from '../../../lib/services.tsx'
import { Photo } from '../photo.tsx'
import { fetchOthers } from './video-places.ts'

/** The person's other videos of the place, which open in place of this one. */
export function OtherVideos({ video }: { video: Video }) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const { key } = video.place
  const { data = [] } = useQuery({
    queryKey: ['other-videos', key, video.id],
    queryFn: () => fetchOthers(rest, video),
    enabled: key !== null,
    staleTime: 0,
  })
  const others = distinct(data)
  if (others.length === 0) return null
  const open = (other: Video) => {
    queries.setQueryData(['one-video', other.id], other)
    overlay.open('video', other.id)
  }
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-lg">{m.detail_other_videos()}</h3>
      <ul className="grid grid-cols-1 gap-2">
        {others.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              onClick={() => open(other)}
              className="flex w-full items-center gap-3 rounded-2xl bg-surface p-2 text-left contrast:border contrast:border-line"
            >
              <span data-thumb className="block size-16 shrink-0 overflow-hidden rounded-xl">
                <Photo video={other} />
              </span>
              <span className="grid min-w-0 gap-0.5">
                <span className="truncate font-semibold">{other.title ?? other.place.name}</span>
                <span className="text-sm text-ink-soft">
                  {[platformName(other.platform), dateLabel(other.createdAt)].join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
