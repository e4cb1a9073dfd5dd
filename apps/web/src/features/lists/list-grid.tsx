import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/navigation/navigation.ts'
import { cx } from '../../lib/view/cx.ts'
import { drawer } from '../../lib/view/drawer.ts'
import { Button } from '../../ui/button.tsx'
import { ListCover, ListIcon } from '../../entities/list/list-cover.tsx'
import { bylineOf, listKeys, listName, type VideoList } from '../../entities/list/list.ts'
import { VisibilityPill } from './list-banner.tsx'
import { OwnListMenu } from './own-list-menu.tsx'
import { ShareMenu } from './sharing/share-menu.tsx'
import type { MyLists } from '../../entities/list/lists-api.ts'
import { useListActions } from '../../entities/list/use-lists.ts'
import { errorMessage, rowsOf } from '../../lib/api/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'

const GRID_CLASS = 'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-7 xl:grid-cols-4'

/** A link that opens on a press anywhere on its card. */
const LINK_CLASS = "after:absolute after:inset-0 after:content-['']"

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

/** The built-in lists in one row: pictures on phones, collages on wide screens. */
export function BuiltInLists({ lists }: { lists: readonly VideoList[] }) {
  return (
    <ul className="grid grid-cols-3 gap-3 sm:gap-5">
      {lists.map((list) => (
        <li key={list.id}>
          <article aria-label={listName(list)} className="group relative grid gap-2">
            <div className="relative">
              <ListCover
                list={list}
                className="aspect-square w-full rounded-2xl shadow-card max-sm:grid-cols-1 max-sm:grid-rows-1 max-sm:[&>img+img]:hidden sm:aspect-[21/9] sm:rounded-3xl"
              />
              {list.covers.length === 0 ? null : (
                <span aria-hidden className="absolute bottom-2 left-2 rounded-xl shadow-sm">
                  <ListIcon list={list} />
                </span>
              )}
              <VisibilityPill list={list} words="max-sm:sr-only" />
              <ShareOnCover list={list} />
            </div>
            <div>
              <h2 className="text-base leading-tight sm:text-lg">
                <Link href={paths.list(list.id)} className={LINK_CLASS}>
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
  const arrange = useArrange()
  if (lists.length === 0) {
    return (
      <div className="grid justify-items-center gap-3 rounded-3xl bg-surface px-6 py-10 text-center shadow-card">
        <p className="font-display text-lg font-bold">{m.lists_empty()}</p>
        <p className="max-w-prose">{m.lists_empty_text()}</p>
        <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => drawer.open('new-list')}>
          {m.lists_new()}
        </Button>
      </div>
    )
  }
  const swapped = (index: number, other: number) => {
    const next = [...lists]
    next.splice(other, 0, ...next.splice(index, 1))
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

/** Changes the order of the person's own lists, at once on the screen. */
function useArrange() {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const queries = useQueryClient()
  const { refresh } = useListActions()
  return async function arrange(lists: readonly VideoList[]): Promise<void> {
    queries.setQueryData<MyLists>(
      listKeys.mine(userId),
      (known) => known && { ...known, own: [...known.own.filter(({ kind }) => kind !== 'custom'), ...lists] },
    )
    const rows = lists.map(({ id, name }, index) => ({ id, user_id: userId, name, position: index + 3 }))
    try {
      rowsOf(await rest.from('video_lists').upsert(rows, { onConflict: 'user_id,id' }).select('id'))
    } catch (error) {
      toast.retry(m.lists_change_failed({ reason: errorMessage(error) }), () => arrange(lists))
    }
    await refresh()
  }
}

function ListCard({ list, menu }: { readonly list: VideoList; readonly menu?: ReactNode }) {
  const name = listName(list)
  const isOwn = list.access === 'owner'
  return (
    <article aria-label={name} className="group relative grid content-start gap-2">
      <div className="relative">
        <ListCover
          list={list}
          className="aspect-[4/3] w-full rounded-2xl shadow-card transition-shadow duration-200 group-hover:shadow-pop sm:rounded-3xl"
        />
        {isOwn ? <VisibilityPill list={list} hasPrivate words="max-[23.75rem]:sr-only" /> : null}
        {isOwn ? <ShareOnCover list={list} /> : null}
      </div>
      <div className="flex items-start gap-1">
        <div className="grid min-w-0 grow gap-0.5">
          <h3 className="text-lg leading-tight">
            <Link href={paths.list(list.id)} className={cx('line-clamp-2 wrap-anywhere', LINK_CLASS)}>
              {name}
            </Link>
          </h3>
          <p className="tabular text-sm text-ink-soft wrap-anywhere">
            {[m.lists_count({ n: list.count }), bylineOf(list)].filter(Boolean).join(' · ')}
          </p>
        </div>
        {menu ? <span className="relative z-10 -mt-2 -mr-2 flex">{menu}</span> : null}
      </div>
    </article>
  )
}

function ShareOnCover({ list }: { list: VideoList }) {
  return (
    <span className="absolute top-1 right-1 z-10 before:absolute before:inset-1 before:rounded-full before:bg-surface/85">
      <ShareMenu list={list} className="relative" />
    </span>
  )
}
