import { m } from '@antojo/i18n/messages'
import { Globe, Link2, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { Button } from '../../ui/button.tsx'
import { ListCover } from '../../entities/list/list-cover.tsx'
import { listName, type VideoList } from '../../entities/list/list.ts'
import { OwnListMenu } from './own-list-menu.tsx'
import { ShareMenu } from './share-menu.tsx'
import { useListActions } from '../../entities/list/use-lists.ts'

const GRID_CLASS = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 xl:grid-cols-4'

/** Lists as cards with a link and a share menu. */
export function ListGrid({ lists, level = 3 }: { lists: readonly VideoList[]; level?: 2 | 3 }) {
  // An odd number of cards would leave a gap in two columns.
  const wide = lists.length % 2 === 1 ? 'max-sm:first:col-span-2' : ''
  return (
    <ul className={GRID_CLASS}>
      {lists.map((list) => (
        <li key={list.id} className={wide}>
          <ListCard list={list} level={level} />
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

interface ListCardProps {
  readonly list: VideoList
  /** Heading level, one below that of the section. */
  readonly level?: 2 | 3
  readonly menu?: ReactNode
}

function ListCard({ list, level = 3, menu }: ListCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const name = listName(list)
  return (
    <article
      aria-label={name}
      className="group relative flex h-full flex-col overflow-hidden rounded-3xl bg-surface shadow-card transition-shadow duration-200 focus-within:z-10 hover:shadow-pop"
    >
      <ListCover list={list} className="aspect-[2/1] w-full" />
      <div className="flex grow flex-col gap-1 px-3.5 pt-3 pb-2 sm:px-4.5">
        <Heading className="text-lg leading-tight">
          <Link
            href={paths.list(list.id)}
            className="line-clamp-2 after:absolute after:inset-0 after:content-['']"
          >
            {name}
          </Link>
        </Heading>
        {list.description ? <p className="line-clamp-2 text-sm text-ink-soft">{list.description}</p> : null}
        <div className="mt-auto flex min-h-10 flex-wrap items-center gap-1 text-sm text-ink-soft">
          <span className="tabular mr-auto">{m.lists_count({ n: list.count })}</span>
          <VisibilitySign list={list} />
          {list.access === 'owner' ? (
            <span className="relative z-10 -mr-2 flex">
              <ShareMenu list={list} />
              {menu}
            </span>
          ) : null}
        </div>
      </div>
    </article>
  )
}

/** An icon on lists that others can see; private lists have none. */
function VisibilitySign({ list }: { list: VideoList }) {
  if (list.visibility === 'private') return null
  const [Icon, label] =
    list.visibility === 'public'
      ? ([Globe, m.visibility_public_list()] as const)
      : ([Link2, m.visibility_unlisted_list()] as const)
  return (
    <span title={label} className="inline-flex items-center">
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
