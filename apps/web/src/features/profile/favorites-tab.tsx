import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { useServices } from '../../lib/services.tsx'
import { useSettings } from '../../lib/storage/settings-store.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useMyLists } from '../../entities/list/use-lists.ts'
import { favoriteKeys } from '../../entities/list/favorites.ts'
import { VideoGridSkeleton } from '../videos/video-grid.tsx'
import { fetchNewestFavorites } from './newest-favorites.ts'
import { VideoShelf } from './video-shelf.tsx'

/** The newest favourites and a link to all of them. */
export function FavoritesTab() {
  const { rest } = useServices()
  const { density } = useSettings()
  const { data: lists } = useMyLists()
  const list = lists?.own.find(({ kind }) => kind === 'favorites')
  const listId = list?.id
  const { data: videos } = useQuery({
    queryKey: favoriteKeys.newest(listId),
    queryFn: () => fetchNewestFavorites(rest, listId ?? ''),
    enabled: listId !== undefined,
    staleTime: 0,
  })
  if (!videos || !list) return <VideoGridSkeleton compact={density === 'compact'} />
  if (videos.length === 0) return <p className="py-10 text-center text-lg">{m.profile_no_favorites()}</p>
  return (
    <div className="grid gap-6">
      <VideoShelf videos={videos} />
      <Link href={paths.list(list.id)} className={`${buttonClass()} justify-self-center`}>
        {m.profile_all_favorites()}
      </Link>
    </div>
  )
}
