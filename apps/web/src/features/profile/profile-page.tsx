import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Plus, PencilLine } from 'lucide-react'
import { useSearchParams, Link } from 'wouter'
import { useState, type ComponentProps } from 'react'
import { Page } from '../../components/page.tsx'
import { useServices, useSession, type Services } from '../../lib/services.tsx'
import type { Session } from '../../lib/storage/session-store.ts'
import { drawer, useDrawer } from '../../lib/view/drawer.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useMyLists } from '../../entities/list/use-lists.ts'
import { NewList } from '../lists/list-form.tsx'
import { BuiltInLists, OwnLists } from '../lists/list-grid.tsx'
import { ListsSkeleton } from '../lists/lists-page.tsx'
import { profileKeys } from './api.ts'
import { fetchProfile, type Profile } from './profile.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { favoriteKeys } from '../../entities/list/favorites.ts'
import { VideoGridSkeleton, VideoGrid } from '../videos/video-grid.tsx'
import { CollectionSummary } from './collection-summary.tsx'
import { fetchNewestIn } from './newest-in-list.ts'
import { queryOfAll } from '../../entities/video/query.ts'
import { useVideos } from '../../entities/video/use-videos.ts'
import { Avatar } from '../../components/avatar.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { useOpenedVideo } from '../videos/api.ts'

const TABS = ['videos', 'favorites', 'lists'] as const

/** The person's profile, videos, favourites and lists. */
export function ProfilePage() {
  const session = useSession()
  return session ? <OwnProfile session={session} /> : null
}

function OwnProfile({ session }: { session: Session }) {
  const services: Services = useServices()
  const { user } = session
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'videos'
  const Panel = PANELS[tab]
  const opened = useOpenedVideo()
  const profile = useQuery({
    queryKey: profileKeys.of(user.id),
    queryFn: () => fetchProfile(services.rest, user),
  })
  return (
    <Page title={m.page_profile()}>
      <p className="mt-1 text-ink-soft">{m.profile_signed_in_as({ email: user.email })}</p>
      {profile.data ? (
        <ProfileHeader profile={profile.data} userId={user.id} />
      ) : profile.isError ? (
        <Failed text={m.profile_failed()} onRetry={() => void profile.refetch()} />
      ) : (
        <Skeleton className="my-5 h-80 w-full rounded-3xl md:h-37.5" />
      )}
      <p className="mb-6 max-w-prose text-ink-soft">{m.profile_privacy()}</p>
      <CollectionSummary userId={user.id} />
      <Tabs
        label={m.profile_tabs()}
        value={tab}
        onChange={(next) => setParams(next === 'videos' ? {} : { tab: next }, { replace: true })}
        tabs={[
          { value: 'videos', label: m.profile_tab_videos() },
          { value: 'favorites', label: m.profile_tab_favorites() },
          { value: 'lists', label: m.profile_tab_lists() },
        ]}
      >
        <Panel onOpen={opened.open} />
      </Tabs>
      {opened.detail ? <VideoDetail {...opened.detail} near={null} onClose={opened.close} /> : null}
    </Page>
  )
}

const PANELS = {
  videos: VideosTab,
  favorites: FavoritesTab,
  lists: ListsTab,
} as const

type TabProps = Pick<ComponentProps<typeof VideoGrid>, 'onOpen'>

/** The person's lists, each with its share menu. */
function ListsTab() {
  const lists = useMyLists()
  if (lists.isPending) return <ListsSkeleton />
  if (!lists.data) return <Failed text={m.videos_failed_text()} onRetry={() => void lists.refetch()} />
  const { own } = lists.data
  return (
    <div className="grid gap-6">
      <Button
        className="justify-self-start"
        icon={<Plus aria-hidden className="size-5" />}
        onClick={() => drawer.open('new-list')}
      >
        {m.lists_new()}
      </Button>
      <OwnLists lists={own.filter(({ kind }) => kind === 'custom')} />
      <BuiltInLists lists={own.filter(({ kind }) => kind !== 'custom')} />
      <NewList />
    </div>
  )
}

