import type { MediaFile } from '../../adapters/media/port.ts'
import type { Page, PageReader } from '../../adapters/pages/page-reader.ts'
import type { ToolPost, YtDlp } from '../../adapters/pages/yt-dlp.ts'
import type { PipelineDeps } from './run.ts'

/** The pipeline for one post, with yt-dlp's facts added to its page, and with the video file that yt-dlp fetched. */
export function withYtDlp(
  pipeline: PipelineDeps,
  ytDlp: YtDlp,
): { readonly pipeline: PipelineDeps; readonly dispose: () => Promise<void> } {
  let file: MediaFile | null = null
  const pages: PageReader = async (ref, signal) => {
    const [read, told] = await Promise.all([pipeline.pages(ref, signal), ytDlp(ref, signal)])
    if (told === null) return read
    file = told.file
    return { kind: 'found', page: together(read.kind === 'found' ? read.page : null, told) }
  }
  const media: PipelineDeps['media'] = {
    ...pipeline.media,
    fetch: async (videoUrl, signal) =>
      file === null ? pipeline.media.fetch(videoUrl, signal) : { kind: 'found', file },
  }
  return { pipeline: { ...pipeline, pages, media }, dispose: async () => file?.dispose() }
}

function together(page: Page | null, { post, image }: ToolPost): Page {
  return {
    preview: page?.preview ?? {},
    ...(image !== undefined && { image }),
    ...page,
    post: { ...page?.post, ...post },
  }
}
