import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { Page } from '../../components/page.tsx'
import { useServices, useSession, type Services } from '../../lib/services.tsx'
import type { Session } from '../../lib/storage/session-store.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useMyLists } from '../../entities/list/use-lists.ts'
import { NewList } from '../lists/list-form.tsx'
import { BuiltInLists, OwnLists } from '../lists/list-grid.tsx'
import { ListsFailed, ListsSkeleton } from '../lists/lists-page.tsx'
import { FavoritesTab } from './favorites-tab.tsx'
import { profileKeys } from './api.ts'
import { fetchProfile } from './profile.ts'
import { ProfileHeader } from './profile-header.tsx'
import { VideosTab } from './videos-tab.tsx'

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
        <div className="my-5 grid justify-items-start gap-3">
          <p role="alert">{m.profile_failed()}</p>
          <Button onClick={() => void profile.refetch()}>{m.lists_retry()}</Button>
        </div>
      ) : (
        <Skeleton className="my-5 h-36 w-full rounded-3xl" />
      )}
      <p className="mb-6 max-w-prose text-ink-soft">{m.profile_privacy()}</p>
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
        <Panel />
      </Tabs>
    </Page>
  )
}

const PANELS = {
  videos: VideosTab,
  favorites: FavoritesTab,
  lists: ListsTab,
} as const

/** The person's lists, each with its share menu. */
function ListsTab() {
  const lists = useMyLists()
  if (lists.isPending) return <ListsSkeleton />
  if (!lists.data) return <ListsFailed onRetry={() => void lists.refetch()} />
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
