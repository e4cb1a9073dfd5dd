import { m } from '@antojo/i18n/messages'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { Button } from '../../ui/button.tsx'
import { ListCover, ListIcon } from '../../entities/list/list-cover.tsx'
import { listName, type VideoList } from '../../entities/list/list.ts'
import { VisibilityPill } from './list-banner.tsx'
import { OwnListMenu } from './own-list-menu.tsx'
import { ShareMenu } from './sharing/share-menu.tsx'
import { useListActions } from '../../entities/list/use-lists.ts'

const GRID_CLASS = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 xl:grid-cols-4'

/** Lists as cards with a link and a share menu. */
export function ListGrid({ lists }: { lists: readonly VideoList[] }) {
  return (
    <ul className={GRID_CLASS}>
      {lists.map((list) => (
        <li key={list.id}>
          <ListCard list={list} />
        </li>
      ))}
    </ul>
  )
}

/** The built-in lists in one row of tiles. */
export function BuiltInLists({ lists }: { lists: readonly VideoList[] }) {
  return (
    <ul className="grid max-w-3xl grid-cols-3 gap-3 sm:gap-5">
      {lists.map((list) => (
        <li key={list.id}>
          <article aria-label={listName(list)} className="group relative grid gap-2">
            <div className="relative">
              <ListCover list={list} max={1} className="aspect-square w-full rounded-3xl sm:aspect-[4/3]" />
              {list.covers.length === 0 ? null : (
                <span aria-hidden className="absolute bottom-2 left-2 rounded-xl shadow-sm">
                  <ListIcon list={list} />
                </span>
              )}
              <VisibilityPill list={list} />
              <span className="absolute top-1 right-1 z-10 rounded-full bg-surface/85">
                <ShareMenu list={list} />
              </span>
            </div>
            <div>
              <h2 className="text-base leading-tight">
                <Link href={paths.list(list.id)} className="after:absolute after:inset-0 after:content-['']">
                  {listName(list)}
                </Link>
              </h2>
              <p className="tabular text-sm text-ink-soft">{m.lists_count({ n: list.count })}</p>
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}

/** The person's own lists, with menus to rename, move and delete them; a hint when there are none. */
export function OwnLists({ lists }: { lists: readonly VideoList[] }) {
  const { arrange } = useListActions()
  if (lists.length === 0) {
    return (
      <div className="grid justify-items-center gap-3 rounded-3xl bg-surface px-6 py-10 text-center shadow-card">
        <p className="max-w-prose">{m.lists_empty_text()}</p>
        <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => drawer.open('new-list')}>
          {m.lists_new()}
        </Button>
      </div>
    )
  }
  const swapped = (index: number, other: number) => {
    const next = [...lists]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(other, 0, moved)
    void arrange(next)
  }
  return (
    <ul className={GRID_CLASS}>
      {lists.map((list, index) => (
        <li key={list.id}>
          <ListCard
            list={list}
            menu={
              <OwnListMenu
                list={list}
                {...(index > 0 && { onUp: () => swapped(index, index - 1) })}
                {...(index < lists.length - 1 && { onDown: () => swapped(index, index + 1) })}
              />
            }
          />
        </li>
      ))}
    </ul>
  )
}

function ListCard({ list, menu }: { readonly list: VideoList; readonly menu?: ReactNode }) {
  const name = listName(list)
  return (
    <article
      aria-label={name}
      className="group relative flex h-full flex-col overflow-hidden rounded-3xl bg-surface shadow-card transition-shadow duration-200 focus-within:z-10 hover:shadow-pop"
    >
      <div className="relative">
        <ListCover list={list} className="aspect-[4/3] w-full sm:aspect-[2/1]" />
        {list.access === 'owner' ? <VisibilityPill list={list} hasPrivate /> : null}
      </div>
      <div className="flex grow flex-col gap-1 px-3.5 pt-3 pb-2 sm:px-4.5">
        <h3 className="text-lg leading-tight">
          <Link
            href={paths.list(list.id)}
            className="line-clamp-2 after:absolute after:inset-0 after:content-['']"
          >
            {name}
          </Link>
        </h3>
        {list.description ? <p className="line-clamp-2 text-sm text-ink-soft">{list.description}</p> : null}
        <div className="mt-auto flex min-h-10 flex-wrap items-center gap-1 text-sm text-ink-soft">
          <span className="tabular mr-auto">{linesOf(list).join(' · ')}</span>
          {list.access === 'owner' ? (
            <span className="relative z-10 -mr-2 ml-auto flex">
              <ShareMenu list={list} />
              {menu}
            </span>
          ) : null}
        </div>
      </div>
    </article>
  )
}

/** Number of places and, of a list of somebody else, its creator. */
function linesOf({ count, creator, access }: VideoList): readonly string[] {
  const places = m.lists_count({ n: count })
  return creator && access !== 'owner' ? [places, m.list_by({ name: creator })] : [places]
}
