import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useSession } from '../../lib/services.tsx'
import { drawer, useDrawer } from '../../lib/view/drawer-store.ts'
import { expandFrom, collapseTo } from '../../lib/view/view-transition.ts'
import { useUserLocation } from '../../lib/device/user-location.ts'
import { useAddVideo } from '../add-video/api.ts'
import { queryOfAll } from '../../entities/video/query.ts'
import { useVideos } from '../../entities/video/use-videos.ts'
import type { Video } from '../../entities/video/video.ts'
import { Collection } from './collection.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useHomeSearch } from './use-home-search.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const AddProgress = lazyComponent(
  () => import('./add-progress.tsx'),
  (code) => code.AddProgress,
)
const PasteSheet = lazyComponent(
  () => import('./paste-sheet.tsx'),
  (code) => code.PasteSheet,
)
const VideoDetail = lazyComponent(
  () => import('../videos/video-detail.tsx'),
  (code) => code.VideoDetail,
)

const FixDetailsDialog = lazyComponent(
  () => import('../fix-details/fix-details-dialog.tsx'),
  (code) => code.FixDetailsDialog,
)

interface Opened {
  readonly video: Video
  readonly section: 'reviews' | null
}

/** The home screen, at / and at /map, where the URL holds the search. */
export function HomePage({ mode }: { mode: 'home' | 'map' }) {
  const session = useSession()
  const where = useUserLocation()
  const near = where.kind === 'known' ? where.point : null
  const search = useHomeSearch(mode)
  const openDrawer = useDrawer()
  const adding = useAddVideo(near)
  const openQuery = useMemo(() => queryOfAll(session?.user.id ?? null, true), [session?.user.id])
  const open = useVideos(openQuery, { enabled: session !== null })
  const [submitted, setSubmitted] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [fixing, setFixing] = useState<Video | null>(null)
  const fix = useCallback((video: Video) => {
    setOpened(null)
    setFixing(video)
  }, [])
  const openDetail = useCallback(
    (video: Video, section?: 'reviews') =>
      expandFrom(pictureOf(video), () => setOpened({ video, section: section ?? null })),
    [],
  )
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
      <Suspense fallback={null}>
        <AddProgress adding={adding} open={open.videos} near={near} />
      </Suspense>
      <Collection
        key={session?.user.id ?? 'guest'}
        mode={mode}
        search={search}
        open={open}
        submitted={submitted}
        where={where}
        onAdd={panel.onAdd}
        {...(session && { onFix: fix })}
        onOpen={openDetail}
      />
      <Suspense fallback={null}>
        {openDrawer === 'paste' ? <PasteSheet {...panel} onClose={drawer.close} /> : null}
        {opened ? <Detail opened={opened} near={near} onClose={() => setOpened(null)} onFix={fix} /> : null}
        {fixing ? <FixDetailsDialog video={fixing} near={near} onClose={() => setFixing(null)} /> : null}
      </Suspense>
    </Page>
  )
}

interface DetailProps {
  readonly opened: Opened
  readonly near: Point | null
  readonly onClose: () => void
  readonly onFix: (video: Video) => void
}

/** The detail of a card; when closed, it shrinks back into the card's picture. */
function Detail({ opened, near, onClose, onFix }: DetailProps) {
  const session = useSession()
  const { video, section } = opened
  return (
    <VideoDetail
      video={video}
      section={section}
      near={near}
      onClose={() => collapseTo(() => pictureOf(video), onClose)}
      {...(session?.user.id === video.userId && { onFix })}
    />
  )
}

function pictureOf(video: Video): HTMLElement | null {
  return document.querySelector(`[data-video="${CSS.escape(video.id)}"] [data-picture]`)
}
