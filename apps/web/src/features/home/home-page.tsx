import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useSession } from '../../lib/services.tsx'
import { drawer, useDrawer } from '../../lib/view/drawer-store.ts'
import { incomingLink, useIncomingLink } from '../../lib/navigation/incoming-link.ts'
import { expandFrom, collapseTo } from '../../lib/view/view-transition.ts'
import { useUserLocation } from '../../lib/device/user-location.ts'
import { useAddVideo, type AddVideo } from '../add-video/api.ts'
import type { Video } from '../../entities/video/video.ts'
import { Collection } from './collection.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useClipboardLink } from './use-clipboard-link.ts'
import { useHomeSearch } from './use-home-search.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const StepsBar = lazyComponent(
  () => import('../add-video/steps-bar.tsx'),
  (code) => code.StepsBar,
)
const ClipboardPrompt = lazyComponent(
  () => import('./clipboard-prompt.tsx'),
  (code) => code.ClipboardPrompt,
)
const AddOutcomeView = lazyComponent(
  () => import('../add-video/add-outcome.tsx'),
  (code) => code.AddOutcomeView,
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
      <AddProgress adding={adding} near={near} />
      <Collection
        key={session?.user.id ?? 'guest'}
        mode={mode}
        search={search}
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

/** Offers the link on the clipboard, shows the steps of the link being added, and the question that remains. */
function AddProgress({ adding, near }: { adding: AddVideo; near: Point | null }) {
  const session = useSession()
  const [copied, forget] = useClipboardLink()
  useIncoming(adding.add)
  const add = (link: string) => {
    forget()
    void adding.add(link)
  }
  return (
    <Suspense fallback={null}>
      {copied && session && !adding.adding ? (
        <ClipboardPrompt link={copied} onAdd={() => add(copied)} onDismiss={forget} />
      ) : null}
      {adding.adding ? <StepsBar steps={adding.steps} /> : null}
      {adding.question ? <AddOutcomeView adding={adding} near={near} /> : null}
    </Suspense>
  )
}

/** Adds the link that another screen or another app passed to the home screen. */
function useIncoming(add: AddVideo['add']): void {
  const link = useIncomingLink()
  const addIt = useEffectEvent((text: string) => {
    incomingLink.take()
    void add(text)
  })
  useEffect(() => {
    if (link !== null) addIt(link)
  }, [link])
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
