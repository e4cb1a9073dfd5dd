import { m } from '@antojo/i18n/messages'
import { Clock } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useFavorites } from '../../../entities/list/favorites.ts'
import { commonCuisines } from '../../../entities/video/queries/common-cuisines.ts'
import { cuisineName } from '../../../entities/video/labels.ts'
import { chosenCuisines, queryOf, type VideoQuery } from '../../../entities/video/query.ts'
import type { Video } from '../../../entities/video/video.ts'
import { NO_SEARCH, useUrlSearch } from '../../../lib/navigation/navigation.ts'
import { useSession } from '../../../lib/services.tsx'
import { useSettings } from '../../../lib/storage/settings-store.tsx'
import { ChoiceChip } from '../../../ui/form/chip.tsx'
import { useMapSpots } from '../api.ts'

const FAVORITES = 'fav'

/** Whether a video passes the filter of the favourites, which the address holds. */
export function useFavoritesOnly(): (videoId: string) => boolean {
  const [params] = useSearchParams()
  const { ids } = useFavorites()
  const isOn = useSession() !== null && params.get(FAVORITES) === '1'
  return useCallback((id: string) => !isOn || ids.has(id), [isOn, ids])
}

interface QuickFiltersProps {
  readonly query: VideoQuery
  readonly videos: readonly Video[]
  /** Off where another row has that filter. */
  readonly hasOpen: boolean
}

/** Filters of one press over the map; a second press takes a filter away. */
export function QuickFilters({ query, videos, hasOpen }: QuickFiltersProps) {
  const [search, setSearch] = useUrlSearch()
  const [params, setParams] = useSearchParams()
  const signedIn = useSession() !== null
  const cuisines = useCuisines(query, videos, search.cuisine)
  const hasFavorites = params.get(FAVORITES) === '1'
  const turnFavorites = () => {
    const next = new URLSearchParams(params)
    if (hasFavorites) next.delete(FAVORITES)
    else next.set(FAVORITES, '1')
    const state: unknown = history.state
    setParams(next, { replace: true, state })
  }
  return (
    <fieldset
      aria-label={m.map_quick()}
      className="relative z-10 -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:fixed md:top-18 md:right-0 md:left-(--col) md:mx-0 md:w-fit md:max-w-[calc(100%-var(--col))]"
    >
      {hasOpen ? (
        <ChoiceChip
          label={
            <>
              <Clock aria-hidden className="size-4.5" />
              {m.filter_open()}
            </>
          }
          pressed={search.open}
          onToggle={() => setSearch({ ...search, open: !search.open })}
        />
      ) : null}
      {cuisines.map((choice) => {
        const pressed = search.cuisine === choice
        return (
          <ChoiceChip
            key={choice}
            label={cuisineName(chosenCuisines(choice)[0] ?? choice)}
            pressed={pressed}
            onToggle={() => setSearch({ ...search, cuisine: pressed ? NO_SEARCH.cuisine : choice })}
          />
        )
      })}
      {signedIn ? (
        <ChoiceChip label={m.map_favorites()} pressed={hasFavorites} onToggle={turnFavorites} />
      ) : null}
    </fieldset>
  )
}

/** The choices for the most common cuisines of the collection, whatever the search, and the chosen one. */
function useCuisines(query: VideoQuery, videos: readonly Video[], chosen: string): readonly string[] {
  const { spots } = useMapSpots(queryOf(useSettings(), query.userId, NO_SEARCH))
  return useMemo(() => {
    const known = spots.length > 0 ? spots : videos.map(({ place }) => place)
    const common = commonCuisines(known.map(({ cuisines }) => cuisines))
    return chosenCuisines(chosen).length === 0 || common.includes(chosen) ? common : [chosen, ...common]
  }, [spots, videos, chosen])
}
