import { m } from '@antojo/i18n/messages'
import { lazy, Suspense, useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useSession } from '../../lib/services.tsx'
import { useUserLocation } from '../../lib/use-location.ts'
import { useAddVideo } from '../add-video/use-add-video.ts'
import { StepsBar } from '../add-video/steps-bar.tsx'
import type { Video } from '../videos/video.ts'
import { Collection } from './collection.tsx'
import { PasteButton } from './paste-button.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useHomeSearch } from './use-home-search.ts'

const AddOutcomeView = lazy(async () => ({
  default: (await import('../add-video/add-outcome.tsx')).AddOutcomeView,
}))
const VideoDetail = lazy(async () => ({ default: (await import('../videos/video-detail.tsx')).VideoDetail }))

const FixDetailsDialog = lazy(async () => ({
  default: (await import('../fix-details/fix-details-dialog.tsx')).FixDetailsDialog,
}))

interface Opened {
  readonly video: Video
  readonly section: 'reviews' | null
}

/** The home screen, at / and, with its search in the address bar, at /map. */
export function HomePage({ mode }: { mode: 'home' | 'map' }) {
  const session = useSession()
  const where = useUserLocation()
  const near = where.kind === 'known' ? where.point : null
  const search = useHomeSearch(mode)
  const adding = useAddVideo(near)
  const [submitted, setSubmitted] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [fixing, setFixing] = useState<Video | null>(null)
  const fix = (video: Video) => {
    setOpened(null)
    setFixing(video)
  }
  const panel = {
    search,
    adding: adding.adding,
    onAdd: (text: string) => void adding.add(text),
    onSearch: () => {
      search.apply()
      setSubmitted(submitted + 1)
    },
  }
  return (
    <Page title={mode === 'map' ? m.page_map() : m.page_home()} hideTitle>
      <SearchPanel {...panel} />
      {adding.adding ? <StepsBar steps={adding.steps} /> : null}
      <Suspense fallback={null}>
        {adding.question ? <AddOutcomeView adding={adding} near={near} /> : null}
      </Suspense>
      <Collection
        key={session?.user.id ?? 'guest'}
        mode={mode}
        search={search}
        submitted={submitted}
        where={where}
        onAdd={panel.onAdd}
        {...(session && { onFix: fix })}
        onOpen={(video, section) => setOpened({ video, section: section ?? null })}
      />
      <PasteButton {...panel} />
      <Suspense fallback={null}>
        {opened ? (
          <VideoDetail
            video={opened.video}
            section={opened.section}
            near={near}
            onClose={() => setOpened(null)}
            {...(session?.user.id === opened.video.userId && { onFix: fix })}
          />
        ) : null}
        {fixing ? <FixDetailsDialog video={fixing} near={near} onClose={() => setFixing(null)} /> : null}
      </Suspense>
    </Page>
  )
}
