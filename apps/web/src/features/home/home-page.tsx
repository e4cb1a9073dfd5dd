import { m } from '@antojo/i18n/messages'
import { useMemo, useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useSession } from '../../lib/services.tsx'
import { overlay } from '../../lib/navigation/overlay.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { useUserLocation } from '../../lib/device/user-location.ts'
import { useAddVideo } from '../add-video/api.ts'
import { queryOfAll } from '../../entities/video/query.ts'
import { useVideos } from '../../entities/video/use-videos.ts'
import { Collection } from './collection.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useOpenedVideo } from '../videos/api.ts'
import { useHomeSearch } from './use-home-search.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const AddProgress = lateComponent(() => import('./add-progress.tsx'), 'AddProgress')
const PasteSheet = lateComponent(() => import('./paste-sheet.tsx'), 'PasteSheet')
const VideoDetail = lateComponent(() => import('../videos/video-detail.tsx'), 'VideoDetail')

const FixDetailsDialog = lateComponent(
  () => import('../fix-details/fix-details-dialog.tsx'),
  'FixDetailsDialog',
)

const closeHelp = () => void overlay.close('help')

/** The home screen, at / and at /map. The URL holds the search and what is open. */
export function HomePage({ mode }: { mode: 'home' | 'map' }) {
  const session = useSession()
  const where = useUserLocation()
  const near = where.point
  const search = useHomeSearch()
  const openDrawer = useDrawer()
  const adding = useAddVideo(near, closeHelp)
  const openQuery = useMemo(() => queryOfAll(session?.user.id ?? null, true), [session?.user.id])
  const open = useVideos(openQuery, { enabled: session !== null })
  const [submitted, setSubmitted] = useState(0)
  const opened = useOpenedVideo()
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
      <AddProgress adding={adding} search={search} open={open.videos} near={near} />
      <Collection
        key={session?.user.id ?? 'guest'}
        mode={mode}
        search={search}
        open={open}
        submitted={submitted}
        where={where}
        onAdd={panel.onAdd}
        {...(session && { onFix: opened.fix })}
        onOpen={opened.open}
      />
      {openDrawer === 'paste' ? <PasteSheet {...panel} onClose={drawer.close} /> : null}
      {opened.detail ? (
        <VideoDetail
          {...opened.detail}
          near={near}
          onClose={opened.close}
          {...(session?.user.id === opened.detail.video.userId && { onFix: opened.fix })}
        />
      ) : null}
      {opened.fixing ? <FixDetailsDialog video={opened.fixing} near={near} onClose={opened.close} /> : null}
    </Page>
  )
}
