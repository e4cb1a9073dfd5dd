import { m } from '@antojo/i18n/messages'
import type { ComponentProps } from 'react'
import { useFinishDeletions } from '../../entities/video/use-delete-video.ts'
import type { useVideos } from '../../entities/video/use-videos.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { WholeMap } from '../map/whole-map.tsx'
import { useIsDesk } from '../../lib/view/use-columns.ts'
import { SortMenu, ViewChoice } from './collection-bar.tsx'
import { NoResults } from './no-results.tsx'

const ChosenBar = lateComponent(() => import('../compare/choose.tsx'), 'ChosenBar')

type MapResultsProps = Omit<ComponentProps<typeof WholeMap>, 'sort' | 'empty' | 'note'> &
  ComponentProps<typeof NoResults> &
  ComponentProps<typeof SortMenu> & { readonly result: ReturnType<typeof useVideos> }

/** The videos of a search on the map page, with what the home screen shows beside them. */
export function MapResults({ search, onAdd, onNear, result, ...props }: MapResultsProps) {
  useFinishDeletions()
  const unknown = result.data?.pages[0]?.hours?.unknown ?? 0
  const isDesk = useIsDesk()
  return (
    <>
      {props.hasCards ? <ChosenBar near={props.near} listId={null} /> : null}
      <WholeMap
        {...props}
        sort={
          <>
            <SortMenu where={props.where} near={props.near} onNear={onNear} />
            {isDesk ? <ViewChoice /> : null}
          </>
        }
        note={unknown > 0 ? m.filter_open_unknown({ n: unknown }) : null}
        empty={<NoResults search={search} onAdd={onAdd} />}
      />
    </>
  )
}