/** The newest favourites and a link to all of them. */
function FavoritesTab({ onOpen }: TabProps) {
  const { rest } = useServices()
  const { density } = useSettings()
  const { data: lists } = useMyLists()
  const list = lists?.own.find(({ kind }) => kind === 'favorites')
  const listId = list?.id
  const { data: videos } = useQuery({
    queryKey: favoriteKeys.newest(listId),
    queryFn: () => fetchNewestIn(rest, listId ?? ''),
    enabled: listId !== undefined,
    staleTime: 0,
  })
  if (!videos || !list) return <VideoGridSkeleton compact={density === 'compact'} />
  if (videos.length === 0) return <p className="py-10 text-center text-lg">{m.profile_no_favorites()}</p>
  return (
    <div className="grid gap-6">
      <VideoGrid videos={videos} compact={density === 'compact'} near={null} onOpen={onOpen} />
      <Link href={paths.list(list.id)} className={`${buttonClass()} justify-self-center`}>
        {m.profile_all_favorites()}
      </Link>
    </div>
  )
}

const SHOWN = 6

/** The newest videos of the person, and a link to all. */
function VideosTab({ onOpen }: TabProps) {
  const session = useSession()
  const { density } = useSettings()
  const result = useVideos(queryOfAll(session?.user.id ?? null, false))
  const { videos } = result
  if (result.isPending) return <VideoGridSkeleton compact={density === 'compact'} />
  if (result.isError && videos.length === 0)
    return <Failed text={m.videos_failed()} onRetry={() => void result.refetch()} />
  if (videos.length === 0) {
    return (
      <div className="grid gap-1.5 py-10 text-center">
        <p className="font-display text-xl font-bold">{m.empty_title()}</p>
        <p className="text-ink-soft">{m.empty_text()}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      <VideoGrid
        videos={videos.slice(0, SHOWN)}
        compact={density === 'compact'}
        near={null}
        onOpen={onOpen}
        canDelete
      />
      {videos.length > SHOWN ? (
        <Link href={paths.home} className={`${buttonClass()} justify-self-center`}>
          {m.profile_all_videos()}
        </Link>
      ) : null}
    </div>
  )
}

const EditProfile = lateComponent(() => import('./edit-profile.tsx'), 'EditProfile')
const VideoDetail = lateComponent(() => import('../videos/video-detail.tsx'), 'VideoDetail')

/** Picture, name, tier, and the date of the sign-up. */
function ProfileHeader({ profile, userId }: { readonly profile: Profile; readonly userId: string }) {
  const editing = useDrawer() === 'edit-profile'
  const [now] = useState(() => new Date())
  const name = profile.name ?? profile.email.split('@')[0] ?? ''
  const { trialEndsAt } = profile
  return (
    <section className="my-5 flex flex-wrap items-center gap-5 rounded-3xl bg-surface p-5 shadow-card md:p-7">
      <Avatar name={name} picture={profile.picture} large />
      <div className="grid min-w-0 grow basis-60 gap-1.5">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="min-w-0 text-3xl">{name}</h2>
          <Badge tone={profile.premium ? 'maiz' : 'plain'}>
            {profile.premium ? m.profile_premium() : m.profile_free()}
          </Badge>
        </div>
        <p className="truncate text-ink-soft">{profile.email}</p>
        <p className="tabular text-sm text-ink-soft">
          {[
            m.profile_since({ date: date(profile.createdAt) }),
            m.profile_extractions({ n: profile.extractions }),
            trialEndsAt &&
              (trialEndsAt > now
                ? m.profile_trial({ date: date(trialEndsAt) })
                : m.profile_trial_over({ date: date(trialEndsAt) })),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button
        icon={<PencilLine aria-hidden className="size-4.5" />}
        onClick={() => drawer.open('edit-profile')}
      >
        {m.profile_edit()}
      </Button>
      {editing ? <EditProfile profile={profile} userId={userId} onClose={drawer.close} /> : null}
    </section>
  )
}

function date(day: Date): string {
  return dateText(day, { dateStyle: 'long' })
}
