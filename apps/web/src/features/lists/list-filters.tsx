import { m } from '@antojo/i18n/messages'
import { NoLocation, Tonight } from '../../components/tonight.tsx'
import { cuisineName } from '../../entities/video/labels.ts'
import { commonCuisines } from '../../entities/video/queries/common-cuisines.ts'
import { chosenCuisines } from '../../entities/video/query.ts'
import { placeKeyOf, type Video } from '../../entities/video/video.ts'
import { NO_SEARCH, useUrlSearch } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceChip } from '../../ui/form/chip.tsx'

/** A list with fewer places is seen at a glance. */
const MIN_PLACES = 4

interface ListFiltersProps {
  readonly videos: readonly Video[]
  readonly chosen: readonly Video[]
  readonly isFiltered: boolean
  /** The number of places in the list, of which some videos may still be on their way. */
  readonly total: number
}

/** The filters of a list in one row that scrolls on phones: open now, near, and the cuisines that it has. */
export function ListFilters({ videos, chosen, isFiltered, total }: ListFiltersProps) {
  const [search, setSearch] = useUrlSearch()
  if (!isFiltered && videos.length < MIN_PLACES) return null
  const places = new Set(chosen.map(placeKeyOf)).size
  return (
    <>
      <fieldset
        aria-label={m.map_quick()}
        className="-mx-4 mb-2 flex h-12 min-w-0 items-center gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:px-0.5"
      >
        <p aria-live="polite" className="tabular shrink-0 text-sm font-semibold">
          {m.videos_count({ n: isFiltered ? places : total })}
        </p>
        <Tonight isOffered />
        {commonCuisines(videos.map(({ place }) => place.cuisines)).map((choice) => (
          <ChoiceChip
            key={choice}
            label={cuisineName(chosenCuisines(choice)[0] ?? choice)}
            pressed={search.cuisine === choice}
            onToggle={() =>
              setSearch({ ...search, cuisine: search.cuisine === choice ? NO_SEARCH.cuisine : choice })
            }
          />
        ))}
      </fieldset>
      <NoLocation />
      {isFiltered && places === 0 ? (
        <section className="grid justify-items-center gap-3 py-14 text-center">
          <h2 className="text-2xl">{m.none_title()}</h2>
          <Button variant="primary" onClick={() => setSearch(NO_SEARCH)}>
            {m.filter_reset()}
          </Button>
        </section>
      ) : null}
    </>
  )
}
